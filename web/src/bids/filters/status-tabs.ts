import type { BidList } from '@seri/contract/bids/records.ts';

export type TabStatus = BidList['counters'][number]['status'];
export const ACTIVE_TABS: readonly TabStatus[] = ['All', 1, 2, 3, 4, 5, 6];
export const ARCHIVE_TABS: readonly TabStatus[] = ['All', 4, 5, 6, 7];

/**
 * Tabs in their fixed order with the counters of the answer, null before it; clients never see Archive
 * (business-rules.md#status-tabs).
 */
export function tabsWith(order: readonly TabStatus[], counters: BidList['counters'] | undefined, showArchive: boolean) {
  const counts = new Map(counters?.map(({ status, count }) => [status, count]));
  const shown: readonly TabStatus[] = showArchive ? [...order, 'Archive'] : order;
  return shown.map((status) => ({ status, count: counters ? (counts.get(status) ?? 0) : null }));
}

/**
 * Statuses after a press: the active tab clears itself, another one replaces it, All is none
 * (business-rules.md#status-tabs).
 */
export function pressTab(active: readonly number[], pressed: TabStatus): number[] {
  return typeof pressed !== 'number' || active.includes(pressed) ? [] : [pressed];
}
