import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { paths } from '../../app/paths.ts';
import { errorText } from '../../shell/api/error-text.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { LinkButton } from '../../shell/link-button.tsx';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { SkeletonBlock } from '../../ui/data/skeleton.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { OwnPasswordForm } from './own-password-form.tsx';
import { PasskeyPart } from './passkey-part.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import css from './second-factor-panel.module.css';
import { secondFactorQuery, useRemoveSecondFactor, useRenewCodes } from './second-factor-queries.ts';

const MIN_LEFT = 2;

/** Ways to log in besides the password, or instead of it. */
export const SecondFactorPanel = () => (
  <>
    <SecondFactorPart />
    <PasskeyPart />
  </>
);

/** State of the second factor, recovery codes, and buttons to set it up or remove it. */
function SecondFactorPart() {
  const { data, isPending, isError, error, refetch } = useQuery(secondFactorQuery);
  return (
    <section aria-labelledby="second-factor-panel">
      <h2 id="second-factor-panel">{t('auth.secondFactor.heading')}</h2>
      {isPending && (
        <div className={css.loading} role="status" aria-label={t('ui.loading')}>
          <SkeletonBlock width="60%" />
        </div>
      )}
      {isError && (
        <div className={css.failed} role="alert">
          <p>{errorText(error)}</p>
          <ActionButton kind="plain" onClick={() => refetch()}>
            {t('ui.tryAgain')}
          </ActionButton>
        </div>
      )}
      {data && !data.enabled && (
        <>
          <p className={css.state}>{t('auth.secondFactor.off')}</p>
          <div className={css.actions}>
            <LinkButton kind="plain" {...paths.secondFactorSetup()}>
              {t('auth.secondFactor.setUp')}
            </LinkButton>
          </div>
        </>
      )}
      {data?.enabled && (
        <>
          <p className={css.state}>{t('auth.secondFactor.on')}</p>
          <CodesLeft left={data.recoveryCodesLeft} />
          {data.needed && <p className={css.state}>{t('auth.secondFactor.needed')}</p>}
          <div className={css.actions}>
            <RenewCodes />
            {!data.needed && <RemoveSecondFactor />}
          </div>
        </>
      )}
    </section>
  );
}

const CodesLeft = ({ left }: { left: number }) =>
  left > MIN_LEFT ? (
    <p className={css.state}>{t('auth.secondFactor.left', { left })}</p>
  ) : (
    <p className={css.few}>{t('auth.secondFactor.fewLeft', { left })}</p>
  );

function RemoveSecondFactor() {
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

/** Dialog for new recovery codes: the password first, then the codes. */
function RenewCodes() {
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
            <RecoveryCodes codes={codes} onConfirmed={close} />
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
