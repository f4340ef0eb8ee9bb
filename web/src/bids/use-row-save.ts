import type { BidRow } from '@seri/contract/bids/records.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../shell/api.ts';
import { DELAY_MS } from '../ui/delays.ts';
import { useDesk } from './desk.ts';
import { refreshLists, refusedInside } from './queries.ts';
import { showOnRow } from './show-on-row.ts';

type Outcome = { kind: 'saving' } | { kind: 'saved' } | { kind: 'failed'; error: ApiError } | null;

export type Answer = { success: boolean; error?: string | undefined } | object;

/** Changes of one row: shown at once, taken back when the server refuses, marked until somebody has read why. */
export function useRowSave(row: BidRow, { isUndo = false } = {}) {
  const client = useQueryClient();
  const desk = useDesk();
  const [outcome, setOutcome] = useState<Outcome>(null);
  // A double press comes before the buttons are drawn disabled.
  const isSending = useRef(false);
  useEffect(() => {
    if (outcome?.kind !== 'saved') return;
    const timer = setTimeout(() => setOutcome(null), DELAY_MS.highlight);
    return () => clearTimeout(timer);
  }, [outcome]);

  const save = async (patch: Partial<BidRow>, send: () => Promise<Answer>): Promise<boolean> => {
    if (isSending.current) return false;
    isSending.current = true;
    setOutcome({ kind: 'saving' });
    const shown = await showOnRow(client, row.bidId, patch);
    try {
      const answer = await send();
      const refusal = 'success' in answer ? refusedInside(answer) : null;
      if (refusal) throw refusal;
      setOutcome({ kind: 'saved' });
      if (!isUndo) desk.remember({ row, patch });
      return true;
    } catch (error) {
      shown.takeBack();
      const failure = error instanceof ApiError ? error : new ApiError('Default', 0);
      // A lost session has its own window, and the same change can be made after it (platform section 4).
      setOutcome(failure.code === 'Auth.SignedOut' ? null : { kind: 'failed', error: failure });
      return false;
    } finally {
      isSending.current = false;
      shown.answered();
      void refreshLists(client);
    }
  };

  return {
    save,
    isSaving: outcome?.kind === 'saving',
    isSaved: outcome?.kind === 'saved',
    failure: outcome?.kind === 'failed' ? outcome.error : null,
    /** Somebody has read the reason. */
    markRead: () => setOutcome(null),
  };
}
export type RowSave = ReturnType<typeof useRowSave>;
