import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { findRows } from '../lots/gather-queries.ts';
import { NO_FILTER } from '../lots/matching-queries.ts';
import { createLog } from '../platform/log.ts';
import { aLot, comingDate, demoHouse, imported } from '../testing/feed.ts';
import { createLot } from '../testing/lots.ts';
import { ownDatabase } from '../testing/own-database.ts';
import { checkComingPrices } from './check-coming-prices.ts';
import { comingPricesDrift } from './coming-price-queries.ts';
import { turnDay } from './counter-queries.ts';

const log = createLog('test', 'silent');
const LOTS = 12;
const database = ownDatabase();
const ids: number[] = [];
beforeEach(async () => {
  await database.pool.query('delete from lots');
  ids.length = 0;
  for (let n = 0; n < LOTS; n++)
    ids.push(
      await createLot(database.db, { model: `MODEL ${n % 3}`, start_price_yen: n % 4 === 0 ? null : 1_000 * (n % 5) }),
    );
});

const write = (set: string, of: number[]) =>
  database.pool.query(`update lots set ${set} where id = any($1::bigint[])`, [of]);
const YESTERDAY = `(now() at time zone 'Asia/Tokyo')::date - 1`;

/** What can happen to lots, to several at once as a feed does it. */
const CHANGES: Record<string, (of: number[], yen: number) => Promise<unknown>> = {
  'another price': (of, yen) => write(`start_price_yen = ${yen}`, of),
  'prices of their own': (of, yen) => write(`start_price_yen = ${yen} + id % 7`, of),
  'no price': (of) => write('start_price_yen = null', of),
  sold: (of) => write('status = 4533, sold_price_yen = 700000', of),
  'withdrawn and with another price': (of, yen) => write(`status = 4537, start_price_yen = ${yen}`, of),
  private: (of) => write('is_private = not is_private', of),
  'another model': (of, yen) => write(`maker = 'HONDA', model = 'MODEL ${yen % 3}'`, of),
  'another year, mileage and grade': (of, yen) =>
    write(`year = ${2_000 + (yen % 9)}, mileage_km = ${yen}, condition = 'S'`, of),
  'at a fixed price, ordered or not': (of) => write(`lot_source = 'stock', is_ordered = not is_ordered`, of),
  'a day that is over': (of) => write(`auction_day = ${YESTERDAY}`, of),
  'a day that is to come': (of) => write(`auction_day = ${YESTERDAY} + 3`, of),
  'only over night': async (of) => {
    await database.pool.query('alter table lots disable trigger lots_place');
    await write(`auction_day = ${YESTERDAY}`, of);
    await database.pool.query('alter table lots enable trigger lots_place');
    await turnDay(database);
  },
  another: (of, yen) => write(`remarks = 'R${yen}'`, of),
  gone: (of) => database.pool.query('delete from lots where id = any($1::bigint[])', [of]),
  'written again': async (of) => {
    const names = `vehicle, lot_source, source, source_id || '+', source_updated_at, house_id, lot_no + 1000, auction_day, auction_at,
      time_known, bids_close_at, agent_cutoff_at, cancel_until, status, maker, model, start_price_yen`;
    const { rows } = await database.pool.query(
      `insert into lots (${names.replace(` || '+'`, '').replace(' + 1000', '')})
       select ${names} from lots where id = any($1::bigint[]) on conflict do nothing returning id`,
      [of],
    );
    ids.push(...rows.map(({ id }) => Number(id)));
  },
};

async function expectedOrder(isDescending: boolean): Promise<number[]> {
  const way = isDescending ? 'desc' : 'asc';
  const { rows } = await database.pool.query(
    `select id from lots where coming_page = 'car-auction' and not is_private and auction_day > ${YESTERDAY}
      order by start_price_yen ${way} nulls last, id ${way}`,
  );
  return rows.map(({ id }) => Number(id));
}
const found = async (order: 'ASC' | 'DESC') => {
  const list = {
    pageType: 'car-auction',
    filter: NO_FILTER,
    audience: 'everybody',
    sort: 'startPrice',
    order,
  } as const;
  return (await findRows(database.db, list, { anchor: null, most: 500 })).map(({ id }) => Number(id));
};

describe('the order of what coming lots start at', () => {
  test('has each coming lot once and says what it says, whatever happens to them', async () => {
    const change = fc.record({
      what: fc.constantFrom(...Object.keys(CHANGES)),
      which: fc.array(fc.nat(LOTS - 1), { minLength: 1, maxLength: LOTS }),
      yen: fc.integer({ min: 0, max: 9_000 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 12 }), async (changes) => {
        for (const { what, which, yen } of changes) {
          await CHANGES[what]?.([...new Set(which.map((at) => ids[at] ?? 0))], yen);
          expect([what, await comingPricesDrift(database)]).toEqual([what, []]);
        }
        expect(await found('ASC')).toEqual(await expectedOrder(false));
        expect(await found('DESC')).toEqual(await expectedOrder(true));
      }),
      { numRuns: 40 },
    );
  });

  test('is not written when nothing of it changed, nor for lots of which nothing did', async () => {
    const versions = async () => {
      const { rows } = await database.pool.query('select lot_id, xmin::text from coming_prices order by 1');
      return rows;
    };
    const before = await versions();
    await write(`remarks = 'seen', start_price_yen = start_price_yen, average_price_yen = 5`, ids);
    expect(await versions()).toEqual(before);
    await write(`start_price_yen = case when id = ${ids[3]} then 77 else start_price_yen end`, ids);
    const after = await versions();
    expect(after.filter((row, at) => row.xmin !== before[at].xmin).map((row) => Number(row.lot_id))).toEqual([ids[3]]);
  });

  test('is there after a first load', async () => {
    const rows = Array.from({ length: 30 }, (_, n) =>
      aLot({ sourceId: `first-${n}`, lotNo: 100 + n, startPrice: 1_000 * n, auctionDate: comingDate() }),
    );
    await imported(database, [demoHouse(), ...rows], { firstLoad: true });
    expect(await comingPricesDrift(database)).toEqual([]);
    expect((await found('ASC')).length).toBe(LOTS + rows.length);
  });

  test('is put right at night where it is wrong', async () => {
    expect(await checkComingPrices(database, log)).toBe(0);
    await database.pool.query(`update coming_prices set start_price_yen = 1 where lot_id = $1`, [ids[1]]);
    await database.pool.query(`delete from coming_prices where lot_id = $1`, [ids[2]]);
    await database.pool.query(`update coming_prices set lot_id = -1 where lot_id = $1`, [ids[3]]);
    expect((await comingPricesDrift(database)).map(({ lotId }) => Number(lotId))).toEqual([-1, ids[1], ids[2], ids[3]]);
    expect(await checkComingPrices(database, log)).toBe(4);
    expect(await comingPricesDrift(database)).toEqual([]);
  });
});
