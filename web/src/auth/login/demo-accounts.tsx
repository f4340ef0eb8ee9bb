import type { CompanySettings } from '@seri/contract/company/routes.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { paths } from '../../app/paths.ts';
import { errorText } from '../../shell/api/error-text.ts';
import { t, textOf } from '../../shell/i18n/i18n.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import { logIn } from '../queries.ts';
import { useFinishLogin } from '../use-finish-login.ts';
import css from './demo-accounts.module.css';

interface DemoAccountsProps {
  demo: NonNullable<CompanySettings['demo']>;
  returnTo: string | undefined;
}

/** Accounts of the demonstration, each with a login button. */
export function DemoAccounts({ demo, returnTo }: DemoAccountsProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const finishLogin = useFinishLogin(returnTo);
  const login = useMutation({
    mutationFn: (email: string) => logIn(client, { email, password: demo.password }),
    // A visitor may have set up a second factor for a demonstration account.
    onSuccess: (session) =>
      session ? finishLogin(session) : void navigate({ ...paths.secondFactor(returnTo), replace: true }),
  });
  return (
    <section className={css.section}>
      <h2>{t('auth.demo.title')}</h2>
      <p className="quiet small">{t('auth.demo.text')}</p>
      {login.error && <FormAlert>{errorText(login.error)}</FormAlert>}
      <ul className={css.list}>
        {demo.accounts.map(({ email, role }) => (
          <li key={email} className={css.account}>
            <span className={css.owner}>
              <span>
                <span className="strong">{textOf(`auth.demo.role.${role}`, 'auth.demo.account')}</span>{' '}
                <span className="quiet small">{textOf(`auth.demo.note.${role}`, 'auth.demo.noNote')}</span>
              </span>
              <span className="quiet small breakable">{email}</span>
            </span>
            <ActionButton
              kind="plain"
              aria-label={t('auth.demo.useName', { email })}
              loading={login.isPending && login.variables === email}
              disabled={login.isPending}
              onClick={() => login.mutate(email)}
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
