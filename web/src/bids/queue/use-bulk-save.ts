import { MAX_BIDS_PER_CHANGE, updateBidStatuses } from '@seri/contract/bids/edit-routes.ts';
import type { BidRow } from '@seri/contract/bids/records.ts';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../shell/api/api.ts';
import { errorText } from '../../shell/api/error-text.ts';
import { useIdempotentMutation } from '../../shell/api/idempotent-mutation.ts';
import { textOf } from '../../shell/i18n/i18n.ts';
import { refreshLists } from '../core/queries.ts';
import type { Notice } from './selection-and-undo.ts';

export interface StatusRequest {
  row: BidRow;
  to: number;
}

export interface BulkResult {
  saved: StatusRequest[];
  refused: Notice['failed'];
}

/**
 * Sets statuses of several bids as the manager saw them: each bid is checked on its own, and one that changed meanwhile
 * is left as it is. An undo knows no versions: the change itself has raised them. Never throws; a bid without an answer is among the refused ones.
 */
export function useBulkSave({
  isUndo = false,
} = {}): (requests: readonly StatusRequest[], isLate: boolean) => Promise<BulkResult> {
  const client = useQueryClient();
  const { mutateAsync } = useIdempotentMutation(updateBidStatuses);
  return async (requests, isLate) => {
    const result: BulkResult = { saved: [], refused: [] };
    const refuse = ({ row: { bidId, lotNo } }: StatusRequest, reason: string) => {
      result.refused = [...result.refused, { bidId, lotNo, reason }];
    };
    for (const part of partsOf(requests)) {
      const [{ to } = { to: 0 }] = part;
      const body = {
        bidIds: part.map(({ row }) => row.bidId),
        ...(isUndo ? {} : { versions: part.map(({ row }) => row.version) }),
        status: to,
        ...(isLate ? { lastHourAccepted: true } : {}),
      };
      const answer = await mutateAsync(body).catch((error: unknown) => error);
      for (const request of part) {
        if (answer instanceof Error)
          refuse(request, errorText(answer instanceof ApiError ? answer : new ApiError('Default', 0)));
        else if (isAnswer(answer)) {
          const own = answer.results.find(({ bidId }) => bidId === request.row.bidId);
          if (own?.success) result.saved.push(request);
          else refuse(request, textOf(`Error.${own?.error}`, 'Error.Default'));
        }
      }
    }
    void refreshLists(client);
    return result;
  };
}

const isAnswer = (answer: unknown): answer is { results: { bidId: number; success: boolean; error?: string }[] } =>
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
