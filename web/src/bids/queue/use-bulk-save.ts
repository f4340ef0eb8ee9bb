import { updateBidStatuses } from '@seri/contract/bids/edit-routes.ts';
import type { BidRow } from '@seri/contract/bids/records.ts';
import type { ReplyOf } from '@seri/contract/http.ts';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError, delay } from '../../shell/api/api.ts';
import { errorText } from '../../shell/api/error-text.ts';
import { useIdempotentMutation } from '../../shell/api/idempotent-mutation.ts';
import { refreshLists, refusedInside } from '../core/queries.ts';
import { type Notice, useSelectionAndUndo } from './selection-and-undo.ts';

export interface StatusRequest {
  row: BidRow;
  to: number;
}

export interface BulkResult {
  saved: StatusRequest[];
  refused: Notice['failed'];
}

/** Bids in one call, which a busy server still answers within the limit of a call. */
const BIDS_PER_CALL = 20;
/** How often a call whose answer was lost is repeated, and after how long. */
const MAX_REPEATS = 3;
const PAUSE_MS = 2_000;

/**
 * Sets statuses of several bids as the manager saw them, or for an undo as the manager left them: each bid is checked on
 * its own, and one that changed meanwhile is left as it is. A call without an answer is repeated under its key, which
 * answers for what the first one did. Never throws; a bid without an answer is among the refused ones.
 */
export function useBulkSave(): (requests: readonly StatusRequest[], isLate: boolean) => Promise<BulkResult> {
  const client = useQueryClient();
  const store = useSelectionAndUndo();
  const { mutateAsync } = useIdempotentMutation(updateBidStatuses);
  return async (requests, isLate) => {
    const result: BulkResult = { saved: [], refused: [] };
    const refuse = ({ row: { bidId, lotNo } }: StatusRequest, error: ApiError) => {
      result.refused = [...result.refused, { bidId, lotNo, reason: errorText(error), code: error.code }];
    };
    let broken: ApiError | null = null;
    for (const part of partsOf(requests)) {
      const [{ to } = { to: 0 }] = part;
      const body = {
        bidIds: part.map(({ row }) => row.bidId),
        versions: part.map(({ row }) => store.versionOf(row.bidId, row.version)),
        status: to,
        ...(isLate ? { lastHourAccepted: true } : {}),
      };
      // Without a connection the other calls are not tried.
      const answer: ReplyOf<typeof updateBidStatuses> | ApiError = broken ?? (await answerOf(() => mutateAsync(body)));
      if (isLost(answer)) broken = answer;
      for (const request of part) {
        if (answer instanceof ApiError) refuse(request, answer);
        else {
          const { bidId } = request.row;
          const own = answer.results.find((bid) => bid.bidId === bidId);
          const refusal = own ? refusedInside(own) : new ApiError('Default', 0);
          if (refusal) refuse(request, refusal);
          else result.saved.push(request);
          if (own?.version !== undefined) store.noteVersion(bidId, own.version);
        }
      }
    }
    void refreshLists(client);
    return result;
  };
}

/** The answer of a call, or why there is none. The same body keeps its key until it is answered. */
async function answerOf<Reply>(send: () => Promise<Reply>): Promise<Reply | ApiError> {
  for (let repeats = 0; ; repeats += 1) {
    const answer = await send().catch((error: unknown) =>
      error instanceof ApiError ? error : new ApiError('Default', 0),
    );
    if (!isLost(answer) || repeats === MAX_REPEATS) return answer;
    await delay(PAUSE_MS);
  }
}

/** The server may have acted, or still does. */
const isLost = (answer: unknown): answer is ApiError =>
  answer instanceof ApiError &&
  (answer.code === 'Unavailable' || answer.code === 'Offline' || answer.code === 'Idempotency.InProgress');

/** Calls of one status each. */
function partsOf(requests: readonly StatusRequest[]): StatusRequest[][] {
  const parts: StatusRequest[][] = [];
  for (const to of new Set(requests.map((request) => request.to))) {
    const same = requests.filter((request) => request.to === to);
    for (let first = 0; first < same.length; first += BIDS_PER_CALL)
      parts.push(same.slice(first, first + BIDS_PER_CALL));
  }
  return parts;
}
