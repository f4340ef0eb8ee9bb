import type { BidRow } from '@seri/contract/bids/records.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { Money } from '../../ui/data/money.tsx';
import { Dialog } from '../../ui/overlays/confirm-dialog.tsx';
import css from '../core/dialogs.module.css';
import { RefusalNote } from '../core/refusal-note.tsx';
import { CHANGE_LABELS, changeValue, isNamed } from '../queue/change-labels.ts';
import type { Failure } from '../queue/save-result.ts';

interface FailedDialogProps {
  failure: Failure | null;
  onClose: () => void;
}

/** A refused or lost change, the current state of the bid, and the reason (business-rules.md#saving-a-bid). */
export function FailedDialog({ failure, onClose }: FailedDialogProps) {
  return (
    <Dialog opened={failure !== null} title={t('Bids.UpdateFailed.Title')} onClose={onClose}>
      {failure && <SaveResultText failure={failure} />}
      {failure && <RefusalNote error={failure.error} />}
      {failure?.now && (failure.result === 'overtaken' || failure.error.code === 'Bid.Version') && (
        <BidNow now={failure.now} />
      )}
      <div className={css.stack}>
        <ActionButton size="md" onClick={onClose} data-autofocus>
          {t('Bids.Close')}
        </ActionButton>
      </div>
    </Dialog>
  );
}

/** Shows the bid as somebody else has left it, so that the manager can decide again. */
const BidNow = ({ now }: { now: BidRow }) => (
  <p className={css.text}>
    {t('bids.failed.now')}{' '}
    <b>
      {changeValue('bidStatus', now.bidStatus)} · <Money yen={now.bidAmount} />
    </b>
  </p>
);

/** Says whether the bid has changed, judged by its state after the failure. */
function SaveResultText({ failure: { result, patch, now } }: { failure: Failure }) {
  if (result === 'unknown' || !now) return <p className={css.text}>{t('bids.failed.unknown')}</p>;
  if (result === 'overtaken') return <p className={css.text}>{t('bids.failed.overtaken')}</p>;
  if (result !== 'partly') return <p className={css.text}>{t('Bids.UpdateFailed.Text')}.</p>;
  return (
    <>
      <p className={css.text}>{t('bids.failed.partly')}</p>
      <ul className={css.text}>
        {Object.keys(patch)
          .filter(isNamed)
          .map((name) => (
            <li key={name}>
              {t(CHANGE_LABELS[name])}: {changeValue(name, now[name])}{' '}
              <span className="quiet">
                ({t(now[name] === patch[name] ? 'bids.failed.isSaved' : 'bids.failed.isNotSaved')})
              </span>
            </li>
          ))}
      </ul>
    </>
  );
}
