import { updateAutoBid } from '@seri/contract/bids/edit-routes.ts';
import type { BidRow } from '@seri/contract/bids/records.ts';
import { updateBidPrice, updateBidStatus, updateSoldPrice } from '@seri/contract/bids/routes.ts';
import { useState } from 'react';
import { useVersionedMutation } from '../../shell/api/idempotent-mutation.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { useSession } from '../../shell/session/session.ts';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { bidStatusText } from '../core/bid-status.tsx';
import { Callout } from '../core/callout.tsx';
import { CHANGE_LABELS, changeValue, isNamed } from '../queue/change-labels.ts';
import { type Change, type Step, useSelectionAndUndo } from '../queue/selection-and-undo.ts';
import { type Answer, useRowSave } from '../queue/use-row-save.ts';
import { confirmationFor, isPossible, statusBody } from '../status/status-change.ts';
import { StatusConfirmDialog } from '../status/status-confirm-dialog.tsx';
import { BulkChange } from './bulk-change.tsx';
import { FailedDialog } from './failed-dialog.tsx';

interface UndoStepProps {
  step: Step;
  onDone: () => void;
}

/** Undoes a manager's last change: the same calls with the previous values, under the same rules and confirmations. */
export function UndoStep({ step, onDone }: UndoStepProps) {
  const [change, ...others] = step;
  if (!change) return null;
  if (others.length > 0) return <UndoSeveral step={step} onDone={onDone} />;
  return <UndoOne step={step} change={change} onDone={onDone} />;
}

function UndoOne({ step, change, onDone }: UndoStepProps & { change: Change }) {
  const { row, patch } = change;
  const store = useSelectionAndUndo();
  const { permissions } = useSession();
  const [isOpen, setIsOpen] = useState(true);
  const saving = useRowSave({ ...row, ...patch }, { isUndo: true });
  const status = useVersionedMutation(updateBidStatus);
  const sold = useVersionedMutation(updateSoldPrice);
  const autoBid = useVersionedMutation(updateAutoBid);
  const price = useVersionedMutation(updateBidPrice);
  const { bidId } = row;

  const isStatus = patch.bidStatus !== undefined && row.bidStatus !== null;
  const canGoBack = !isStatus || isPossible({ ...row, ...patch }, row.bidStatus ?? 0);
  const [question] = useState(() =>
    confirmationFor({ ...row, ...patch }, row.bidStatus ?? 0, permissions.lastHourBidWarning),
  );
  const before = Object.fromEntries(Object.keys(patch).map((key) => [key, row[key as keyof BidRow]]));
  const [opener] = useState(() => document.activeElement);
  const undo = async (send: (version: number) => Promise<Answer>) => {
    setIsOpen(false);
    // Refetch the list before moving the focus to the bid: in a status tab the bid has to come back first.
    store.queue.start({ kind: 'back', bidId, page: change.page ?? 1 });
    if (!(await saving.save(before, send))) return store.queue.end();
    store.queue.putBack(bidId);
    store.forget(step);
    store.showNotice({ text: t('bids.notice.undone', { lotNo: row.lotNo }), step: null, failed: [] });
    onDone();
  };
  const sendValues = (version: number): Promise<Answer> => {
    const soldPrice = row.soldPrice === null ? '' : String(row.soldPrice);
    if ('soldPrice' in patch) return sold.mutateAsync({ body: { bidId, soldPrice }, version });
    if ('autoBid' in patch) return autoBid.mutateAsync({ body: { bidId, autoBid: row.autoBid ?? false }, version });
    const { bidAmount, ...rest } = before as Pick<BidRow, 'bidAmount'>;
    return price.mutateAsync({ body: { jasId: bidId, amount: bidAmount, ...rest }, version });
  };
  const leave = () => {
    if (!canGoBack) store.forget(step);
    onDone();
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
  };
  return (
    <>
      {isStatus && canGoBack ? (
        <StatusConfirmDialog
          row={{ ...row, ...patch }}
          question={isOpen ? question : null}
          onDone={(answered) =>
            void undo((version) => status.mutateAsync({ body: statusBody(bidId, answered), version }))
          }
          onCancel={leave}
        />
      ) : (
        <ConfirmDialog
          opened={isOpen}
          focusConfirm
          title={t('bids.undo.title', { lotNo: row.lotNo })}
          confirmLabel={t(canGoBack ? 'bids.undo.confirm' : 'Bids.Close')}
          cancelLabel={t('bids.ask.back')}
          onConfirm={() => (canGoBack ? void undo(sendValues) : leave())}
          onCancel={leave}
        >
          {canGoBack ? (
            <ul>{changesOf(change)}</ul>
          ) : (
            <Callout tone="amber">
              {t('bids.undo.impossible', {
                from: bidStatusText(patch.bidStatus ?? 0, false),
                to: bidStatusText(row.bidStatus ?? 0, false),
              })}
            </Callout>
          )}
        </ConfirmDialog>
      )}
      <FailedDialog
        failure={saving.failure}
        onClose={() => {
          // Somebody has changed the bid since: what was undoable is no longer there.
          if (saving.failure?.error.code === 'Bid.Version') store.forget(step);
          saving.markRead();
          onDone();
        }}
      />
    </>
  );
}

/** Texts of each restored value, from and to. */
const changesOf = ({ row, patch }: Change) =>
  Object.keys(patch)
    .filter(isNamed)
    .filter((name) => name !== 'bidStatus' && patch[name] !== row[name])
    .map((name) => (
      <li key={name}>
        {t(CHANGE_LABELS[name])}: {changeValue(name, patch[name])} → {changeValue(name, row[name])}
      </li>
    ));

interface UndoSeveralProps {
  step: Step;
  onDone: () => void;
}

/** Restores the previous status of bids that were changed together, after one confirmation. */
function UndoSeveral({ step, onDone }: UndoSeveralProps) {
  const store = useSelectionAndUndo();
  const undoRequestOf = ({ row, patch }: Change) => ({ row: { ...row, ...patch }, to: row.bidStatus ?? 0 });
  // List changes that can no longer be undone once, but do not request them.
  const open = step.filter((change) => isPossible(undoRequestOf(change).row, undoRequestOf(change).to));
  return (
    <BulkChange
      title={() => t('bids.undo.several', { count: step.length })}
      confirmLabel={() => t('bids.undo.confirm')}
      requests={step.map(undoRequestOf)}
      onSaved={(saved, failed) => {
        for (const bid of saved) store.queue.putBack(bid.row.bidId);
        const first = saved[0]?.row.bidId;
        if (first !== undefined)
          store.queue.start({ kind: 'back', bidId: first, page: step[0]?.page ?? 1 }, Date.now());
        store.showNotice({ text: t('bids.notice.undoneSeveral', { count: saved.length }), step: null, failed });
        const isSaved = ({ row }: Change) => saved.some((bid) => bid.row.bidId === row.bidId);
        const isChanged = ({ row }: Change) =>
          failed.some(({ bidId, code }) => bidId === row.bidId && code === 'Bid.Version');
        store.forget(
          step,
          open.filter((change) => !isSaved(change) && !isChanged(change)),
        );
      }}
      onClose={() => {
        if (open.length === 0) store.forget(step);
        onDone();
      }}
    />
  );
}
