import { once } from 'node:events';
import type { Writable } from 'node:stream';
import type { FeedRow, HouseRow, LotRow } from '@seri/contract/feed/rows.ts';
import { shiftDay } from '../platform/japan-time.ts';
import { countDemoDay, DEMO_SOURCE, type DemoLot, demoDay, demoHouses, listedAt, OPENS_AT } from './catalogue.ts';
import { hallRow } from './demo-hall.ts';
import { outcomeOf } from './market.ts';

interface FeedSpan {
  /** First and last Japanese day, YYYY-MM-DD, both included. */
  from: string;
  to: string;
}

/** All rows `writeDemoFeed` writes for these days, for a progress bar. */
export function countDemoRows({ from, to }: FeedSpan): number {
  return daysOf({ from, to }).reduce((sum, day) => sum + countDemoDay(day), demoHouses.length + 1);
}

/**
 * The demonstration's houses, past sales and coming lots as feed lines; a lot that has passed carries its outcome. The
 * hall's cars are left to the auction house's own process. Ends `out`.
 */
export async function writeDemoFeed({ from, to, now, out }: FeedSpan & { now: Date; out: Writable }): Promise<void> {
  const write = async (rows: FeedRow[]) => {
    if (rows.length > 0 && !out.write(toLines(rows))) await once(out, 'drain');
  };
  await write(houseRows(from));
  for (const day of daysOf({ from, to })) await write(demoDay(day).map((lot) => lotRowAt(lot, now)));
  out.end();
}

const houseRows = (firstDay: string): HouseRow[] => {
  const updatedAt = listedAt(firstDay);
  return [
    hallRow(updatedAt),
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

/** The lot as its house would list it now, with the outcome once it has passed. */
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

function daysOf({ from, to }: FeedSpan): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = shiftDay(day, 1)) days.push(day);
  return days;
}
