import { once } from 'node:events';
import type { Writable } from 'node:stream';
import type { FeedRow, HouseRow, LotRow, ProductionMonthRow } from '@seri/contract/feed/rows.ts';
import { japanDay, shiftDay } from '@seri/server/platform/i18n/japan-time.ts';
import { archiveShare } from './archive-share.ts';
import {
  builtModels,
  countDemoDay,
  countDemoStock,
  demoDay,
  demoHouses,
  demoReturns,
  demoStock,
  listedAt,
} from './catalogue.ts';
import { saleHouseRow } from './continuous-sale.ts';
import { DEMO_SOURCE, type DemoLot } from './demo-lot.ts';
import { OPENS_AT } from './house-day.ts';
import { implausible } from './implausible.ts';
import { outcomeOf } from './market.ts';
import { STOCK_DAYS, YARD_COUNT, yardRows } from './stock.ts';
import { productionMonths } from './vehicles/production-months.ts';

interface FeedSpan {
  /** First and last Japanese day, YYYY-MM-DD, both included. */
  from: string;
  to: string;
  now: Date;
  /** Every lot of every past day, not only those in the demonstration's archive. */
  isComplete?: boolean;
}

/** Relisted vehicles, relative to the new ones of a day. */
const RETURNS_SHARE = 0.042;
/** Makers with production months; others have none, as for an operator with few lists. */
const MONTHS_OF = new Set(['TOYOTA', 'YAMAHA']);
const MONTHS_FROM_YEAR = 2012;

const demoMonths = (untilYear: number): ProductionMonthRow[] =>
  productionMonths(
    DEMO_SOURCE,
    builtModels(untilYear).filter(({ maker, year }) => MONTHS_OF.has(maker) && year >= MONTHS_FROM_YEAR),
  );

/** Approximate number of rows that `writeDemoFeed` writes for these days, for a progress bar. */
export function countDemoRows({ from, to, now, isComplete }: FeedSpan): number {
  const days = daysOf({ from, to });
  const shareOf = isComplete ? () => 1 : archiveShare(japanDay(now));
  const lots = days.reduce((sum, day) => sum + countDemoDay(day, shareOf), 0);
  const before = demoHouses.length + YARD_COUNT + 1 + demoMonths(yearOf(to)).length;
  return (
    before +
    Math.round(lots * (1 + RETURNS_SHARE)) +
    days.filter((day) => isStockOpen(day, now)).length * countDemoStock()
  );
}

/**
 * Writes the demonstration's auction houses, production months, past sales, upcoming lots and fixed-price cars as feed
 * lines. A past lot includes its result, a relisted one its first listing, even when earlier than the span. The cars of the
 * continuous sale are left to its own process. Ends `out`.
 */
export async function writeDemoFeed({ from, to, now, isComplete, out }: FeedSpan & { out: Writable }): Promise<void> {
  const write = async (rows: FeedRow[]) => {
    if (rows.length > 0 && !out.write(toLines(rows))) await once(out, 'drain');
  };
  await write(houseRows(from));
  await write(demoMonths(yearOf(to)));
  const shareOf = isComplete ? () => 1 : archiveShare(japanDay(now));
  for (const day of daysOf({ from, to })) {
    const again = demoReturns(day, shareOf).filter((lot) => isRelisted(lot, now));
    const unlisted = again.flatMap(({ returnOf }) =>
      returnOf && returnOf.sourceId.slice(0, 10) < from ? [returnOf] : [],
    );
    await write([...demoDay(day, shareOf), ...unlisted, ...again].map((lot) => plausible(lotRowAt(lot, now))));
    await write(openStock(day, now).map(plausible));
  }
  out.end();
}

/** Stops at an implausible row, so that tests detect it. */
function plausible(row: LotRow): LotRow {
  const wrong = implausible(row);
  if (wrong.length > 0) throw new Error(`Demonstration lot ${row.sourceId} is not plausible: ${wrong.join('; ')}`);
  return row;
}

const yearOf = (day: string) => Number(day.slice(0, 4));

export const houseRows = (firstDay: string): HouseRow[] => {
  const updatedAt = listedAt(firstDay);
  return [
    saleHouseRow(updatedAt),
    ...yardRows(updatedAt),
    ...demoHouses.map(
      (house): HouseRow => ({
        kind: 'house',
        source: DEMO_SOURCE,
        updatedAt,
        name: house.name,
        isUss: house.isUss,
        weekdays: house.weekdays,
        opensAt: OPENS_AT,
        haulageYen: house.haulageYen,
        exportPort: house.exportPort,
      }),
    ),
  ];
};

/** Whether the first sale of a relisted lot has ended by now. */
export const isRelisted = ({ returnOf }: DemoLot, now: Date): boolean =>
  returnOf !== undefined && returnOf.times.auctionAtMs + returnOf.times.negotiationDelayMs <= now.getTime();

/** Whether cars listed on this day may still be on offer; older days need not be generated. */
const isStockOpen = (day: string, now: Date): boolean => day >= shiftDay(japanDay(now), -STOCK_DAYS);

/** Fixed-price cars listed on this day whose offer has not ended. */
export const openStock = (day: string, now: Date): LotRow[] =>
  (isStockOpen(day, now) ? demoStock(day) : [])
    .filter(({ times }) => times.auctionAtMs > now.getTime())
    .map((lot) => lot.row());

/** The lot's row at this instant, with the result once it has passed. */
export function lotRowAt({ row, market, times }: DemoLot, now: Date): LotRow {
  const passed = outcomeOf(market, times, null).findLast(({ atMs }) => atMs <= now.getTime());
  if (!passed) return row();
  return {
    ...row(),
    updatedAt: new Date(passed.atMs).toISOString(),
    status: passed.status,
    soldPrice: passed.soldPriceYen,
  };
}

export const toLines = (rows: readonly FeedRow[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

function daysOf({ from, to }: Pick<FeedSpan, 'from' | 'to'>): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = shiftDay(day, 1)) days.push(day);
  return days;
}
