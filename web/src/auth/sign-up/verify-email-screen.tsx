import { Link, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { paths } from '../../app/paths.ts';
import { ApiError } from '../../shell/api/api.ts';
import { errorText, requestIdOf } from '../../shell/api/error-text.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { LinkButton } from '../../shell/link-button.tsx';
import { useSessionState } from '../../shell/session/session.ts';
import { FailedState } from '../../ui/data/state-message.tsx';
import css from '../auth-form.module.css';
import { AuthLayout } from '../auth-layout.tsx';
import { EmailRequestForm } from '../password/email-request-form.tsx';
import { sendVerificationAgain, useVerifyEmail } from '../queries.ts';
import { useLinkToken } from '../use-link-token.ts';

export function VerifyEmailScreen() {
  const link = useLinkToken('/verify-email', useSearch({ from: '/outside/verify-email' }).token);
  const verifying = useVerifyEmail();
  const verify = useEffectEvent(() => {
    if (link.token === null) return;
    verifying.mutate(link.token, {
      onSuccess: link.markUsed,
      onError: (error) => isRefused(error) && link.forget(),
    });
  });
  useEffect(() => verify(), []);

  if (link.wasUsed || verifying.isSuccess) return <Confirmed />;
  if (link.token === null || isRefused(verifying.error)) return <LinkFailed />;
  return (
    <AuthLayout title={t('auth.verify.title')}>
      {verifying.error ? (
        <FailedState
          title={t('auth.linkNotChecked')}
          text={errorText(verifying.error)}
          requestId={requestIdOf(verifying.error)}
          onRetry={verify}
        />
      ) : (
        <p role="status">{t('auth.checkingLink')}</p>
      )}
    </AuthLayout>
  );
}

const isRefused = (error: unknown): boolean => error instanceof ApiError && error.code === 'Auth.LinkInvalid';

function Confirmed() {
  const isSignedIn = useSessionState().status === 'authenticated';
  return (
    <AuthLayout title={t('auth.verify.done')} lead={isSignedIn ? undefined : t('auth.verify.doneText')}>
      <LinkButton {...(isSignedIn ? paths.lots() : paths.login())} size="lg" fullWidth>
        {isSignedIn ? t('auth.verify.toLots') : t('auth.submit')}
      </LinkButton>
    </AuthLayout>
  );
}

function LinkFailed() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (sentTo !== null) {
    return (
      <AuthLayout title={t('Auth.CheckMail', { email: sentTo })} lead={t('auth.again.ifWaiting')}>
        <ToLogin />
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title={t('Auth.LinkInvalid')} lead={t('auth.verify.invalid')}>
      <EmailRequestForm name="verify" action={t('auth.again.send')} send={sendVerificationAgain} onSent={setSentTo} />
      <ToLogin />
    </AuthLayout>
  );
}

const ToLogin = () => (
  <p className={css.actions}>
    <Link {...paths.login()}>{t('auth.backToLogin')}</Link>
  </p>
);
