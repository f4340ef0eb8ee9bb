import type { Flag } from '@seri/contract/auth/permissions.ts';
import type { PageType } from '@seri/contract/lots/page-types.ts';
import type { createLot } from './lots.ts';

const DAY = 24 * 60;

interface LotState {
  /** The view flags of which one opens the lot, written down from the rule and not from the code (business-rules.md#view-flags). */
  flags: Flag[];
  /** The pages that show lots of its kind. */
  pages: PageType[];
  lotType: 'auction' | 'stock' | 'bike';
  lot: Parameters<typeof createLot>[1];
}

const car = { pages: ['car-auction', 'stats'] as PageType[], lotType: 'auction' as const };
const bike = { pages: ['bikes', 'bike-stats'] as PageType[], lotType: 'bike' as const, flags: ['bikeView'] as Flag[] };
const stock = { pages: ['stock'] as PageType[], lotType: 'stock' as const, flags: ['onepriceView'] as Flag[] };
const coming: Flag[] = ['carAuctionsView'];
const past: Flag[] = ['salesStatisticsView'];

/** Every state a lot can be in, of every kind. Times are days away, so that no midnight in Japan falls between. */
export const LOT_STATES: Record<string, LotState> = {
  'a coming car': { ...car, flags: coming, lot: { auctionInMinutes: 3 * DAY } },
  'a running car': { ...car, flags: coming, lot: { auctionInMinutes: 3 * DAY, status: 4531 } },
  'a canceled coming car': { ...car, flags: coming, lot: { auctionInMinutes: 3 * DAY, status: 4536 } },
  'a removed coming car': { ...car, flags: coming, lot: { auctionInMinutes: 3 * DAY, status: 4537 } },
  'a coming car of unknown state': { ...car, flags: coming, lot: { auctionInMinutes: 3 * DAY, status: 4538 } },
  ...Object.fromEntries(
    [4533, 4534, 4535, 4539].map((status) => [
      `a car of today's lists with result ${status}`,
      { ...car, flags: [...coming, ...past], lot: { auctionInMinutes: 3 * DAY, status } },
    ]),
  ),
  ...Object.fromEntries(
    [4531, 4532, 4533, 4534, 4535, 4536, 4537, 4538, 4539].map((status) => [
      `a past car of status ${status}`,
      { ...car, flags: past, lot: { auctionInMinutes: -3 * DAY, status } },
    ]),
  ),
  'a coming motorcycle': { ...bike, lot: { vehicle: 'bike', auctionInMinutes: 3 * DAY } },
  'a motorcycle with a result': { ...bike, lot: { vehicle: 'bike', auctionInMinutes: 3 * DAY, status: 4533 } },
  'a past motorcycle': { ...bike, lot: { vehicle: 'bike', auctionInMinutes: -3 * DAY, status: 4535 } },
  'a car at a fixed price': { ...stock, lot: { lot_source: 'stock', auctionInMinutes: 3 * DAY } },
  'a sold car at a fixed price': { ...stock, lot: { lot_source: 'stock', auctionInMinutes: -3 * DAY, status: 4533 } },
};
