import { useState } from 'react';
import { t } from '../../shell/i18n/i18n.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { OwnPasswordForm } from './own-password-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import css from './second-factor-panel.module.css';
import { useRenewCodes } from './second-factor-queries.ts';

/** Dialog for new recovery codes: the password first, then the codes. */
export function RenewCodes() {
  const renew = useRenewCodes();
  const [stage, setStage] = useState<'closed' | 'password' | string[]>('closed');
  const close = () => setStage('closed');
  const codes = typeof stage === 'string' ? null : stage;
  return (
    <>
      <ActionButton kind="plain" onClick={() => setStage('password')}>
        {t('auth.secondFactor.renew')}
      </ActionButton>
      {/* The codes are shown only once, so only their own button closes the dialog. */}
      <Dialog opened={stage !== 'closed'} title={t('auth.secondFactor.renew')} onClose={close} pending={codes !== null}>
        {codes ? (
          <>
            <p className={css.text}>{t('auth.secondFactor.codesLead')}</p>
            <RecoveryCodes codes={codes} onKept={close} />
          </>
        ) : (
          <>
            <p className={css.text}>{t('auth.secondFactor.renewText')}</p>
            <OwnPasswordForm
              name="renew-codes"
              submitLabel={t('auth.secondFactor.renewSubmit')}
              send={({ password }) => renew(password)}
              onDone={setStage}
            />
          </>
        )}
      </Dialog>
    </>
  );
}
