import { ApiError } from '../../shell/api/api.ts';
import { useCheckedForm } from '../../shell/api/use-checked-form.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { passwordProblem, repeatProblem } from '../../shell/session/password-problems.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import { PasswordField } from '../../ui/forms/password-field.tsx';
import css from '../auth-form.module.css';
import { sendNewPassword } from '../queries.ts';
import { PasswordLength, useMinPasswordLength } from './password-length.tsx';

interface ResetPasswordFormProps {
  token: string;
  onDone: () => void;
  /** Called if the link was used or has expired while the form was open. */
  onInvalid: () => void;
}

export function ResetPasswordForm({ token, onDone, onInvalid }: ResetPasswordFormProps) {
  const minimum = useMinPasswordLength();
  const form = useCheckedForm({
    name: 'reset',
    initial: { newPassword: '', confirmPassword: '' },
    check: ({ newPassword, confirmPassword }) => {
      const password = passwordProblem(newPassword, minimum);
      const repeat = repeatProblem(newPassword, confirmPassword);
      return { ...(password ? { newPassword: password } : {}), ...(repeat ? { confirmPassword: repeat } : {}) };
    },
    send: async (fields) => {
      try {
        return await sendNewPassword(token, fields);
      } catch (error) {
        if (error instanceof ApiError && error.code === 'Auth.LinkInvalid') onInvalid();
        throw error;
      }
    },
    onDone,
  });
  return (
    <form className={css.form} noValidate onSubmit={form.onSubmit}>
      {form.failure && <FormAlert>{form.failure}</FormAlert>}
      <PasswordField
        {...form.field('newPassword')}
        label={t('auth.newPassword')}
        autoComplete="new-password"
        description={
          !form.errors.newPassword && <PasswordLength password={form.values.newPassword} minimum={minimum} />
        }
        required
        withAsterisk={false}
      />
      <PasswordField
        {...form.field('confirmPassword')}
        label={t('auth.repeatPassword')}
        autoComplete="new-password"
        required
        withAsterisk={false}
      />
      <ActionButton type="submit" loading={form.isPending} size="lg" fullWidth className={css.submit}>
        {t('auth.reset.submit')}
      </ActionButton>
    </form>
  );
}
