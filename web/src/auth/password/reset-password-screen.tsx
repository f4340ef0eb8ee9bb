import { useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { paths } from '../../app/paths.ts';
import { ApiError } from '../../shell/api/api.ts';
import { errorText, requestIdOf } from '../../shell/api/error-text.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { LinkButton } from '../../shell/link-button.tsx';
import { FailedState } from '../../ui/data/state-message.tsx';
import { AuthLayout } from '../auth-layout.tsx';
import { useCheckResetLink } from '../queries.ts';
import { useLinkToken } from '../use-link-token.ts';
import { ResetPasswordForm } from './reset-password-form.tsx';

type Stage = 'checking' | 'form' | 'done' | 'invalid';

export function ResetPasswordScreen() {
  const link = useLinkToken('/auth/change-password', useSearch({ from: '/outside/auth/change-password' }).token);
  const checking = useCheckResetLink();
  const [stage, setStage] = useState<Stage>(link.wasUsed ? 'done' : link.token === null ? 'invalid' : 'checking');
  const refuse = () => {
    link.forget();
    setStage('invalid');
  };
  const check = useEffectEvent(() => {
    if (link.token === null) return;
    checking.mutate(link.token, {
      onSuccess: () => setStage('form'),
      onError: (error) => error instanceof ApiError && error.code === 'Auth.LinkInvalid' && refuse(),
    });
  });
  useEffect(() => check(), []);

  if (stage === 'invalid') {
    return (
      <AuthLayout title={t('Auth.LinkInvalid')} lead={t('auth.reset.invalid')}>
        <LinkButton {...paths.forgotPassword()} size="lg" fullWidth>
          {t('Auth.TryAgain')}
        </LinkButton>
      </AuthLayout>
    );
  }
  if (stage === 'done') {
    return (
      <AuthLayout title={t('auth.reset.done')} lead={t('auth.reset.doneText')}>
        <LinkButton {...paths.login()} size="lg" fullWidth>
          {t('auth.submit')}
        </LinkButton>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title={t('auth.reset.title')} lead={stage === 'form' ? t('auth.reset.lead') : undefined}>
      {stage === 'form' && link.token !== null && (
        <ResetPasswordForm
          token={link.token}
          onDone={() => {
            link.markUsed();
            setStage('done');
          }}
          onInvalid={refuse}
        />
      )}
      {stage === 'checking' && !checking.error && <p role="status">{t('auth.checkingLink')}</p>}
      {checking.error && stage === 'checking' && (
        <FailedState
          title={t('auth.linkNotChecked')}
          text={errorText(checking.error)}
          requestId={requestIdOf(checking.error)}
          onRetry={check}
        />
      )}
    </AuthLayout>
  );
}
