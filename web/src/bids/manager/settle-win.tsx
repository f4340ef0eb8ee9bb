import type { BidRow } from '@seri/contract/bids/records.ts';
import { confirmWin } from '@seri/contract/bids/routes.ts';
import { BID_STATUS } from '@seri/contract/bids/statuses.ts';
import { useState } from 'react';
import { useIdempotentMutation } from '../../shell/api/idempotent-mutation.ts';
import { groupThousands } from '../../shell/i18n/format.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { Callout } from '../core/callout.tsx';
import type { RowSave } from '../queue/use-row-save.ts';

interface SettleWinProps {
  row: BidRow;
  saving: RowSave;
}

/** Confirms a win: creates purchase and posting together (business-rules.md#settling-a-win). */
export function SettleWin({ row, saving }: SettleWinProps) {
  const [isAsking, setIsAsking] = useState(false);
  const { mutateAsync } = useIdempotentMutation(confirmWin);
  const close = () => setIsAsking(false);
  const confirm = () => {
    close();
    void saving.save({ bidStatus: BID_STATUS.won }, () => mutateAsync({ bidId: row.bidId }));
  };
  return (
    <>
      <ActionButton size="xs" disabled={saving.isSaving} onClick={() => setIsAsking(true)}>
        {t('bids.row.confirmWin')}
      </ActionButton>
      <ConfirmDialog
        opened={isAsking}
        title={t('bids.ask.winTitle', { lotNo: row.lotNo })}
        confirmLabel={t('Bids.Confirm')}
        cancelLabel={t('bids.ask.back')}
        confirmDisabled={row.soldPrice === null}
        onConfirm={confirm}
        onCancel={close}
      >
        {row.soldPrice === null ? (
          <Callout tone="amber">{t('bids.ask.settleNoPrice')}</Callout>
        ) : (
          <p>{t('bids.ask.settle', { name: row.user?.name, amount: groupThousands(row.soldPrice) })}</p>
        )}
      </ConfirmDialog>
    </>
  );
}
