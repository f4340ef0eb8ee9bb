import { BID_STATUS } from './statuses.ts';

/** Parts of the bid manager's queue in their order (business-rules.md#work-queue). */
export const QUEUE_KINDS = ['passed', 'hour', 'stock', 'results'] as const;
export type QueueKind = (typeof QUEUE_KINDS)[number];

const HOUR_MS = 3_600_000;

/** Facts of a bid that place it in the queue. `agentCutoff` is an ISO instant. */
export interface QueuedFacts {
  bidStatus: number | null;
  lotSource: 'auction' | 'stock';
  agentCutoff: string;
}

/**
 * Part of the queue that a bid belongs to at `nowMs`, in ms since 1970; `hourMs` is the start of the hour of the agent's
 * cut-off for kind `hour`, otherwise null. An undecided bid whose cut-off has passed is in `passed`, a decided one in
 * `results`; a fixed price has no cut-off.
 */
export function queuePlaceOf(
  { bidStatus, lotSource, agentCutoff }: QueuedFacts,
  nowMs: number,
): { kind: QueueKind; hourMs: number | null } {
  const isNew = bidStatus === BID_STATUS.new;
  if (lotSource === 'stock') return { kind: isNew || bidStatus === BID_STATUS.bid ? 'stock' : 'results', hourMs: null };
  const cutoffMs = Date.parse(agentCutoff);
  if (cutoffMs > nowMs) return { kind: 'hour', hourMs: Math.floor(cutoffMs / HOUR_MS) * HOUR_MS };
  return { kind: isNew ? 'passed' : 'results', hourMs: null };
}
