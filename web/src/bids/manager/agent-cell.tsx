import { groupLabel } from '@seri/contract/bids/groups.ts';
import { resendOrder } from '@seri/contract/bids/order-routes.ts';
import type { BidRow } from '@seri/contract/bids/records.ts';
import { confirmWin } from '@seri/contract/bids/routes.ts';
import { BID_STATUS } from '@seri/contract/bids/statuses.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useIdempotentMutation, useVersionedMutation } from '../../shell/api/idempotent-mutation.ts';
import { useNowUntil } from '../../shell/i18n/clock.ts';
import { groupThousands } from '../../shell/i18n/format.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { useMay } from '../../shell/session/session.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { Callout } from '../core/callout.tsx';
import { bidQueries } from '../core/queries.ts';
import type { RowSave } from '../queue/use-row-save.ts';
import own from './agent-cell.module.css';
import css from './manager.module.css';
import { ImportAccepted, OrderState } from './order-state.tsx';

interface OrderCellProps {
  row: BidRow;
  saving: RowSave;
}

/** Group and export type of a bid. */
export function GroupCell({ row }: { row: BidRow }) {
  const { data: types = [] } = useQuery({ ...bidQueries.types(true), enabled: useMay('exportTypeShow') });
  // The answer omits the type for managers without the right to see it; show nothing then.
  const isTypeShown = row.exportType !== undefined;
  const label = isTypeShown && (types.find((type) => type.value === row.exportType)?.label ?? '–');
  const letter = row.bidGroup === null ? null : groupLabel(row.bidGroup);
  const group = letter && t('bids.group.of', { group: letter });
  return (
    <div className={css.two}>
      {group ? (
        <span>
          <span className={own.group}>{group}</span>
          <b className={own.groupLetter} aria-hidden>
            {letter}
          </b>
        </span>
      ) : (
        <span>–</span>
      )}
      {isTypeShown && <span className={own.kind}>{label}</span>}
    </div>
  );
}

/** State of the order at the agent, with the button that sends it again or settles a win. */
export function OrderCell({ row, saving }: OrderCellProps) {
  const maySettle = useMay('bidManageStatus') && row.bidStatus === BID_STATUS.win && !row.archived;
  return maySettle ? <SettleWin row={row} saving={saving} /> : <AgentOrder row={row} saving={saving} />;
}

function AgentOrder({ row, saving }: OrderCellProps) {
  const isBeforeCutoff = useNowUntil(row.agentCutoff) < Date.parse(row.agentCutoff);
  const mayResend = useMay('bidManageStatus') && (isBeforeCutoff || row.negotiation !== null);
  const isStuck = row.agentOrder === 'failed' && !row.notForwarded && !row.groupWaits;
  return isStuck && mayResend ? (
    <ResendOrder row={row} saving={saving} />
  ) : (
    <span>
      <OrderState bid={row} />
      <ImportAccepted bid={row} />
    </span>
  );
}

/** Sends an order again after the agent has refused it. */
function ResendOrder({ row, saving }: { row: BidRow; saving: RowSave }) {
  const { mutateAsync } = useIdempotentMutation(resendOrder);
  const send = () => saving.save({ agentOrder: 'waiting' }, () => mutateAsync({ bidId: row.bidId }));
  return (
    <ActionButton kind="plain" size="xs" disabled={saving.isSaving} onClick={() => void send()}>
      {t('bids.row.resend')}
    </ActionButton>
  );
}

interface SettleWinProps {
  row: BidRow;
  saving: RowSave;
}

/** Confirms a win: creates purchase and posting together (business-rules.md#settling-a-win). */
function SettleWin({ row, saving }: SettleWinProps) {
  const [isConfirming, setIsConfirming] = useState(false);
  const [seenVersion, setSeenVersion] = useState(row.version);
  const { mutateAsync } = useVersionedMutation(confirmWin);
  const open = () => {
    setSeenVersion(row.version);
    setIsConfirming(true);
  };
  const close = () => setIsConfirming(false);
  const confirm = () => {
    close();
    const body = { bidId: row.bidId };
    void saving.save({ bidStatus: BID_STATUS.won }, (version) => mutateAsync({ body, version }), seenVersion);
  };
  return (
    <>
      <ActionButton size="xs" disabled={saving.isSaving} onClick={open}>
        {t('bids.row.confirmWin')}
      </ActionButton>
      <ConfirmDialog
        opened={isConfirming}
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
