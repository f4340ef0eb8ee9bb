import type { BidRow, QueuePart } from '@seri/contract/bids/records.ts';
import { BID_STATUS } from '@seri/contract/bids/statuses.ts';
import { type QueueKind, queuePlaceOf } from '@seri/contract/bids/work-queue.ts';

/** One part of the queue on the page, with its numbers on all pages. */
export interface QueueGroup {
  key: string;
  kind: QueueKind;
  /** Start of its hour in ms since 1970, for kind `hour`. */
  hourMs: number | null;
  /** Earliest cut-off, ISO; null without one. */
  firstCutoff: string | null;
  rows: BidRow[];
  /** Bids by status, on all pages and in every tab. */
  counts: ReadonlyMap<number, number>;
  total: number;
  undecided: number;
}

/** The status that decides the place of a row: its own, or an earlier one while the row is held where it was. */
export type HeldStatuses = ReadonlyMap<number, number>;

const keyOf = (kind: QueueKind, hourMs: number | null): string => (hourMs === null ? kind : `${kind} ${hourMs}`);
const ORDER: readonly QueueKind[] = ['passed', 'hour', 'stock', 'results'];

/** Key of the part that a bid belongs to. */
const groupKeyOf = (row: BidRow, nowMs: number): string => {
  const { kind, hourMs } = queuePlaceOf(row, nowMs);
  return keyOf(kind, hourMs);
};

/** Among results: wins first, then accepted bids, then the rest. */
const resultRank = (status: number): number => (status === BID_STATUS.win ? 0 : status === BID_STATUS.bid ? 1 : 2);

/**
 * Arranges the rows of a page in the parts of the queue, in the server's order (business-rules.md#work-queue). A row in
 * `held` keeps its earlier place.
 */
export function arrangeQueue(
  rows: readonly BidRow[],
  parts: readonly QueuePart[],
  held: HeldStatuses,
  nowMs: number,
): QueueGroup[] {
  const groups = new Map<string, QueueGroup>();
  const counted = new Map(
    parts.map((part) => [keyOf(part.kind, part.hour === null ? null : Date.parse(part.hour)), part]),
  );
  const statusOf = (row: BidRow) => held.get(row.bidId) ?? row.bidStatus ?? 0;
  for (const row of rows) {
    const { kind, hourMs } = queuePlaceOf({ ...row, bidStatus: statusOf(row) }, nowMs);
    const key = keyOf(kind, hourMs);
    const group = groups.get(key) ?? groupOf(key, kind, hourMs, counted.get(key));
    group.rows.push(row);
    groups.set(key, group);
  }
  const inOrder = [...groups.values()].sort(
    (one, other) => ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind) || (one.hourMs ?? 0) - (other.hourMs ?? 0),
  );
  for (const group of inOrder) {
    const isResults = group.kind === 'results';
    const rank = (row: BidRow) => (isResults ? resultRank(statusOf(row)) : Number(statusOf(row) !== BID_STATUS.new));
    const cutoff = (row: BidRow) => Date.parse(row.agentCutoff) * (isResults ? -1 : 1);
    group.rows.sort((one, other) => rank(one) - rank(other) || cutoff(one) - cutoff(other) || one.bidId - other.bidId);
    // The cut-off of the hour has just passed: the server's parts do not know the part yet.
    if (group.counts.size === 0) countRows(group);
  }
  return inOrder;
}

function groupOf(key: string, kind: QueueKind, hourMs: number | null, part: QueuePart | undefined): QueueGroup {
  const counts = new Map(part?.counters.map(({ status, count }) => [status, count]));
  return {
    ...{ key, kind, hourMs, firstCutoff: part?.firstCutoff ?? null, rows: [], counts },
    total: [...counts.values()].reduce((sum, count) => sum + count, 0),
    undecided: counts.get(BID_STATUS.new) ?? 0,
  };
}

function countRows(group: QueueGroup): void {
  const counts = new Map<number, number>();
  for (const { bidStatus } of group.rows) counts.set(bidStatus ?? 0, (counts.get(bidStatus ?? 0) ?? 0) + 1);
  Object.assign(group, { counts, total: group.rows.length, undecided: counts.get(BID_STATUS.new) ?? 0 });
}

/** True if a part shows only its head: every bid is decided, and no win waits for its settling. */
export const isFoldable = ({ kind, undecided, counts }: QueueGroup): boolean =>
  undecided === 0 &&
  (kind === 'hour' || (kind === 'results' && !counts.get(BID_STATUS.win) && !counts.get(BID_STATUS.bid)));

/** The numbers of the parts after one bid has changed its status. */
export function movedParts(parts: readonly QueuePart[], before: BidRow, after: BidRow, nowMs: number): QueuePart[] {
  const [from, to] = [groupKeyOf(before, nowMs), groupKeyOf(after, nowMs)];
  const [was, is] = [before.bidStatus ?? 0, after.bidStatus ?? 0];
  if (from === to && was === is) return [...parts];
  const changed = (part: QueuePart, status: number, by: number): QueuePart => {
    const known = part.counters.some((counter) => counter.status === status);
    const counters = known ? part.counters : [...part.counters, { status, count: 0 }];
    return {
      ...part,
      counters: counters
        .map((counter) => (counter.status === status ? { status, count: counter.count + by } : counter))
        .filter(({ count }) => count > 0),
    };
  };
  return parts.map((part) => {
    const key = keyOf(part.kind, part.hour === null ? null : Date.parse(part.hour));
    const left = key === from ? changed(part, was, -1) : part;
    return key === to ? changed(left, is, 1) : left;
  });
}
