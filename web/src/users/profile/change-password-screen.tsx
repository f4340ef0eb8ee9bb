import { useState } from 'react';
import { t } from '../../shell/i18n/i18n.ts';
import { usePageTitle } from '../../shell/layout/page-title.ts';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import { AccountLayout } from '../account-layout.tsx';
import css from '../form.module.css';
import { PasswordForm } from './password-form.tsx';

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
