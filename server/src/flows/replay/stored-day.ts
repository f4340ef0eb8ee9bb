import type { Permissions } from '@seri/contract/auth/permissions.ts';

/** An auction day as stored in a database, without names and addresses. */
export interface StoredDay {
  settings: { key: string; value: unknown }[];
  houses: { id: number; isUss: boolean; overbidYen: number | null; haulageYen: number }[];
  lots: StoredLot[];
  clients: StoredClient[];
  managers: number[];
  groups: { userId: number; value: number; cars: number; firstRound: number }[];
  events: StoredEvent[];
  orders: StoredOrder[];
  /** Decisions about the day's clients: limits, and the number of cars of a group. */
  accountEvents: AccountEvent[];
  /** Times of the group decisions of these clients. */
  decisions: { userId: number; at: Micros }[];
  /** Bookings of these clients since the first event, except the day's own purchases. */
  bookings: { id: number; userId: number; amountYen: number; at: Micros }[];
}

/** Microseconds since 1970: the order within a millisecond matters. */
export type Micros = number;

interface AccountEvent {
  userId: number;
  actorId: number | null;
  event: string;
  before: unknown;
  after: unknown;
  at: Micros;
}

export interface Instants {
  auctionAt: Date;
  bidsCloseAt: Date;
  agentCutoffAt: Date;
  cancelUntil: Date;
}

export interface StoredLot extends Instants {
  id: number;
  /** The lot runs on another day and shares a group round with the replayed day. */
  isOtherDay: boolean;
  vehicle: string;
  houseId: number;
  auctionDay: string;
  startPriceYen: number | null;
  isPrivate: boolean;
  /** Final LOT_STATUS, as reported by the auction house. */
  status: number;
  soldPriceYen: number | null;
  buyerOrderKey: string | null;
  resultAt: Micros | null;
}

export interface StoredClient {
  id: number;
  roleId: number;
  permissions: Partial<Permissions>;
  creditLimitYen: number;
  /** Balance before the first event of the day's lots. */
  openingBalanceYen: number;
}

export interface StoredEvent {
  id: number;
  bidId: number;
  lotId: number;
  clientId: number;
  at: Micros;
  actor: 'client' | 'manager' | 'system';
  actorId: number | null;
  event: string;
  after: LoggedState;
}

export interface LoggedState {
  status: number;
  amountYen: number;
  adjustmentYen: number;
  groupValue: number | null;
  exportType: number | null;
  autoBid: boolean;
  soldPriceYen: number | null;
  finishReason: string | null;
  lastHourAccepted?: boolean;
  offerYen?: number;
}

export interface StoredOrder {
  lotId: number;
  version: number;
  kind: 'order' | 'withdraw';
  bidId: number;
  maxYen: number;
  overbidYen: number;
  createdAt: Micros;
  acknowledgedAt: Micros | null;
}
