import { LOT_STATUS } from '@seri/contract/lots/statuses.ts';
import type { Micros, StoredDay, StoredEvent, StoredLot, StoredOrder } from './stored-day.ts';

/** A lot result reported by the auction house through the feed. */
export interface ReportedResult {
  lotId: number;
  status: number;
  soldPriceYen: number | null;
  buyerOrderKey: string | null;
}

/** One external action of the day. */
export type Step = { at: Micros } & (
  | { kind: 'bid'; event: StoredEvent }
  | { kind: 'result'; result: ReportedResult }
  | { kind: 'acknowledged'; lotId: number; version: number }
  | { kind: 'sent again'; bidId: number; lotId: number }
  | { kind: 'groups'; userId: number }
  | { kind: 'cars'; userId: number; actorId: number; value: number; cars: number }
  | { kind: 'limit'; userId: number; actorId: number | null; creditLimitYen: number }
  | { kind: 'booking'; id: number; userId: number; amountYen: number }
);

/** Events that follow from another step. */
const DERIVED_EVENTS = ['outcome', 'group_full'];
/** Maximum distance between the events of one reported result. */
const SAME_RESULT_MICROS = 1_000_000;

/** The external actions of the day in order, without the events that the code must produce itself. */
export function stepsOfDay(day: StoredDay): Step[] {
  const steps: Step[] = [
    ...day.events
      .filter(({ event }) => !DERIVED_EVENTS.includes(event))
      .map((event): Step => ({ kind: 'bid', at: event.at, event })),
    ...day.lots.flatMap((lot) => resultsOf(lot, day)),
    ...day.orders.flatMap((order) => agentSteps(order, day.orders)),
    ...day.decisions.map(({ userId, at }): Step => ({ kind: 'groups', at, userId })),
    ...day.bookings.map(({ at, ...booking }): Step => ({ kind: 'booking', at, ...booking })),
    ...day.accountEvents.flatMap(accountSteps),
  ];
  return steps.sort((a, b) => a.at - b.at);
}

function accountSteps({ userId, actorId, event, before, after, at }: StoredDay['accountEvents'][number]): Step[] {
  if (event === 'bid_group') {
    const { value, cars } = after as { value: number; cars: number };
    return [{ kind: 'cars', at, userId, actorId: actorId ?? userId, value, cars }];
  }
  const { creditLimitYen } = after as { creditLimitYen: number };
  const isOther = creditLimitYen !== (before as { creditLimitYen: number }).creditLimitYen;
  return isOther ? [{ kind: 'limit', at, userId, actorId, creditLimitYen }] : [];
}

/** Steps of one order version: its acknowledgement, and a resend if it equals the previous version. */
function agentSteps(order: StoredOrder, orders: readonly StoredOrder[]): Step[] {
  const { lotId, version, bidId, createdAt, acknowledgedAt } = order;
  const before = orders.find((known) => known.lotId === lotId && known.version === version - 1);
  const isSame =
    before?.kind === order.kind &&
    before.bidId === bidId &&
    before.maxYen === order.maxYen &&
    before.overbidYen === order.overbidYen;
  return [
    ...(isSame ? [{ kind: 'sent again', at: createdAt, bidId, lotId } as const] : []),
    ...(acknowledgedAt === null ? [] : [{ kind: 'acknowledged', at: acknowledgedAt, lotId, version } as const]),
  ];
}

/** The results reported for a lot: from the log if they changed bids, otherwise from the lot. */
function resultsOf(lot: StoredLot, { events, orders }: StoredDay): Step[] {
  const outcomes = events.filter(({ lotId, event }) => lotId === lot.id && event === 'outcome');
  if (outcomes.length === 0) {
    const { id: lotId, status, soldPriceYen, buyerOrderKey, resultAt: at } = lot;
    return at === null ? [] : [{ kind: 'result', at, result: { lotId, status, soldPriceYen, buyerOrderKey } }];
  }
  const groups: StoredEvent[][] = [];
  for (const event of outcomes) {
    const newest = groups.at(-1) ?? [];
    const isSameResult =
      event.at - (newest.at(-1)?.at ?? 0) < SAME_RESULT_MICROS && !newest.some(({ bidId }) => bidId === event.bidId);
    if (isSameResult) newest.push(event);
    else groups.push([event]);
  }
  return groups.map((reported) => ({
    kind: 'result',
    at: reported[0]?.at ?? 0,
    result: resultOf(lot, reported, orders),
  }));
}

const STATUS_OF: Record<string, number> = {
  sold_to_other: LOT_STATUS.sold,
  cancelled: LOT_STATUS.cancelled,
  removed: LOT_STATUS.removed,
  unsold: LOT_STATUS.unsold,
};
const SOLD: readonly number[] = [LOT_STATUS.sold, LOT_STATUS.soldByNegotiation];

function resultOf(lot: StoredLot, reported: readonly StoredEvent[], orders: readonly StoredOrder[]): ReportedResult {
  const won = reported.find(({ after }) => after.finishReason === 'won');
  const taken = reported.some(({ after }) => after.finishReason === 'other_client');
  const sold = SOLD.includes(lot.status) ? lot.status : LOT_STATUS.sold;
  if (won || taken) {
    const order = won && orders.findLast(({ bidId, kind }) => bidId === won.bidId && kind === 'order');
    return {
      lotId: lot.id,
      status: sold,
      soldPriceYen: won?.after.soldPriceYen ?? lot.soldPriceYen,
      buyerOrderKey: order ? `${lot.id}:${order.version}` : lot.buyerOrderKey,
    };
  }
  const reason = reported
    .map(({ after }) => STATUS_OF[after.finishReason ?? ''])
    .find((status) => status !== undefined);
  const status = reason === LOT_STATUS.sold ? sold : (reason ?? LOT_STATUS.notSold);
  return { lotId: lot.id, status, soldPriceYen: null, buyerOrderKey: null };
}
