import type { ReactNode } from 'react';
import { useCheckedForm } from '../../shell/api/use-checked-form.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { useSession } from '../../shell/session/session.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import { PasswordField } from '../../ui/forms/password-field.tsx';
import authCss from '../auth-form.module.css';
import { codeProblem, onlyProblems, passwordProblem } from './check-code.ts';
import { CodeField } from './code-field.tsx';
import css from './second-factor.module.css';

interface OwnPasswordFormProps<R> {
  name: string;
  submitLabel: string;
  /** Ask for a code as well as the password. */
  withCode?: boolean;
  /** Reason for showing the form again. */
  note?: string | undefined;
  send: (values: { password: string; code: string }) => Promise<R>;
  onDone: (reply: R) => void;
  /** Extra content beside the button. */
  children?: ReactNode;
}

/** Asks for the password again before a change to how the account is accessed. */
export function OwnPasswordForm<R>(props: OwnPasswordFormProps<R>) {
  const { email } = useSession().detail;
  const form = useCheckedForm({
    name: props.name,
    initial: { password: '', code: '' },
    check: ({ password, code }) =>
      onlyProblems({
        password: passwordProblem(password),
        code: props.withCode ? codeProblem(code, 'any') : undefined,
      }),
    send: props.send,
    onDone: props.onDone,
  });
  const refusal = form.failure ?? props.note;
  return (
    <form className={authCss.form} noValidate onSubmit={form.onSubmit}>
      {refusal && <FormAlert>{refusal}</FormAlert>}
      {/* Gives password managers the account name. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        {...form.field('password')}
        label={t('auth.password')}
        autoComplete="current-password"
        required
        withAsterisk={false}
      />
      {props.withCode && <CodeField {...form.field('code')} accepts="any" label={t('auth.secondFactor.anyCode')} />}
      <div className={css.row}>
        <ActionButton type="submit" size="lg" loading={form.isPending}>
          {props.submitLabel}
        </ActionButton>
        {props.children}
      </div>
    </form>
  );
}
