import { useState } from 'react';
import { t } from '../../shell/i18n/i18n.ts';
import { type Change, type Step, useSelectionAndUndo } from '../queue/selection-and-undo.ts';
import { isPossible } from '../status/status-change.ts';
import { BulkChange } from './bulk-change.tsx';

interface UndoSeveralProps {
  step: Step;
  onDone: () => void;
}

/** Restores the previous status of bids that were changed together, after one confirmation. */
export function UndoSeveral({ step, onDone }: UndoSeveralProps) {
  const desk = useSelectionAndUndo();
  const [first, setFirst] = useState<number | null>(null);
  const wantedOf = ({ row, patch }: Change) => ({ row: { ...row, ...patch }, to: row.bidStatus ?? 0 });
  // List changes that can no longer be undone once, but do not request them.
  const open = step.filter((change) => isPossible(wantedOf(change).row, wantedOf(change).to));
  return (
    <BulkChange
      title={() => t('bids.undo.several', { count: step.length })}
      confirmLabel={t('bids.undo.confirm')}
      wanted={step.map(wantedOf)}
      onSaved={(saved, failed) => {
        for (const bid of saved) desk.queue.putBack(bid.row.bidId);
        setFirst(saved[0]?.row.bidId ?? null);
        desk.say({ text: t('bids.notice.undoneSeveral', { count: saved.length }), step: null, failed });
        const isSaved = ({ row }: Change) => saved.some((bid) => bid.row.bidId === row.bidId);
        desk.forget(
          step,
          open.filter((change) => !isSaved(change)),
        );
      }}
      onClose={() => {
        if (open.length === 0) desk.forget(step);
        if (first !== null) desk.queue.start({ kind: 'back', bidId: first, page: step[0]?.page ?? 1 }, Date.now());
        onDone();
      }}
    />
  );
}
