import { MAX_BIDS_PER_CHANGE, updateBidStatuses } from '@seri/contract/bids/edit-routes.ts';
import type { BidRow } from '@seri/contract/bids/records.ts';
import type { ReplyOf } from '@seri/contract/http.ts';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../shell/api/api.ts';
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

/**
 * Sets statuses of several bids as the manager saw them, or for an undo as the manager left them: each bid is checked on
 * its own, and one that changed meanwhile is left as it is. Never throws; a bid without an answer is among the refused ones.
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
    for (const part of partsOf(requests)) {
      const [{ to } = { to: 0 }] = part;
      const body = {
        bidIds: part.map(({ row }) => row.bidId),
        versions: part.map(({ row }) => store.versionOf(row.bidId, row.version)),
        status: to,
        ...(isLate ? { lastHourAccepted: true } : {}),
      };
      const answer = await mutateAsync(body).catch((error: unknown) => error);
      for (const request of part) {
        if (answer instanceof Error) refuse(request, answer instanceof ApiError ? answer : new ApiError('Default', 0));
        else if (isAnswer(answer)) {
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

const isAnswer = (answer: unknown): answer is ReplyOf<typeof updateBidStatuses> =>
  typeof answer === 'object' && answer !== null && 'results' in answer;

/** One call for each status, of at most as many bids as it takes. */
function partsOf(requests: readonly StatusRequest[]): StatusRequest[][] {
  const parts: StatusRequest[][] = [];
  for (const to of new Set(requests.map((request) => request.to))) {
    const same = requests.filter((request) => request.to === to);
    for (let first = 0; first < same.length; first += MAX_BIDS_PER_CHANGE)
      parts.push(same.slice(first, first + MAX_BIDS_PER_CHANGE));
  }
  return parts;
}
