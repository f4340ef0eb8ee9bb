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

/**
 * Saves changes of one row: shows them at once, rolls back after a refusal, and marks the row until the reason has been
 * read.
 */
export function useRowSave(row: BidRow, { isUndo = false } = {}) {
  const client = useQueryClient();
  const desk = useSelectionAndUndo();
  const [outcome, setOutcome] = useState<Outcome>(null);
  // A ref, not state: a double press can arrive before the disabled buttons render.
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
      // One of two calls may have been stored, or the answer of a stored one was lost: read the bid to find out.
      const now = isSignedOut ? null : await readBid(row);
      const fate = fateOf(row, patch, now);
      if (fate !== 'saved') shown.takeBack();
      if (fate === 'saved') {
        setOutcome({ kind: 'saved' });
        if (!isUndo) tellSaved(desk, { row, patch, madeAtMs });
        return true;
      }
      // The session-expired dialog handles a lost session; the same change can be made after it
      // (business-rules.md#session-expired).
      setOutcome(isSignedOut ? null : { kind: 'failed', failure: { error: failed, fate, patch, now } });
      // The row may have left the page meanwhile; show the reason in a notice then.
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
    /** Clears the outcome once the reason has been read. */
    markRead: () => setOutcome(null),
  };
}
export type RowSave = ReturnType<typeof useRowSave>;
