import type { LotRow } from '@seri/contract/feed/rows.ts';
import type { AuctionTimes, HiddenMarket } from './market.ts';

export const DEMO_SOURCE = 'demo';

/** A lot: the data known only to the auction house, and its row, created on demand. */
export interface DemoLot {
  sourceId: string;
  times: AuctionTimes;
  market: HiddenMarket;
  /** The earlier lot of a relisted vehicle. */
  returnOf?: DemoLot;
  row(): LotRow;
}

const JAPAN_MS = 9 * 3_600_000;
/** ISO with +09:00, without calendar arithmetic, which would dominate the generation of a lot. */
export const japanTime = (atMs: number): string => `${new Date(atMs + JAPAN_MS).toISOString().slice(0, 19)}+09:00`;
