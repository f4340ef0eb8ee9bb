import { IconInfoCircle, IconKey } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { errorText } from '../../shell/api/error-text.ts';
import { language, t } from '../../shell/i18n/i18n.ts';
import { Brand } from '../../shell/layout/brand.tsx';
import { usePageTitle } from '../../shell/layout/page-title.ts';
import { PlainPage } from '../../shell/layout/plain-page.tsx';
import { safeReturnPath } from '../../shell/session/return-path.ts';
import { useSettings } from '../../shell/settings.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import passkeysCss from '../second-factor/passkeys.module.css';
import { canUsePasskeys, logInWithPasskey } from '../second-factor/passkeys.ts';
import { useFinishLogin } from '../use-finish-login.ts';
import { DemoLogin } from './demo-login.tsx';
import { LoginForm } from './login-form.tsx';
import css from './login-screen.module.css';

export function LoginScreen() {
  const settings = useSettings();
  const search = useSearch({ from: '/outside/auth/login' });
  const returnTo = safeReturnPath(search.returnTo) ?? undefined;
  usePageTitle({ title: t('auth.title') });
  return (
    <div className={css.frame}>
      {settings?.notice && (
        <p className={css.notice} data-demo={settings.demo ? true : undefined} role="status">
          <IconInfoCircle size={20} stroke={1.5} aria-hidden />
          {settings.notice[language]}
        </p>
      )}
      {settings?.demo ? (
        <DemoLogin demo={settings.demo} returnTo={returnTo}>
          <LoginForm returnTo={returnTo} isInline>
            <PasskeyLogin returnTo={returnTo} isInline />
          </LoginForm>
        </DemoLogin>
      ) : (
        <PlainPage>
          <div className={css.form}>
            <h1 className={css.brand}>
              <Brand size={44} />
            </h1>
            <p className={css.lead}>{t('auth.lead')}</p>
            <LoginForm returnTo={returnTo}>
              <PasskeyLogin returnTo={returnTo} />
            </LoginForm>
          </div>
        </PlainPage>
      )}
    </div>
  );
}

/** Login with a passkey, without email address, password or code; goes below the login form. */
function PasskeyLogin({ returnTo, isInline = false }: { returnTo: string | undefined; isInline?: boolean }) {
  const client = useQueryClient();
  const finishLogin = useFinishLogin(returnTo);
  const login = useMutation({
    mutationFn: () => logInWithPasskey(client),
    onSuccess: (session) => session && finishLogin(session),
  });
  if (!canUsePasskeys()) return null;
  const problem = login.error ? errorText(login.error) : login.data === null && t('auth.passkey.cancelled');
  return (
    <div className={isInline ? undefined : passkeysCss.login}>
      {problem && <FormAlert>{problem}</FormAlert>}
      <ActionButton
        kind={isInline ? 'quiet' : 'plain'}
        size={isInline ? 'xs' : 'lg'}
        fullWidth={!isInline}
        loading={login.isPending}
        leftSection={<IconKey size={20} stroke={1.5} aria-hidden />}
        onClick={() => login.mutate()}
      >
        {t('auth.passkey.logIn')}
      </ActionButton>
    </div>
  );
}
