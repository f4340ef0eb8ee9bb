import { MIN_PASSWORD_LENGTH } from '@seri/contract/auth/routes.ts';
import { useState } from 'react';
import { useCheckedForm } from '../../shell/api/use-checked-form.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { usePageTitle } from '../../shell/layout/page-title.ts';
import { useSession } from '../../shell/session/session.ts';
import { useSettings } from '../../shell/settings.ts';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import { FormButtons } from '../../ui/forms/form-buttons.tsx';
import { PasswordField } from '../../ui/forms/password-field.tsx';
import { AccountLayout } from '../account-layout.tsx';
import css from '../form.module.css';
import { sendPasswordChange } from '../queries.ts';
import { checkPasswordChange, type PasswordChange } from './check-password-change.ts';

export function ChangePasswordScreen() {
  // Key that resets the form after every success.
  const [changes, setChanges] = useState(0);
  usePageTitle({ title: t('users.changePassword') });
  return (
    <AccountLayout>
      <div className={css.form}>
        <p className="quiet">{t('users.passwordLead')}</p>
        {/* The focused button is gone: the success message takes the focus. */}
        <div key={`done ${changes}`} tabIndex={-1} ref={(box) => (changes > 0 ? box?.focus() : undefined)}>
          {changes > 0 && <FormAlert kind="done">{t('users.passwordChanged')}</FormAlert>}
        </div>
        <PasswordForm key={changes} onDone={() => setChanges(changes + 1)} />
      </div>
    </AccountLayout>
  );
}

const EMPTY: PasswordChange = { oldPassword: '', newPassword: '', confirmNewPassword: '' };

function PasswordForm({ onDone }: { onDone: () => void }) {
  const { email } = useSession().detail;
  const minimum = useSettings()?.passwordMinimum ?? MIN_PASSWORD_LENGTH;
  const form = useCheckedForm({
    name: 'change-password',
    initial: EMPTY,
    check: (values) => checkPasswordChange(values, minimum),
    onBlur: true,
    send: sendPasswordChange,
    onDone,
  });
  return (
    <form className={css.form} noValidate onSubmit={form.onSubmit} aria-label={t('users.changePassword')}>
      {form.failure && <FormAlert>{form.failure}</FormAlert>}
      {/* Gives password managers the account name. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        {...form.field('oldPassword')}
        label={t('users.oldPassword')}
        autoComplete="current-password"
        required
      />
      <PasswordField
        {...form.field('newPassword')}
        label={t('users.newPassword')}
        description={t('users.passwordNote', { length: minimum })}
        autoComplete="new-password"
        required
      />
      <PasswordField
        {...form.field('confirmNewPassword')}
        label={t('users.confirmNewPassword')}
        autoComplete="new-password"
        required
      />
      <FormButtons submit={t('users.changePassword')} isPending={form.isPending} />
    </form>
  );
}
