import { TextInput } from '@mantine/core';
import { isEmail } from '@seri/contract/auth/fields.ts';
import { useCheckedForm } from '../../shell/api/use-checked-form.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import css from '../auth-form.module.css';
import { useHumanCheck } from '../human-check.tsx';

interface EmailRequestFormProps {
  name: string;
  action: string;
  send: (email: string, humanCheck: string | undefined) => Promise<unknown>;
  onSent: (email: string) => void;
}

/** Form for an address that should get an email. The answer is the same for every address. */
export function EmailRequestForm({ name, action, send, onSent }: EmailRequestFormProps) {
  const human = useHumanCheck();
  const form = useCheckedForm({
    name,
    initial: { email: '' },
    check: checkEmail,
    send: async ({ email }) => send(email, await human.answer()),
    onDone: (_, { email }) => onSent(email.trim()),
  });
  return (
    <form className={css.form} noValidate onSubmit={form.onSubmit}>
      {form.failure && <FormAlert>{form.failure}</FormAlert>}
      <TextInput
        {...form.field('email')}
        label={t('auth.email')}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        withAsterisk={false}
      />
      {human.box}
      <ActionButton {...form.submitButton} size="lg" fullWidth className={css.submit}>
        {action}
      </ActionButton>
    </form>
  );
}

function checkEmail({ email }: { email: string }): { email?: string } {
  if (email.trim() === '') return { email: t('Errors.Required') };
  return isEmail(email) ? {} : { email: t('Errors.Email') };
}
