import type { BidList, BidRow, QueuePart } from '@seri/contract/bids/records.ts';
import type { QueryClient } from '@tanstack/react-query';
import { serverNow } from '../../shell/i18n/clock.ts';
import { movedParts } from '../parts/queue-groups.ts';
import { bidQueries } from './queries.ts';

type Patch = Partial<BidRow>;
type IndexKeyed = readonly [readonly unknown[], BidList | undefined];

const put = <L extends BidList>(list: L, bidId: number, values: Patch): L => ({
  ...list,
  cars: list.cars.map((row) => (row.bidId === bidId ? { ...row, ...values } : row)),
  counters: counted(list, bidId, values.bidStatus),
  ...(list.queue ? { queue: countedParts(list.queue, list.cars, bidId, values) } : {}),
});

/** Moves a bid between the parts of the queue in the same frame. */
function countedParts(queue: readonly QueuePart[], cars: readonly BidRow[], bidId: number, values: Patch): QueuePart[] {
  const row = cars.find((car) => car.bidId === bidId);
  return row && values.bidStatus !== undefined
    ? movedParts(queue, row, { ...row, ...values }, serverNow())
    : [...queue];
}

/** Moves a bid between the tab counters in the same frame as its row shows the new status. */
function counted({ cars, counters }: BidList, bidId: number, to: number | null | undefined): BidList['counters'] {
  const from = cars.find((row) => row.bidId === bidId)?.bidStatus;
  if (to === undefined || from === undefined || from === to) return counters;
  const change = (status: number | string) => (status === to ? 1 : status === from ? -1 : 0);
  return counters.map(({ status, count }) => ({ status, count: count + change(status) }));
}

/** Key of the mutations that change one row; their variables are a {@link RowChange}. */
export const ROW_CHANGE = ['bids', 'row-change'] as const;

export interface RowChange {
  bidId: number;
  patch: Patch;
}

/** Applies pending changes to a fetched list, which the server may have read before they were stored. */
export function withPendingPatches<L extends BidList>(list: L, client: QueryClient): L {
  const pending = client.getMutationCache().findAll({ mutationKey: ROW_CHANGE, status: 'pending' });
  return pending.reduce((shown, { state }) => {
    const { bidId, patch } = state.variables as RowChange;
    return put(shown, bidId, patch);
  }, list);
}

/** Shows a change on every page of the bid manager before the server has answered. Returns the rollback of this row. */
export async function applyOptimisticPatch(client: QueryClient, { bidId, patch }: RowChange): Promise<() => void> {
  const queryKey = [...bidQueries.lists, 'index'];
  await client.cancelQueries({ queryKey });
  const before = client.getQueriesData<BidList>({ queryKey }).map(([key, list]): IndexKeyed => [key, list]);
  client.setQueriesData<BidList>({ queryKey }, (list) => list && put(list, bidId, patch));
  return () => {
    for (const [key, list] of before) {
      const old = list?.cars.find((row) => row.bidId === bidId);
      if (!old) continue;
      const values = Object.fromEntries(Object.keys(patch).map((name) => [name, old[name as keyof BidRow]]));
      client.setQueryData<BidList>(key, (now) => now && put(now, bidId, values));
    }
  };
}
