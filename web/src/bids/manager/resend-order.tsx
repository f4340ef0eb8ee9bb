import { resendOrder } from '@seri/contract/bids/order-routes.ts';
import type { BidRow } from '@seri/contract/bids/records.ts';
import { useIdempotentMutation } from '../../shell/api/idempotent-mutation.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import type { RowSave } from '../queue/use-row-save.ts';

/** Sends an order again after the agent has refused it. */
export function ResendOrder({ row, saving }: { row: BidRow; saving: RowSave }) {
  const { mutateAsync } = useIdempotentMutation(resendOrder);
  const send = () => saving.save({ agentOrder: 'waiting' }, () => mutateAsync({ bidId: row.bidId }));
  return (
    <ActionButton kind="plain" size="xs" disabled={saving.isSaving} onClick={() => void send()}>
      {t('bids.row.resend')}
    </ActionButton>
  );
}
