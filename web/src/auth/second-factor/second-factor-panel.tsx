import { useQuery } from '@tanstack/react-query';
import { paths } from '../../app/paths.ts';
import { errorText } from '../../shell/api/error-text.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { LinkButton } from '../../shell/link-button.tsx';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { Bone } from '../../ui/data/skeleton.tsx';
import { PasskeyPart } from './passkey-part.tsx';
import { RemoveSecondFactor } from './remove-second-factor.tsx';
import { RenewCodes } from './renew-codes.tsx';
import css from './second-factor-panel.module.css';
import { secondFactorQuery } from './second-factor-queries.ts';

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
          <Bone width="60%" />
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
