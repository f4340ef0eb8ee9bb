import { useState } from 'react';
import { t } from '../../shell/i18n/i18n.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { OwnPasswordForm } from './own-password-form.tsx';
import css from './second-factor-panel.module.css';
import { useRemoveSecondFactor } from './second-factor-queries.ts';

export function RemoveSecondFactor() {
  const remove = useRemoveSecondFactor();
  const [isConfirming, setIsConfirming] = useState(false);
  const close = () => setIsConfirming(false);
  return (
    <>
      <ActionButton kind="plain" onClick={() => setIsConfirming(true)}>
        {t('auth.secondFactor.remove')}
      </ActionButton>
      <Dialog opened={isConfirming} title={t('auth.secondFactor.removeTitle')} onClose={close}>
        <p className={css.text}>{t('auth.secondFactor.removeText')}</p>
        <OwnPasswordForm
          name="remove-second-factor"
          submitLabel={t('auth.secondFactor.remove')}
          withCode
          send={remove}
          onDone={close}
        />
      </Dialog>
    </>
  );
}
