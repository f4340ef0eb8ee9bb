import type { Permissions } from '@seri/contract/auth/permissions.ts';
import { ROLE } from '@seri/contract/auth/permissions.ts';
import { type BidFacts, bidExposureYen } from '@seri/contract/bids/rules.ts';
import { isArchived } from '@seri/contract/bids/statuses.ts';
import { type CompanySettingsValues, companySettingsSchema } from '@seri/contract/company/settings.ts';
import { UNLIMITED } from '@seri/contract/money.ts';
import type { StandingOrder } from './next-order.ts';

/** A bid as the database describes it in `bid_facts`. */
/** What a command may write of a bid. */
export interface BidValues {
  status: number;
  amountYen: number;
  adjustmentYen: number;
  heldYen: number;
  groupValue: number | null;
  exportType: number | null;
  autoBid: boolean;
  soldPriceYen: number | null;
  finishReason: string | null;
  notForwarded: boolean;
  comment: string;
}

export interface BidState extends BidValues {
  bidId: number;
  userId: number;
  lotId: number;
  version: number;
  bidAt: Date;
  statusAt: Date;
  amountAt: Date;
}

export interface LotState {
  lotId: number;
  vehicle: string;
  lotSource: 'auction' | 'stock';
  isPrivate: boolean;
  status: number;
  startPriceYen: number | null;
  averagePriceYen: number | null;
  auctionAt: Date;
  bidsCloseAt: Date;
  agentCutoffAt: Date;
  cancelUntil: Date;
  dayOver: boolean;
  houseOverbidYen: number | null;
}

export interface ClientState {
  balanceYen: number;
  creditLimitYen: number;
  exposureYen: number;
  dailyBidLimit: number;
  bidsDay: string;
  bidsThatDay: number;
  permissions: Permissions;
  roleId: number;
  autobid: boolean;
}

/** What the rules need about one client's bid on one lot, as it was after the locks were taken. */
export interface BidContext {
  now: Date;
  /** The same instant as the database wrote it, with its microseconds. */
  nowText: string;
  /** The day in Japan. */
  today: string;
  client: ClientState | null;
  lot: LotState | null;
  /** The client's bid on the lot in 1, 2, 6 or 7. */
  live: BidState | null;
  /** The bid that was asked for. */
  bid: BidState | null;
  order: StandingOrder | null;
  /** Bids of anybody on this lot that the agent's order depends on: accepted, won, or with an order still standing. */
  rivals: BidState[];
  settings: CompanySettingsValues;
}

export type Known = BidContext & { client: ClientState; lot: LotState };

type Raw = Record<string, unknown>;
const INSTANTS = ['auctionAt', 'bidsCloseAt', 'agentCutoffAt', 'cancelUntil', 'bidAt', 'statusAt', 'amountAt'];

function withDates<T>(raw: unknown): T {
  if (raw === null) return raw as T;
  const entries = Object.entries(raw as Raw);
  return Object.fromEntries(
    entries.map(([key, value]) => [key, INSTANTS.includes(key) ? new Date(String(value)) : value]),
  ) as T;
}

export const parseContext = (raw: Raw): BidContext => ({
  now: new Date(String(raw.now)),
  nowText: String(raw.now),
  today: String(raw.today),
  client: raw.client as ClientState | null,
  lot: withDates<LotState | null>(raw.lot),
  live: withDates<BidState | null>(raw.live),
  bid: withDates<BidState | null>(raw.bid),
  order: raw.order as StandingOrder | null,
  rivals: (raw.rivals as Raw[]).map((rival) => withDates<BidState>(rival)),
  settings: companySettingsSchema.parse(raw.settings),
});

/** Bids this client may still place today; -1 is unlimited. */
function bidsLeftToday({ client, today }: Known): number {
  if (client.dailyBidLimit === UNLIMITED) return UNLIMITED;
  return Math.max(0, client.dailyBidLimit - (client.bidsDay === today ? client.bidsThatDay : 0));
}

/** What the house lets the agent add: the house's own value, never above the company's (decisions D5.19). */
export const overbidYen = ({ lot, settings }: Known): number =>
  lot.lotSource === 'stock' ? 0 : Math.min(lot.houseOverbidYen ?? settings.overbidAmount, settings.overbidAmount);

const ACCEPTED: readonly number[] = [2, 6, 7];
/** Has the order of somebody else been accepted? The first one has the car (decisions D5.8). */
export const isTaken = ({ lot, rivals }: Known, own: BidState | null): boolean =>
  lot.lotSource === 'stock' && rivals.some(({ bidId, status }) => bidId !== own?.bidId && ACCEPTED.includes(status));

/** The facts of the contract's rule for a bid that takes the place of `replaced`. */
export function factsOf(
  context: Known,
  replaced: BidState | null,
  attempt: { amountYen: number | undefined; adjustmentYen: number; exportTypeGiven: boolean },
): BidFacts {
  const { client, lot, now } = context;
  const { permissions } = client;
  return {
    now,
    lot: { ...lot, source: lot.lotSource, isTaken: isTaken(context, replaced) },
    amountYen: attempt.amountYen,
    adjustmentYen: attempt.adjustmentYen,
    client: {
      biddingAllowed: permissions.biddingAllowed === true,
      // A missing check counts as set: money fails closed.
      bidDeadlineCheck: permissions.bidDeadlineCheck !== false,
      creditLimitCheck: permissions.creditLimitCheck !== false,
      dailyBidLimitCheck: permissions.dailyBidLimitCheck !== false,
      balanceYen: client.balanceYen,
      creditLimitYen: client.creditLimitYen,
      bidsLeftToday: bidsLeftToday(context),
      otherExposureYen: client.exposureYen - (replaced ? bidExposureYen(replaced) : 0),
    },
    current: replaced,
    exportType: {
      given: attempt.exportTypeGiven,
      required: permissions.exportTypeShow === true && permissions.exportTypeOptional !== true,
    },
  };
}

/** Bids of these clients always wait for a manager (decisions D1.4). */
export const mayAutobid = (client: ClientState): boolean => client.roleId !== ROLE.troublesome;

export const isReadOnly = (bid: BidState, lot: LotState): boolean => isArchived(bid.status, lot.dayOver);
