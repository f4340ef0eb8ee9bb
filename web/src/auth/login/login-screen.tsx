import { IconInfoCircle } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { language, t } from '../../shell/i18n/i18n.ts';
import { Brand } from '../../shell/layout/brand.tsx';
import { DemoBanner } from '../../shell/layout/demo-banner.tsx';
import { usePageTitle } from '../../shell/layout/page-title.ts';
import { PlainPage } from '../../shell/layout/plain-page.tsx';
import { safeReturnPath } from '../../shell/session/return-path.ts';
import { useSettings } from '../../shell/settings.ts';
import { DemoAccounts } from './demo-accounts.tsx';
import { LoginForm } from './login-form.tsx';
import css from './login-screen.module.css';
import { PasskeyLogin } from './passkey-login.tsx';

export function LoginScreen() {
  const settings = useSettings();
  const search = useSearch({ from: '/outside/auth/login' });
  const returnTo = safeReturnPath(search.returnTo) ?? undefined;
  usePageTitle({ title: t('auth.title') });
  return (
    <>
      {settings?.notice && (
        <p className={css.notice} role="status">
          <IconInfoCircle size={20} stroke={1.5} aria-hidden />
          {settings.notice[language]}
        </p>
      )}
      <DemoBanner />
      <PlainPage>
        <div className={css.columns} data-demo={settings?.demo ? '' : undefined}>
          <div>
            <h1 className={css.brand}>
              <Brand size={44} />
            </h1>
            <p className={css.lead}>{t('auth.lead')}</p>
            <LoginForm returnTo={returnTo} />
            <PasskeyLogin returnTo={returnTo} />
          </div>
          {settings?.demo && <DemoAccounts demo={settings.demo} returnTo={returnTo} />}
        </div>
      </PlainPage>
    </>
  );
}
