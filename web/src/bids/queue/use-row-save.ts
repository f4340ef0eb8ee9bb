import type { BidRow } from '@seri/contract/bids/records.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../shell/api/api.ts';
import { DELAY_MS } from '../../ui/theme/delays.ts';
import { applyOptimisticPatch } from '../core/optimistic-row.ts';
import { refreshLists, refusedInside } from '../core/queries.ts';
import { tellFailed, tellSaved } from './notice-texts.ts';
import { type Failure, fateOf, readBid } from './saved-truth.ts';
import { useSelectionAndUndo } from './selection-and-undo.ts';

type Outcome = { kind: 'saving' } | { kind: 'saved' } | { kind: 'failed'; failure: Failure } | null;

export type Answer = { success: boolean; error?: string | undefined } | object;

/** Changes of one row: shown at once, taken back when the server refuses, marked until somebody has read why. */
export function useRowSave(row: BidRow, { isUndo = false } = {}) {
  const client = useQueryClient();
  const desk = useSelectionAndUndo();
  const [outcome, setOutcome] = useState<Outcome>(null);
  // A double press comes before the buttons are drawn disabled.
  const isSending = useRef(false);
  useEffect(() => {
    if (outcome?.kind !== 'saved') return;
    const timer = setTimeout(() => setOutcome(null), DELAY_MS.highlight);
    return () => clearTimeout(timer);
  }, [outcome]);

  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);

  const save = async (patch: Partial<BidRow>, send: () => Promise<Answer>): Promise<boolean> => {
    if (isSending.current) return false;
    isSending.current = true;
    const madeAtMs = performance.now();
    setOutcome({ kind: 'saving' });
    const shown = await applyOptimisticPatch(client, row.bidId, patch);
    try {
      const answer = await send();
      const refusal = 'success' in answer ? refusedInside(answer) : null;
      if (refusal) throw refusal;
      setOutcome({ kind: 'saved' });
      if (!isUndo) tellSaved(desk, { row, patch, madeAtMs });
      return true;
    } catch (error) {
      const failed = error instanceof ApiError ? error : new ApiError('Default', 0);
      const isSignedOut = failed.code === 'Auth.SignedOut';
      // One of two calls may have been stored, or the answer of a stored one was lost: only the bid itself knows.
      const now = isSignedOut ? null : await readBid(row);
      const fate = fateOf(row, patch, now);
      if (fate !== 'saved') shown.takeBack();
      if (fate === 'saved') {
        setOutcome({ kind: 'saved' });
        if (!isUndo) tellSaved(desk, { row, patch, madeAtMs });
        return true;
      }
      // A lost session has its own window, and the same change can be made after it (business-rules.md#session-expired).
      setOutcome(isSignedOut ? null : { kind: 'failed', failure: { error: failed, fate, patch, now } });
      // The row may have left the page meanwhile; the reason must not be lost with it.
      if (!isMounted.current && !isUndo) tellFailed(desk, row, failed);
      return false;
    } finally {
      isSending.current = false;
      shown.answered();
      desk.queue.answered();
      void refreshLists(client);
    }
  };

  return {
    save,
    isSaving: outcome?.kind === 'saving',
    isSaved: outcome?.kind === 'saved',
    failure: outcome?.kind === 'failed' ? outcome.failure : null,
    /** Somebody has read the reason. */
    markRead: () => setOutcome(null),
  };
}
export type RowSave = ReturnType<typeof useRowSave>;
