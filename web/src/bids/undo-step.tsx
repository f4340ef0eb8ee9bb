import { updateAutoBid } from '@seri/contract/bids/edit-routes.ts';
import type { BidRow } from '@seri/contract/bids/records.ts';
import { updateBidPrice, updateBidStatus, updateSoldPrice } from '@seri/contract/bids/routes.ts';
import { useState } from 'react';
import { groupThousands } from '../shell/format.ts';
import { t } from '../shell/i18n.ts';
import { useRepeatSafe } from '../shell/repeat-safe.ts';
import { useSession } from '../shell/session.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { bidStatusText } from './bid-status.tsx';
import { type Change, type Step, useDesk } from './desk.ts';
import { FailedDialog } from './failed-dialog.tsx';
import { isPossible, questionFor, statusBody } from './status-change.ts';
import { StatusQuestions } from './status-questions.tsx';
import { UndoSeveral } from './undo-several.tsx';
import { useRowSave } from './use-row-save.ts';
import { Why } from './why.tsx';

interface UndoStepProps {
  step: Step;
  onDone: () => void;
}

/** Takes back the last change of a manager: the same calls with what was there before, under the same rules and questions. */
export function UndoStep({ step, onDone }: UndoStepProps) {
  const [change, ...others] = step;
  if (!change) return null;
  if (others.length > 0) return <UndoSeveral step={step} onDone={onDone} />;
  return <UndoOne step={step} change={change} onDone={onDone} />;
}

function UndoOne({ step, change, onDone }: UndoStepProps & { change: Change }) {
  const { row, patch } = change;
  const desk = useDesk();
  const { permissions } = useSession();
  const [isAsking, setIsAsking] = useState(true);
  const saving = useRowSave({ ...row, ...patch }, { isUndo: true });
  const status = useRepeatSafe(updateBidStatus);
  const sold = useRepeatSafe(updateSoldPrice);
  const autoBid = useRepeatSafe(updateAutoBid);
  const price = useRepeatSafe(updateBidPrice);
  const { bidId } = row;

  const isStatus = patch.bidStatus !== undefined && row.bidStatus !== null;
  const canGoBack = !isStatus || isPossible({ ...row, ...patch }, row.bidStatus ?? 0);
  const [question] = useState(() => questionFor(row, row.bidStatus ?? 0, permissions.lastHourBidWarning));
  const before = Object.fromEntries(Object.keys(patch).map((key) => [key, row[key as keyof BidRow]]));
  const takeBack = async (send: () => Promise<object>) => {
    setIsAsking(false);
    if (!(await saving.save(before, send))) return;
    desk.forget(step);
    onDone();
  };
  const sendValues = () => {
    if ('soldPrice' in patch)
      return sold.mutateAsync({ bidId, soldPrice: row.soldPrice === null ? '' : String(row.soldPrice) });
    if ('autoBid' in patch) return autoBid.mutateAsync({ bidId, autoBid: row.autoBid ?? false });
    const { bidAmount, ...rest } = before as Pick<BidRow, 'bidAmount'>;
    return price.mutateAsync({ jasId: bidId, amount: bidAmount, ...rest });
  };
  const leave = () => {
    if (!canGoBack) desk.forget(step);
    onDone();
  };
  return (
    <>
      {isStatus && canGoBack ? (
        <StatusQuestions
          row={{ ...row, ...patch }}
          question={isAsking ? question : null}
          onDone={(answered) => void takeBack(() => status.mutateAsync(statusBody(bidId, answered)))}
          onCancel={leave}
        />
      ) : (
        <ConfirmDialog
          opened={isAsking}
          focusConfirm
          title={t('bids.undo.title', { lotNo: row.lotNo })}
          confirmLabel={t(canGoBack ? 'bids.undo.confirm' : 'Bids.Close')}
          cancelLabel={t('bids.ask.back')}
          onConfirm={() => (canGoBack ? void takeBack(sendValues) : leave())}
          onCancel={leave}
        >
          {canGoBack ? (
            <ul>{changesOf(change)}</ul>
          ) : (
            <Why tone="amber">
              {t('bids.undo.impossible', {
                from: bidStatusText(patch.bidStatus ?? 0, false),
                to: bidStatusText(row.bidStatus ?? 0, false),
              })}
            </Why>
          )}
        </ConfirmDialog>
      )}
      <FailedDialog
        failure={saving.failure}
        onClose={() => {
          saving.markRead();
          onDone();
        }}
      />
    </>
  );
}

const WORDS = {
  soldPrice: 'bids.row.soldPrice',
  bidAmount: 'bids.edit.amount',
  adjustmentPrice: 'bids.edit.adjustment',
  autoBid: 'bids.col.autoLong',
  bidGroup: 'bids.group.label',
  exportType: 'bids.form.exportType',
} as const;

/** What changes back, each in words, from and to. */
function changesOf({ row, patch }: Change) {
  const names = Object.keys(WORDS) as (keyof typeof WORDS)[];
  return names
    .filter((name) => name in patch && patch[name] !== row[name])
    .map((name) => (
      <li key={name}>
        {t(WORDS[name])}: {wordOf(patch[name])} → {wordOf(row[name])}
      </li>
    ));
}

function wordOf(value: number | boolean | null | undefined): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'boolean') return t(value ? 'bids.undo.on' : 'bids.undo.off');
  return groupThousands(value);
}
