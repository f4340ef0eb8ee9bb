import type { Permissions } from '@seri/contract/auth/permissions.ts';
import { type CompanySettingsValues, companySettingsSchema } from '@seri/contract/company/settings.ts';
import type { StandingOrder } from './next-order.ts';

/** Columns of a bid that a command may write. */
export interface BidValues {
  status: number;
  amountYen: number;
  adjustmentYen: number;
  heldYen: number;
  groupValue: number | null;
  /** Null for a bid outside every round; `groupValue` alone does not group it. */
  groupRound: number | null;
  /** Whether the group allows this bid's order to go to the agent. */
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

/** `mayBeBought`: the agent may have an order of this bid, and its result is not known. */
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

/** The number of cars a group buys, and its newest round. */
export interface GroupRow {
  value: number;
  cars: number;
  round: number;
}

/** A bid of a round that is not over. */
export interface GroupedBid extends BidState {
  auctionAt: Date;
  agentCutoffAt: Date;
  mayBeBought: boolean;
}

/** Everything the rules need about one client's bid on one lot, read after the locks were taken. */
export interface BidContext {
  now: Date;
  /** The same instant as text of the database, with microseconds. */
  nowText: string;
  /** The day in Japan. */
  today: string;
  client: ClientState | null;
  lot: LotState | null;
  /** The client's live bid on the lot: New, Bid, Win or Won. */
  live: OwnBid | null;
  /** The requested bid. */
  bid: OwnBid | null;
  order: StandingOrder | null;
  /** Bids of all clients on this lot that decide the agent's order: accepted, won, or with an order at the agent. */
  rivals: BidState[];
  /** The client's groups, and the bids of their open rounds. */
  groups: GroupRow[];
  grouped: GroupedBid[];
  settings: CompanySettingsValues;
}

export type ResolvedBidContext = BidContext & { client: ClientState; lot: LotState };

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
