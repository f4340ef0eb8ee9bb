import { Kysely, PostgresDialect, sql } from 'kysely';
import { escapeLiteral } from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { japanDay } from '../platform/japan-time.ts';
import type { DB } from '../platform/tables.ts';
import { createLot } from '../testing/lots.ts';
import { ownLotPortal } from '../testing/own-lot-portal.ts';
import { findListing } from './listing-queries.ts';
import { NO_FILTER } from './matching-queries.ts';

const LOTS = 6_000;
/** Of the first model, of which every twelfth is of today. */
const OF_MODEL = LOTS / 4;
const SIZE = 70;
const MODEL = { maker: ['HONDA'], model: ['MODEL 0'] };
const { portal, client } = ownLotPortal();

beforeAll(async () => {
  const { db } = portal.database;
  await createLot(db, { house: 'JU Kobe', isUss: false, is_private: true });
  const like = await createLot(db, { is_private: true });
  // Alike by the dozen in all they are sorted by; today's at every hour of the day, some without one; some withdrawn.
  for (let from = 1; from <= LOTS; from += 1_000)
    await sql`insert into lots (vehicle, lot_source, source, source_id, source_updated_at, house_id, lot_no, auction_day,
        auction_at, time_known, bids_close_at, agent_cutoff_at, cancel_until, status, maker, model, year, mileage_km,
        condition, start_price_yen, sold_price_yen, images, chassis_code, gearbox, color, grade, equip)
      select vehicle, lot_source, source, source_id || '.' || n,
        source_updated_at, (select id from auction_houses order by (id + n) % 3 limit 1), 10000 + n, day, hour at time zone 'Asia/Tokyo',
        (n / 48) % 5 > 0, hour at time zone 'Asia/Tokyo', hour at time zone 'Asia/Tokyo', hour at time zone 'Asia/Tokyo',
        case when n % 37 = 0 then 4536 else status end, 'HONDA', 'MODEL ' || n % 4, nullif(1999 + n * 7 % 20, 1999), nullif(n * 13 % 30, 0) * 1000,
        (array['S', '4.5', '3', 'R', '?'])[1 + n * 11 % 5], nullif(n * 17 % 25, 0) * 10000,
        nullif(n * 19 % 10, 0) * 5000, images, chassis_code, gearbox, color, grade, equip
      from lots, generate_series(${from}::integer, ${from + 999}::integer) n,
        lateral (select (now() at time zone 'Asia/Tokyo')::date + case when n / 4 % 12 = 0 then 0 else 1 + n % 3 end as day) days,
        lateral (select case when (n / 48) % 5 > 0 then day + n * 31 % 240 * interval '6 minutes' else day + time '09:00' end as hour) hours
      where lots.id = ${like}`.execute(db);
  await sql`vacuum analyze lots`.execute(db);
}, 120_000);

const OPEN = `(status in (4531, 4532) and bids_close_at > now())`;
const USUAL = `not ${OPEN}, case when ${OPEN} then bids_close_at end, case when ${OPEN} then id end,
  bids_close_at > now(), case when bids_close_at <= now() then bids_close_at end desc,
  case when bids_close_at <= now() then id end desc, bids_close_at, id`;
const byValue = (sort: string, column: string) =>
  ['asc', 'desc'].map((way): [string, string] => [
    `sort=${sort}&order=${way.toUpperCase()}`,
    `${column} ${way} nulls last, id ${way}`,
  ]);
const ORDERS: [string, string][] = [
  ['', USUAL],
  ['sort=auctionDate&order=ASC', 'time_up, id'],
  ['sort=auctionDate&order=DESC', 'time_down desc, id desc'],
  ...byValue('year', 'year'),
  ...byValue('mileage', 'mileage_km'),
  ...byValue('condition', 'condition_rank'),
  ...byValue('startPrice', 'start_price_yen'),
  ...byValue('soldPrice', 'sold_price_yen'),
];
const FILTERS: [string, string][] = [
  ['maker=HONDA&model=MODEL 0', `model = 'MODEL 0'`],
  ['maker=HONDA&model=MODEL 0&yearFrom=2010&condition=4.5', `model = 'MODEL 0' and year >= 2010 and condition = '4.5'`],
  ['maker=HONDA&model=MODEL 0&model=MODEL 1', `model in ('MODEL 0', 'MODEL 1')`],
  ['open=1', OPEN],
  ['open=0', `not ${OPEN}`],
  ['open=1&maker=HONDA&model=MODEL 0', `model = 'MODEL 0' and ${OPEN}`],
  ['open=0&maker=HONDA&yearFrom=2010', `maker = 'HONDA' and year >= 2010 and not ${OPEN}`],
  ['auction=JU Kobe', `house_id = (select id from auction_houses where name = 'JU Kobe')`],
  ['auction=JU Kobe&auction=USS Tokyo', `house_id in (select id from auction_houses)`],
];

describe('coming lots', () => {
  test.each(FILTERS.flatMap((filter) => ORDERS.map((order) => [...filter, ...order] as const)))(
    'under "%s" (%s), sorted by "%s", stand in the order of the whole list',
    async (filter, where, sorting, order) => {
      const { rows } = await sql<{ id: number }>`
        select id from lots where coming_page = 'car-auction' and not is_private and ${sql.raw(where)}
         order by ${sql.raw(order)}`.execute(portal.database.db);
      const all = rows.map(({ id }) => String(id));
      expect(all.length).toBeGreaterThan(SIZE);
      const last = Math.ceil(all.length / SIZE);
      for (const page of new Set([1, 2, 14, 15, 16, Math.floor(last / 2), last].filter((one) => one <= last))) {
        const query = `${filter}&pageSize=${SIZE}&page=${page}&${sorting}`;
        const { body } = await portal.ask(client, 'GET', `/v1/car-auction/listing?${query}`);
        const found = body.carsList.map((row: { id: string }) => row.id);
        expect([page, found]).toEqual([page, all.slice((page - 1) * SIZE, page * SIZE)]);
      }
    },
  );

  test('of a model are more than run today, so that both kinds of them are asked for', async () => {
    const { rows } = await sql<{ lots: number; today: number; hourless: number }>`
      select count(*)::integer as lots, (count(*) filter (where auction_day = ${japanDay(new Date())}))::integer as today,
             (count(*) filter (where not time_known))::integer as hourless
        from lots where model = 'MODEL 0'`.execute(portal.database.db);
    expect(rows[0]).toEqual({ lots: OF_MODEL, today: OF_MODEL / 12, hourless: OF_MODEL / 5 });
  });
});

interface Node {
  'Node Type': string;
  'Index Name'?: string;
  'Subplan Name'?: string;
  'Actual Loops': number;
  'Actual Rows': number;
  Plans?: Node[];
}
const withAll = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(withAll)];

/** How what a page asks first is carried out when its plan is kept, part by part. */
async function partsOfPlan(sort: 'startPrice' | 'year' | undefined): Promise<Node[][]> {
  const { pool } = portal.database;
  let asked: { text: string; values: unknown[] } | undefined;
  const listening = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => {
      asked ??= { text: query.sql, values: [...query.parameters] };
    },
  });
  const list = { pageType: 'car-auction', filter: { ...NO_FILTER, ...MODEL }, audience: 'everybody' } as const;
  const start = { anchor: null, skip: 0 };
  await findListing(listening, { ...list, sort, order: 'ASC' }, { start, size: 20 });
  const { text = '', values = [] } = asked ?? {};
  const connection = await pool.connect();
  try {
    await connection.query(`set plan_cache_mode = force_generic_plan`);
    await connection.query(`prepare page as ${text}`);
    const { rows } = await connection.query(
      `explain (analyze, format json) execute page(${values.map((value) => escapeLiteral(String(value))).join(', ')})`,
    );
    const nodes = withAll(rows[0]['QUERY PLAN'][0].Plan);
    const named = nodes.filter((node) => node['Subplan Name']?.startsWith('CTE part_'));
    const last = nodes.find((node) => node['Node Type'] === 'Append')?.Plans?.at(-1);
    return named.length === 0 ? [nodes] : [...named, ...(last ? [last] : [])].map(withAll);
  } finally {
    connection.release(true);
  }
}

describe('the page of a model', () => {
  test('walks an index in the order of the page and stops after its rows', async () => {
    const [open = [], closed = [], endedEarly = []] = await partsOfPlan(undefined);
    const scan = open.find((node) => node['Index Name'] === 'lots_coming_model_closing');
    expect(scan?.['Actual Rows']).toBe(20);
    expect(open.map((node) => node['Node Type'])).not.toContain('Sort');
    for (const over of [closed, endedEarly]) {
      const walked = over.filter((node) => node['Index Name']);
      expect(walked.map((node) => [node['Index Name'], node['Actual Loops']])).toEqual([
        ['lots_coming_model_closing', 0],
      ]);
      expect(over.map((node) => node['Node Type'])).not.toContain('Sort');
    }
  });

  test('by price walks the prices of the model alone', async () => {
    const [known = []] = await partsOfPlan('startPrice');
    const scan = known.find((node) => node['Index Name'] === 'coming_prices_model');
    expect(scan?.['Actual Rows']).toBe(20);
    expect(known.map((node) => node['Node Type'])).not.toContain('Sort');
  });

  test('by year reads the lots of the model and no others', async () => {
    const [known = []] = await partsOfPlan('year');
    const scans = known.filter((node) => node['Index Name']);
    expect(scans.map((node) => node['Index Name'])).not.toContain('lots_coming_year');
    expect(scans[0]?.['Actual Rows']).toBeLessThanOrEqual(OF_MODEL);
  });
});
