import { TextInput } from '@mantine/core';
import { MIN_PASSWORD_LENGTH } from '@seri/contract/auth/routes.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { paths } from '../../app/paths.ts';
import { ApiError } from '../../shell/api/api.ts';
import { useCheckedForm } from '../../shell/api/use-checked-form.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import { PasswordField } from '../../ui/forms/password-field.tsx';
import authCss from '../auth-form.module.css';
import { logIn } from '../queries.ts';
import { SendAgain } from '../send-again.tsx';
import { useFinishLogin } from '../use-finish-login.ts';
import css from './login-form.module.css';

interface LoginFormProps {
  returnTo: string | undefined;
  /** Fields and button in one row where the width allows it, and all links below. */
  isInline?: boolean;
  /** Further ways to log in, beside the links. */
  children?: ReactNode;
}

export function LoginForm({ returnTo, isInline = false, children }: LoginFormProps) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const finishLogin = useFinishLogin(returnTo);
  const form = useCheckedForm({
    name: 'login',
    initial: { email: '', password: '' },
    check: checkLogin,
    send: ({ email, password }) => logIn(client, { email: email.trim(), password }),
    onDone: (session) =>
      session ? finishLogin(session) : void navigate({ ...paths.secondFactor(returnTo), replace: true }),
  });
  const code = form.error instanceof ApiError ? form.error.code : null;
  return (
    <>
      <form className={`${authCss.form} ${isInline ? css.inline : ''}`} noValidate onSubmit={form.onSubmit}>
        {form.failure && (
          <FormAlert>
            <p>{form.failure}</p>
            {code === 'AccountDisabled' && <p className="small">{t('auth.help')}</p>}
            {code === 'InvalidUser' && <p className="small">{t('auth.notVerified')}</p>}
          </FormAlert>
        )}
        <TextInput
          {...form.field('email')}
          label={t('auth.email')}
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <div className={css.password}>
          <PasswordField {...form.field('password')} label={t('auth.password')} autoComplete="current-password" />
          {!isInline && <Link {...paths.forgotPassword()}>{t('auth.forgot.link')}</Link>}
        </div>
        <ActionButton
          type="submit"
          kind={isInline ? 'plain' : 'act'}
          size={isInline ? 'md' : 'lg'}
          fullWidth={!isInline}
          loading={form.isPending}
          className={authCss.submit}
        >
          {t('auth.submit')}
        </ActionButton>
      </form>
      {code === 'InvalidUser' && (
        <div className={css.again}>
          <SendAgain email={form.values.email.trim()} />
        </div>
      )}
      <div className={authCss.actions} data-inline={isInline || undefined}>
        <span className="quiet">
          {!isInline && t('auth.noAccount')} <Link {...paths.signUp()}>{t('auth.signUp.title')}</Link>
        </span>
        {isInline && (
          <span>
            <Link {...paths.forgotPassword()}>{t('auth.forgot.link')}</Link>
          </span>
        )}
        {isInline && children}
      </div>
      {!isInline && children}
    </>
  );
}

type LoginFields = {
  email: string;
  password: string;
};

/** Errors that keep the form from being sent (business-rules.md#form-checks). */
function checkLogin({ email, password }: LoginFields): Partial<LoginFields> {
  const problems: Partial<LoginFields> = {};
  if (!email.trim()) problems.email = t('Errors.Required');
  else if (!/^[^\s@]+@[^\s@]+$/.test(email.trim())) problems.email = t('Errors.Email');
  if (!password) problems.password = t('Errors.Required');
  else if (password.length < MIN_PASSWORD_LENGTH)
    problems.password = t('Errors.MinLength', { length: MIN_PASSWORD_LENGTH });
  return problems;
}
