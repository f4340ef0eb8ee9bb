import type { CompanySettings } from '@seri/contract/company/routes.ts';
import { t, textOf } from '../shell/i18n.ts';
import { ActionButton } from '../ui/action-button.tsx';
import type { LoginFields } from './check-login.ts';
import css from './demo-accounts.module.css';

interface DemoAccountsProps {
  demo: NonNullable<CompanySettings['demo']>;
  onUse: (account: LoginFields) => void;
}

/** The accounts of the demonstration, ready to be tried. */
export function DemoAccounts({ demo, onUse }: DemoAccountsProps) {
  return (
    <section className={css.section}>
      <h2>{t('auth.demo.title')}</h2>
      <p className="quiet small">{t('auth.demo.text')}</p>
      <ul className={css.list}>
        {demo.accounts.map(({ email, role }) => (
          <li key={email} className={css.account}>
            <span className={css.who}>
              <span>
                <span className="strong">{textOf(`auth.demo.role.${role}`, 'auth.demo.account')}</span>{' '}
                <span className="quiet small">{textOf(`auth.demo.note.${role}`, 'auth.demo.noNote')}</span>
              </span>
              <span className="quiet small breakable">{email}</span>
            </span>
            <ActionButton
              kind="plain"
              aria-label={t('auth.demo.useName', { email })}
              onClick={() => onUse({ email, password: demo.password })}
            >
              {t('auth.demo.use')}
            </ActionButton>
          </li>
        ))}
      </ul>
      <p className={css.password}>
        <span className="quiet">{t('auth.demo.password')}</span>
        <span className="strong">{demo.password}</span>
      </p>
    </section>
  );
}
