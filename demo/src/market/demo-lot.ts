import type { LotRow } from '@seri/contract/feed/rows.ts';
import type { AuctionTimes, HiddenMarket } from './market.ts';

export const DEMO_SOURCE = 'demo';

/** A lot: what only the house knows, and the row as it is listed, made when asked for. */
export interface DemoLot {
  sourceId: string;
  times: AuctionTimes;
  market: HiddenMarket;
  /** The earlier lot of a vehicle that comes again because nobody bought it. */
  returnOf?: DemoLot;
  row(): LotRow;
}

const JAPAN_MS = 9 * 3_600_000;
/** ISO with +09:00, without the calendar arithmetic that takes longer than all the rest of a lot. */
export const japanTime = (atMs: number): string => `${new Date(atMs + JAPAN_MS).toISOString().slice(0, 19)}+09:00`;
