import type { Permissions } from '@seri/contract/auth/permissions.ts';

/** An auction day as a database holds it: nobody in it has a name or an address. */
export interface StoredDay {
  settings: { key: string; value: unknown }[];
  houses: { id: number; isUss: boolean; overbidYen: number | null; haulageYen: number }[];
  lots: StoredLot[];
  clients: StoredClient[];
  managers: number[];
  groups: { userId: number; value: number; cars: number; firstRound: number }[];
  events: StoredEvent[];
  orders: StoredOrder[];
  /** What was decided about the day's clients: limits and how many cars a group buys. */
  accountEvents: AccountEvent[];
  /** When the groups of these clients decided. */
  decisions: { userId: number; at: Micros }[];
  /** What was booked for these clients beside the day's own purchases, since the first event. */
  bookings: { id: number; userId: number; amountYen: number; at: Micros }[];
}

/** Microseconds since 1970: what came first within a millisecond matters here. */
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
  /** Of another day than the one replayed: a group reaches over both. */
  isOtherDay: boolean;
  vehicle: string;
  houseId: number;
  auctionDay: string;
  startPriceYen: number | null;
  isPrivate: boolean;
  /** How the house says that it ended. */
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
  /** Before the first event of the day's lots. */
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
