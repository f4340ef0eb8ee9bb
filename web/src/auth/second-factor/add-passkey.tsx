import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useCheckedForm } from '../../shell/api/use-checked-form.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import { PasswordField } from '../../ui/forms/password-field.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import authCss from '../auth-form.module.css';
import { onlyProblems, passwordProblem } from './check-code.ts';
import { type PasskeyOutcome, useAddPasskey } from './passkeys.ts';
import panelCss from './second-factor-panel.module.css';

/** Dialog for a new passkey: password and name first, then the browser's own prompt. */
export function AddPasskey() {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <ActionButton kind="plain" onClick={() => setIsOpen(true)}>
        {t('auth.passkey.add')}
      </ActionButton>
      <Dialog opened={isOpen} title={t('auth.passkey.add')} onClose={close}>
        <p className={panelCss.text}>{t('auth.passkey.addText')}</p>
        <PasskeyForm onAdded={close} />
      </Dialog>
    </>
  );
}

function PasskeyForm({ onAdded }: { onAdded: () => void }) {
  const [outcome, setOutcome] = useState<PasskeyOutcome | null>(null);
  const form = useCheckedForm({
    name: 'add-passkey',
    initial: { password: '', name: '' },
    check: ({ password, name }) =>
      onlyProblems({
        password: passwordProblem(password),
        name: name.trim() ? undefined : t('Errors.Required'),
      }),
    send: useAddPasskey(),
    onDone: (came) => (came === 'added' ? onAdded() : setOutcome(came)),
  });
  const note = outcome === 'exists' ? t('auth.passkey.exists') : outcome && t('auth.passkey.cancelled');
  const problem = form.failure ?? (form.isPending ? null : note);
  return (
    <form className={authCss.form} noValidate onSubmit={form.onSubmit}>
      {problem && <FormAlert>{problem}</FormAlert>}
      <PasswordField
        {...form.field('password')}
        label={t('auth.password')}
        autoComplete="current-password"
        required
        withAsterisk={false}
      />
      <TextInput
        {...form.field('name')}
        label={t('auth.passkey.name')}
        maxLength={60}
        autoComplete="off"
        required
        withAsterisk={false}
      />
      <ActionButton type="submit" size="lg" fullWidth loading={form.isPending}>
        {t('auth.passkey.add')}
      </ActionButton>
    </form>
  );
}
