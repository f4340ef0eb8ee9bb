import type { BidRow } from '@seri/contract/bids/records.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ApiError } from '../../shell/api/api.ts';
import { DELAY_MS } from '../../ui/theme/delays.ts';
import { applyOptimisticPatch, ROW_CHANGE, type RowChange } from '../core/optimistic-row.ts';
import { refreshLists, refusedInside } from '../core/queries.ts';
import { showFailedNotice, showSavedNotice } from './notice-texts.ts';
import { focusedRow, lotOf } from './row-focus.ts';
import { type Failure, readBid, saveResultOf } from './save-result.ts';
import { useSelectionAndUndo } from './selection-and-undo.ts';

type Outcome =
  | { kind: 'saved'; version: number | undefined }
  | { kind: 'failed'; failure: Failure }
  | { kind: 'signed-out'; error: ApiError };

export type Answer = { success?: boolean; error?: string | undefined; version?: number };

interface RowSaving extends RowChange {
  /** The row before the change: a later render already shows the change. */
  row: BidRow;
  send: () => Promise<Answer>;
  madeAtMs: number;
}

/**
 * Saves changes of one row: shows them at once, rolls back after a refusal, and marks the row until the reason has been
 * read.
 */
export function useRowSave(row: BidRow, { isUndo = false } = {}) {
  const client = useQueryClient();
  const store = useSelectionAndUndo();
  // A ref, not state: a double press can arrive before the disabled buttons render.
  const isSending = useRef(false);
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);

  const { mutateAsync, data, isPending, reset } = useMutation({
    mutationKey: ROW_CHANGE,
    mutationFn: outcomeOf,
    onMutate: (change) => {
      if (!isUndo) store.noteSent();
      return applyOptimisticPatch(client, change);
    },
    onSuccess: (outcome, { row: before, patch, madeAtMs }, rollback) => {
      if (outcome.kind !== 'saved') rollback();
      else if (outcome.version !== undefined) store.noteVersion(before.bidId, outcome.version);
      if (outcome.kind === 'saved' && !isUndo)
        showSavedNotice(store, { row: before, patch, madeAtMs }, lotOf(focusedRow()));
      // The row may have left the page meanwhile; show the reason in a notice then.
      if (outcome.kind !== 'saved' && !isMounted.current && !isUndo)
        showFailedNotice(store, before, outcome.kind === 'failed' ? outcome.failure.error : outcome.error);
    },
    onSettled: (outcome) => {
      isSending.current = false;
      if (!isUndo) store.noteAnswered(outcome?.kind === 'saved');
      store.queue.answered();
      void refreshLists(client);
    },
  });
  const isSaved = data?.kind === 'saved';
  useEffect(() => {
    if (!isSaved) return;
    const timer = setTimeout(reset, DELAY_MS.highlight);
    return () => clearTimeout(timer);
  }, [isSaved, reset]);

  /**
   * `send` gets the version of the bid that the change is for, so that nobody's change of a moment before is overruled
   * unseen. `seenVersion` is the one on the screen when the manager began, if that was before this call.
   */
  const save = async (
    patch: Partial<BidRow>,
    send: (version: number) => Promise<Answer>,
    seenVersion = row.version,
  ): Promise<boolean> => {
    if (isSending.current) return false;
    isSending.current = true;
    const { bidId } = row;
    const version = store.versionOf(bidId, seenVersion);
    const change = { row, bidId, patch, send: () => send(version), madeAtMs: performance.now() };
    const outcome = await mutateAsync(change);
    return outcome.kind === 'saved';
  };

  return {
    save,
    isSaving: isPending,
    isSaved,
    failure: data?.kind === 'failed' ? data.failure : null,
    /** Clears the outcome once the reason has been read. */
    markRead: reset,
  };
}
export type RowSave = ReturnType<typeof useRowSave>;

async function outcomeOf({ row, patch, send }: RowSaving): Promise<Outcome> {
  try {
    const answer = await send();
    const { success, error, version } = answer;
    const refusal = success === undefined ? null : refusedInside({ success, error });
    if (refusal) throw refusal;
    return { kind: 'saved', version };
  } catch (error) {
    const failed = error instanceof ApiError ? error : new ApiError('Default', 0);
    // The session-expired dialog handles a lost session; the same change can be made after it
    // (business-rules.md#session-expired).
    if (failed.code === 'Auth.SignedOut') return { kind: 'signed-out', error: failed };
    // One of two calls may have been stored, or the answer of a stored one was lost: read the bid to find out.
    const now = await readBid(row);
    const result = saveResultOf(row, patch, now);
    return result === 'saved'
      ? { kind: 'saved', version: now?.version }
      : { kind: 'failed', failure: { error: failed, result, patch, now } };
  }
}
