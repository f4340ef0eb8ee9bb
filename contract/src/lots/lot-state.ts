import * as z from 'zod/mini';
import { LOT_STATUS, type Tone } from './statuses.ts';

/** The state of a lot. Statuses 4531 to 4539 stay on the wire beside it (business-rules.md#lot-state). */
export const LOT_STATES = [
  'open',
  'closed',
  'running',
  'resultDue',
  'noResult',
  'sold',
  'soldByNegotiation',
  'notSold',
  'negotiating',
  'unsold',
  'cancelled',
  'removed',
  'unknown',
  'available',
  'ordered',
  'expired',
] as const;
export type LotState = (typeof LOT_STATES)[number];
/** The state at the time of reading; a reader with a clock recomputes it with {@link lotStateAt}. */
export const lotState = z.optional(z.enum(LOT_STATES));

export interface LotFacts {
  source: 'auction' | 'stock';
  /** Status code of the lot, 4531 to 4539; other codes are unknown (business-rules.md#lot-statuses). */
  status: number;
  /**
   * Start of the sale as an ISO instant, or the day in Japan as `YYYY-MM-DD` while the time is unknown
   * (business-rules.md#auction-times).
   */
  auctionDate: string;
  /** End of bidding as an ISO instant. */
  biddingDeadline: string;
  /** False for a reader who may bid until the sale begins (business-rules.md#bid-instants). */
  hasDeadline?: boolean | undefined;
  /** Fixed-price lots: an order was accepted. */
  isOrdered?: boolean | undefined;
  /** The reader's accepted bid is being negotiated after the auction (business-rules.md#negotiation). */
  isNegotiated?: boolean | undefined;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** A lot is sold within a minute or two, but the auction house only estimates the start. */
const RUN_MS = 10 * MINUTE_MS;
/** Auction houses report within the hour; screens show this as the expected time of a result. */
const RESULT_WITHIN_MS = 60 * MINUTE_MS;
/** Results later than this are no longer expected. */
const MAX_RESULT_WAIT_MS = 2 * DAY_MS;

/** A result, or the end without one, as reported by the auction house. */
const REPORTED: Record<number, LotState> = {
  [LOT_STATUS.sold]: 'sold',
  [LOT_STATUS.soldByNegotiation]: 'soldByNegotiation',
  [LOT_STATUS.notSold]: 'notSold',
  [LOT_STATUS.cancelled]: 'cancelled',
  [LOT_STATUS.removed]: 'removed',
  [LOT_STATUS.unsold]: 'unsold',
};
const isBeforeResult = (status: number): boolean => status === LOT_STATUS.ongoing || status === LOT_STATUS.upcoming;

/** Whether only the day is known, without a time (business-rules.md#auction-times). */
export const isDayOnly = (auctionDate: string): boolean => auctionDate.length === 10;

/** Start of the sale in milliseconds since 1970; the end of the day in Japan while only the day is known. */
export const startOfSale = (auctionDate: string): number =>
  isDayOnly(auctionDate) ? Date.parse(`${auctionDate}T00:00:00+09:00`) + DAY_MS : Date.parse(auctionDate);

/** Expected time of the result in milliseconds since 1970; null while the time of the sale is unknown. */
export const resultDueAt = (auctionDate: string): number | null =>
  isDayOnly(auctionDate) ? null : startOfSale(auctionDate) + RESULT_WITHIN_MS;

/** The state of a lot at an instant (milliseconds since 1970). All screens, lists and mails use this function. */
export function lotStateAt(lot: LotFacts, nowMs: number): LotState {
  if (lot.source === 'stock') return stockState(lot, nowMs);
  if (lot.isNegotiated && lot.status === LOT_STATUS.notSold) return 'negotiating';
  const reported = REPORTED[lot.status];
  if (reported) return reported;
  return isBeforeResult(lot.status) ? stateOfDay(lot, nowMs) : 'unknown';
}

function stateOfDay({ auctionDate, biddingDeadline, hasDeadline = true }: LotFacts, nowMs: number): LotState {
  const startMs = startOfSale(auctionDate);
  const closeMs = Date.parse(biddingDeadline);
  // A lot without a known time closes at its deadline, because it may have been sold already.
  const openUntilMs = hasDeadline || isDayOnly(auctionDate) ? Math.min(closeMs, startMs) : startMs;
  if (nowMs < openUntilMs) return 'open';
  if (nowMs < startMs) return 'closed';
  if (nowMs < startMs + RUN_MS && !isDayOnly(auctionDate)) return 'running';
  return nowMs < startMs + MAX_RESULT_WAIT_MS ? 'resultDue' : 'noResult';
}

/** A fixed-price car has no auction time; its offer ends with an order, a sale, or its last day. */
function stockState({ status, auctionDate, isOrdered }: LotFacts, nowMs: number): LotState {
  const reported = REPORTED[status];
  if (reported === 'cancelled' || reported === 'removed') return reported;
  if (isOrdered) return 'ordered';
  if (reported) return reported;
  if (!isBeforeResult(status)) return 'unknown';
  return nowMs < startOfSale(auctionDate) ? 'available' : 'expired';
}

/** Instants at which the clock alone changes the state, in milliseconds since 1970, the earliest first. */
export const changesOfState = ({ source, auctionDate, biddingDeadline }: LotFacts): number[] => {
  const startMs = startOfSale(auctionDate);
  if (source === 'stock') return [startMs];
  return [Date.parse(biddingDeadline), startMs, startMs + RUN_MS, startMs + MAX_RESULT_WAIT_MS].sort((a, b) => a - b);
};

/** Whether a bid or an order can be placed. */
export const acceptsBidsNow = (state: LotState): boolean => state === 'open' || state === 'available';

const LABELS: Record<LotState, { en: string; ru: string; tone: Tone }> = {
  open: { en: 'Open for bidding', ru: 'Приём ставок открыт', tone: 'green' },
  closed: { en: 'Bidding is closed', ru: 'Приём ставок закрыт', tone: 'grey' },
  running: { en: 'Running now', ru: 'Идут торги', tone: 'amber' },
  resultDue: { en: 'Result due', ru: 'Ожидается результат', tone: 'grey' },
  noResult: { en: 'No result received', ru: 'Результат не получен', tone: 'grey' },
  sold: { en: 'Sold', ru: 'Продан', tone: 'red' },
  soldByNegotiation: { en: 'Sold by negotiation', ru: 'Продан после переговоров', tone: 'red' },
  notSold: { en: 'Not sold', ru: 'Не продан', tone: 'amber' },
  negotiating: { en: 'In negotiation', ru: 'Идут переговоры', tone: 'amber' },
  unsold: { en: 'Unsold', ru: 'Снят непроданным', tone: 'amber' },
  cancelled: { en: 'Cancelled', ru: 'Отменён', tone: 'grey' },
  removed: { en: 'Removed', ru: 'Снят', tone: 'amber' },
  unknown: { en: 'Unknown', ru: 'Неизвестно', tone: 'amber' },
  available: { en: 'Available', ru: 'В продаже', tone: 'green' },
  ordered: { en: 'Ordered', ru: 'Заказан', tone: 'red' },
  expired: { en: 'No longer offered', ru: 'Больше не предлагается', tone: 'grey' },
};

/** The label of a state, the only one on all screens, lists and files. */
export const lotStateLabel = (state: LotState, russian: boolean): string => LABELS[state][russian ? 'ru' : 'en'];

/** Color of the state's dot; the label is always beside it. */
export const lotStateTone = (state: LotState): Tone => LABELS[state].tone;
