import { BID_STATUS } from '@seri/contract/bids/statuses.ts';
import { useRef } from 'react';
import { errorText } from '../../shell/api/error-text.ts';
import { groupThousands, japanFullTime } from '../../shell/i18n/format.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { ConfirmDialog, Dialog } from '../../ui/overlays/confirm-dialog.tsx';
import type { BidLot } from '../core/bid-lot.ts';
import css from '../core/dialogs.module.css';
import { refusedInside, useCancelBid } from '../core/queries.ts';
import { ManagerContact } from '../lists/manager-contact.tsx';

interface CancelBidProps {
  lot: BidLot;
  opened: boolean;
  canCancel: boolean;
  onClose: () => void;
}

/** Confirms the cancellation, or explains why it is not possible and whom to contact (business-rules.md#canceling). */
export function CancelBid({ lot, opened, canCancel, onClose }: CancelBidProps) {
  const { jasId, myBidAmount, cancelUntil } = lot.bidInfo;
  const isOrder = lot.lotType === 'stock';
  const { cancel, showCancelled, refresh } = useCancelBid(lot.id);
  // A ref, not state: a double press can arrive before the disabled button renders.
  const isSending = useRef(false);
  const failure = cancel.error ?? (cancel.data ? refusedInside(cancel.data) : null);
  const close = () => {
    if (cancel.isPending) return;
    cancel.reset();
    onClose();
  };
  const confirm = () => {
    if (jasId === null || isSending.current) return;
    isSending.current = true;
    cancel.mutate(
      { bidId: jasId, status: BID_STATUS.cancel },
      {
        onSuccess: (answer) => {
          if (refusedInside(answer)) return void refresh();
          cancel.reset();
          onClose();
          void showCancelled();
        },
        onError: () => void refresh(),
        onSettled: () => {
          isSending.current = false;
        },
      },
    );
  };

  if (!canCancel || failure?.code === 'Bid.CannotCancel') {
    return (
      <Dialog opened={opened} title={t('bids.cancel.title')} onClose={close}>
        <p>{t('PlaceBid.CannotCancel')}.</p>
        <p className={css.note}>
          {isOrder ? t('bids.cancel.accepted') : t('bids.cancel.ended', { time: japanFullTime(cancelUntil) })}
        </p>
        <div className={css.stack}>
          <div className={css.halves}>
            <ManagerContact size="md" />
            <ActionButton size="md" onClick={close}>
              {t('bids.dialog.close')}
            </ActionButton>
          </div>
        </div>
      </Dialog>
    );
  }
  return (
    <ConfirmDialog
      opened={opened}
      title={t(isOrder ? 'bids.cancel.orderTitle' : 'PlaceBid.CancelConfirm')}
      confirmLabel={t(isOrder ? 'bids.mine.cancelOrder' : 'PlaceBid.Cancel')}
      cancelLabel={t(isOrder ? 'bids.cancel.keepOrder' : 'bids.cancel.keep')}
      onConfirm={confirm}
      onCancel={close}
      pending={cancel.isPending}
      error={failure && errorText(failure)}
    >
      <p>
        {t(isOrder ? 'bids.cancel.orderText' : 'bids.cancel.text', {
          amount: groupThousands(myBidAmount ?? 0),
          lotNo: lot.lotInfo.lotNumber,
        })}
      </p>
    </ConfirmDialog>
  );
}
