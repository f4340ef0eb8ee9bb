import type { Permissions } from '@seri/contract/auth/permissions.ts';
import { ROLE } from '@seri/contract/auth/permissions.ts';
import type { BidFacts } from '@seri/contract/bids/rules.ts';
import { isArchived } from '@seri/contract/bids/statuses.ts';
import { type CompanySettingsValues, companySettingsSchema } from '@seri/contract/company/settings.ts';
import { UNLIMITED } from '@seri/contract/money.ts';
import { besideOf, type GroupedBid, type GroupPlace, type GroupRow, placeOf } from './group-place.ts';
import type { StandingOrder } from './next-order.ts';

/** What a command may write of a bid. */
export interface BidValues {
  status: number;
  amountYen: number;
  adjustmentYen: number;
  heldYen: number;
  groupValue: number | null;
  /** Null: the bid is on its own, whatever its group says. */
  groupRound: number | null;
  /** The group lets its order go to the agent. */
  groupCleared: boolean;
  exportType: number | null;
  autoBid: boolean;
  soldPriceYen: number | null;
  finishReason: string | null;
  notForwarded: boolean;
  comment: string;
}

/** A bid as the database describes it in `bid_facts`. */
export interface BidState extends BidValues {
  bidId: number;
  userId: number;
  lotId: number;
  version: number;
  bidAt: Date;
  statusAt: Date;
  amountAt: Date;
}

/** `mayBeBought`: an order of it may stand at the agent and its result is not known. */
export type OwnBid = BidState & { mayBeBought: boolean };

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
  live: OwnBid | null;
  /** The bid that was asked for. */
  bid: OwnBid | null;
  order: StandingOrder | null;
  /** Bids of anybody on this lot that the agent's order depends on: accepted, won, or with an order still standing. */
  rivals: BidState[];
  /** The client's groups, and the bids of their rounds that go on. */
  groups: GroupRow[];
  grouped: GroupedBid[];
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

export const parseGrouped = (raw: unknown): GroupedBid[] => (raw as Raw[]).map((bid) => withDates<GroupedBid>(bid));

export const parseContext = (raw: Raw): BidContext => ({
  now: new Date(String(raw.now)),
  nowText: String(raw.now),
  today: String(raw.today),
  client: raw.client as ClientState | null,
  lot: withDates<LotState | null>(raw.lot),
  live: withDates<OwnBid | null>(raw.live),
  bid: withDates<OwnBid | null>(raw.bid),
  order: raw.order as StandingOrder | null,
  rivals: (raw.rivals as Raw[]).map((rival) => withDates<BidState>(rival)),
  groups: raw.groups as GroupRow[],
  grouped: parseGrouped(raw.grouped),
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

interface Attempt {
  amountYen: number | undefined;
  adjustmentYen: number;
  exportTypeGiven: boolean;
  /** Where the bid stands once it is placed; where it stands now when not given. */
  place?: GroupPlace;
}

/** The facts of the contract's rule for a bid that takes the place of `replaced`. */
export function factsOf(context: Known, replaced: OwnBid | null, attempt: Attempt): BidFacts {
  const { client, lot, now } = context;
  const { permissions } = client;
  const place = attempt.place ?? placeOf(replaced);
  const { otherYen, floorYen } = besideOf(context, replaced, place);
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
      otherExposureYen: otherYen,
      coveredYen: floorYen,
    },
    current: replaced,
    exportType: {
      given: attempt.exportTypeGiven,
      required: permissions.exportTypeShow === true && permissions.exportTypeOptional !== true,
    },
    groupNeedsCars: place.needsCars,
  };
}

/** Bids of these clients always wait for a manager (decisions D1.4). */
export const mayAutobid = (client: ClientState): boolean => client.roleId !== ROLE.troublesome;

export const isReadOnly = (bid: BidState, lot: LotState): boolean => isArchived(bid.status, lot.dayOver);
