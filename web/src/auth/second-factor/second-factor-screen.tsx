import { Link, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { paths } from '../../app/paths.ts';
import { ApiError } from '../../shell/api/api.ts';
import { useCheckedForm } from '../../shell/api/use-checked-form.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { LinkButton } from '../../shell/link-button.tsx';
import { safeReturnPath } from '../../shell/session/return-path.ts';
import { useCompanyName } from '../../shell/settings.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import authCss from '../auth-form.module.css';
import { AuthLayout } from '../auth-layout.tsx';
import { useFinishLogin } from '../use-finish-login.ts';
import { codeProblem, onlyProblems } from './check-code.ts';
import { CodeField } from './code-field.tsx';
import { useSubmitCode } from './second-factor-queries.ts';

type Accepts = 'app' | 'any';

/** Second step of a login, after the password. */
export function SecondFactorScreen() {
  const search = useSearch({ from: '/outside/auth/second-factor' });
  const returnTo = safeReturnPath(search.returnTo) ?? undefined;
  const company = useCompanyName();
  const [accepts, setAccepts] = useState<Accepts>('app');
  const isApp = accepts === 'app';
  return (
    <AuthLayout
      title={t('auth.secondFactor.title')}
      lead={isApp ? t('auth.secondFactor.lead', { company }) : t('auth.secondFactor.leadRecovery')}
    >
      <CodeForm key={accepts} accepts={accepts} returnTo={returnTo} />
      <p className={authCss.actions}>
        <ActionButton kind="quiet" onClick={() => setAccepts(isApp ? 'any' : 'app')}>
          {isApp ? t('auth.secondFactor.useRecovery') : t('auth.secondFactor.useApp')}
        </ActionButton>
        <Link {...paths.login(returnTo)}>{t('auth.backToLogin')}</Link>
      </p>
      {!isApp && <p className="quiet small">{t('auth.secondFactor.lost')}</p>}
    </AuthLayout>
  );
}

function CodeForm({ accepts, returnTo }: { accepts: Accepts; returnTo: string | undefined }) {
  const finishLogin = useFinishLogin(returnTo);
  const form = useCheckedForm({
    name: 'second-factor',
    initial: { code: '' },
    check: ({ code }) => onlyProblems({ code: codeProblem(code, accepts) }),
    send: useSubmitCode(),
    onDone: (session) => finishLogin(session),
  });
  const isExpired = form.error instanceof ApiError && form.error.code === 'Auth.LoginExpired';
  // The user has just typed a password or switched the kind of code, so focus the field.
  useEffect(() => document.getElementById('second-factor-code')?.focus(), []);
  return (
    <form className={authCss.form} noValidate onSubmit={form.onSubmit}>
      {form.failure && <FormAlert>{form.failure}</FormAlert>}
      <CodeField
        {...form.field('code')}
        accepts={accepts}
        label={accepts === 'app' ? t('auth.secondFactor.code') : t('auth.secondFactor.recoveryCode')}
      />
      {isExpired ? (
        <LinkButton size="lg" fullWidth {...paths.login(returnTo)}>
          {t('auth.secondFactor.again')}
        </LinkButton>
      ) : (
        <ActionButton type="submit" size="lg" fullWidth loading={form.isPending} className={authCss.submit}>
          {t('auth.submit')}
        </ActionButton>
      )}
    </form>
  );
}
