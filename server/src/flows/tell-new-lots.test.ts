import { ROLE } from '@seri/contract/auth/permissions.ts';
import type { PageType } from '@seri/contract/lots/page-types.ts';
import type { Alert } from '@seri/contract/searches/routes.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findFinds } from '../mail/finds-queries.ts';
import { createLog } from '../platform/log.ts';
import { searchRoutes } from '../searches/routes.ts';
import { aLot, aResult, demoHouse, imported, type Row } from '../testing/feed.ts';
import { createPerson, type Person, type PersonOptions } from '../testing/people.ts';
import { type TestPortal, testPortal } from '../testing/portal.ts';
import { tellNewLots } from './tell-new-lots.ts';

const log = createLog('test', 'silent');
const TOMORROW = new Date(Date.now() + 36 * 3_600_000).toISOString();
let portal: TestPortal;
let nextLot = 1;

beforeAll(async () => {
  portal = await testPortal(searchRoutes);
  await imported(portal.database, [demoHouse()]);
});
afterAll(() => portal.close());
/** Nobody of an earlier test waits for mails. */
beforeEach(() => portal.database.pool.query(`update saved_searches set alert = 'off'`));

const sql = (text: string, values: unknown[] = []) => portal.database.pool.query(text, values);
const somebody = (options: PersonOptions = {}) => createPerson(portal.database.db, options);
const tell = () => tellNewLots(portal.database.db, log);

/** A model of the test's own, so that what it imports concerns nobody else. */
function newModel(): string {
  return `MODEL ${nextLot}`;
}

function aNew(model: string, more: Row = {}): Row {
  const number = nextLot++;
  return aLot({
    sourceId: `new-${number}`,
    lotNo: number,
    chassis: `ZVW50-${number}`,
    auctionDate: TOMORROW,
    model,
    ...more,
  });
}

interface Wish {
  model: string;
  alert?: Alert;
  page?: PageType;
  more?: string;
}

async function searching(person: Person, { model, alert = 'instant', page = 'car-auction', more = '' }: Wish) {
  const params = `${new URLSearchParams({ model })}${more}`;
  const answer = await portal.ask(person, 'POST', '/v1/user/save-search', { title: model, params, type: page, alert });
  expect(answer.status).toBe(200);
  return (await portal.ask(person, 'GET', `/v1/user/my-search?type=${page}`)).body.items[0].id as number;
}

/** What each mail to a person tells: source ids by search. */
async function told({ id }: Person): Promise<string[][]> {
  const { rows } = await sql(
    `select array_agg(l.source_id order by l.id) as lots from mails m
       join search_matches f on f.alert_id = (m.data ->> 'alertId')::bigint join lots l on l.id = f.lot_id
      where m.user_id = $1 and m.kind = 'new_lots' group by m.id order by m.id`,
    [id],
  );
  return rows.map(({ lots }) => lots);
}

async function feed(...rows: Row[]): Promise<void> {
  await imported(portal.database, rows);
  await tell();
}

describe('a new lot', () => {
  test('is told to who searches for it, and to nobody else', async () => {
    const [anna, boris, clara] = [await somebody(), await somebody(), await somebody()];
    const [model, other] = [newModel(), 'SOMETHING ELSE'];
    await searching(anna, { model });
    await searching(boris, { model: other });
    await searching(clara, { model, alert: 'off' });
    const lot = aNew(model);
    await feed(lot);
    expect([await told(anna), await told(boris), await told(clara)]).toEqual([[[lot.sourceId]], [], []]);
  });

  test('is told once: not with the same file, a new price, another day or a result', async () => {
    const anna = await somebody();
    const model = newModel();
    await searching(anna, { model });
    const lot = aNew(model);
    await feed(lot);
    await feed(lot);
    await feed({ ...lot, updatedAt: '2026-11-20T01:00:00Z', startPrice: 350_000 });
    const dayAfter = new Date(Date.parse(TOMORROW) + 24 * 3_600_000).toISOString();
    await feed({ ...lot, updatedAt: '2026-11-20T02:00:00Z', auctionDate: dayAfter });
    await feed(aResult({ sourceId: lot.sourceId, status: 4535, soldPrice: null }));
    expect(await told(anna)).toEqual([[lot.sourceId]]);
  });

  test('is told once to a search when the car is listed again; without a chassis number each lot is a car', async () => {
    const anna = await somebody();
    const model = newModel();
    await searching(anna, { model });
    const [first, again] = [aNew(model, { chassis: 'ZVW50-777' }), aNew(model, { chassis: 'zvw50-777' })];
    const [code, sameCode] = [aNew(model, { chassis: 'ZVW50' }), aNew(model, { chassis: 'ZVW50' })];
    await feed(first);
    await feed(again);
    await feed(code);
    await feed(sameCode);
    expect(await told(anna)).toEqual([[first.sourceId], [code.sourceId], [sameCode.sourceId]]);
  });

  test('two listings of a car in one file are one lot in the mail', async () => {
    const anna = await somebody();
    const model = newModel();
    await searching(anna, { model });
    const lots = [aNew(model, { chassis: 'ZVW50-778' }), aNew(model, { chassis: 'ZVW50-778' })];
    await feed(...lots);
    expect(await told(anna)).toEqual([[lots[0]?.sourceId]]);
  });

  test('that was listed before the search is not new, whatever changes; one that fits later is', async () => {
    const anna = await somebody();
    const model = newModel();
    const [old, bare] = [aNew(model), aNew(model, { condition: '' })];
    await feed(old);
    await searching(anna, { model, more: '&condition=4.5' });
    await feed({ ...old, updatedAt: '2026-11-20T01:00:00Z', mileage: 1 });
    await feed(bare);
    expect(await told(anna)).toEqual([]);
    await feed({ ...bare, updatedAt: '2026-11-20T01:00:00Z', condition: '4.5' });
    expect(await told(anna)).toEqual([[bare.sourceId]]);
  });

  test('that came while mails were off is not told when they are on again', async () => {
    const anna = await somebody();
    const model = newModel();
    const id = await searching(anna, { model });
    const set = (alert: Alert) => portal.ask(anna, 'POST', '/v1/user/update-search', { id, alert });
    const [unwanted, wanted] = [aNew(model), aNew(model)];
    await set('off');
    await feed(unwanted);
    await set('instant');
    await feed({ ...unwanted, updatedAt: '2026-11-20T01:00:00Z', mileage: 1 });
    await feed(wanted);
    expect(await told(anna)).toEqual([[wanted.sourceId]]);
  });

  test('comes with all others of its import and all searches of the person in one mail', async () => {
    const anna = await somebody();
    const model = newModel();
    await searching(anna, { model });
    await searching(anna, { model, more: '&yearFrom=2010' });
    const lots = [aNew(model), aNew(model), aNew(model)];
    await feed(...lots);
    const ids = lots.flatMap(({ sourceId }) => [sourceId, sourceId]);
    expect(await told(anna)).toEqual([ids]);
  });
});

describe('only what the person may see', () => {
  test('private lots are for the staff and whom they name', async () => {
    const [anna, boris, maria] = [await somebody(), await somebody(), await somebody({ roleId: ROLE.manager })];
    const model = newModel();
    for (const person of [anna, boris, maria]) await searching(person, { model });
    const lot = aNew(model, { viewers: [`C-${String(anna.id).padStart(4, '0')}`] });
    await feed(lot);
    expect([await told(anna), await told(boris), await told(maria)]).toEqual([[[lot.sourceId]], [], [[lot.sourceId]]]);
  });

  test('nothing of a page that is closed to him, and nothing to a disabled account', async () => {
    const closed = await somebody({ permissions: { carAuctionsView: false } });
    const disabled = await somebody();
    const model = newModel();
    for (const person of [closed, disabled]) await searching(person, { model });
    await sql('update users set role_id = $2 where id = $1', [disabled.id, ROLE.disabled]);
    await feed(aNew(model));
    expect([await told(closed), await told(disabled)]).toEqual([[], []]);
  });

  test('on each page its own lots: fixed prices, motorcycles, and sales when they are made', async () => {
    const anna = await somebody();
    const model = newModel();
    const car = aNew(model);
    const stock = aNew(model, { lotSource: 'stock' });
    const bike = aNew(model, { vehicle: 'bike' });
    const pages = ['car-auction', 'stock', 'bikes', 'stats', 'bike-stats'] as const;
    const searches: Record<string, number> = {};
    for (const page of pages) searches[page] = await searching(anna, { model, page });
    // Sold today: a sale of the day the searches began.
    const soldAt = new Date(Date.now() - 60_000).toISOString();
    const sold = aNew(model, { auctionDate: soldAt, status: 4533, soldPrice: 500_000 });
    const soldBike = aNew(model, { vehicle: 'bike', auctionDate: soldAt, status: 4534, soldPrice: 90_000 });
    await feed(car, stock, bike, sold, soldBike);
    const { rows } = await sql(
      `select s.page_type, array_agg(l.source_id order by l.id) as lots from search_matches m
         join saved_searches s on s.id = m.search_id join lots l on l.id = m.lot_id
        where s.user_id = $1 group by 1`,
      [anna.id],
    );
    expect(Object.fromEntries(rows.map(({ page_type, lots }) => [page_type, lots]))).toMatchObject({
      stock: [stock.sourceId],
      stats: [sold.sourceId],
      'bike-stats': [soldBike.sourceId],
      'car-auction': expect.arrayContaining([car.sourceId]),
      bikes: expect.arrayContaining([bike.sourceId]),
    });
  });

  test('and when it is sent: no lot that is gone, no search that is switched off', async () => {
    const anna = await somebody();
    const model = newModel();
    const id = await searching(anna, { model });
    const [sold, hidden, there] = [aNew(model), aNew(model), aNew(model)];
    await feed(sold, hidden, there);
    const { rows } = await sql(`select data ->> 'alertId' as id from mails where user_id = $1`, [anna.id]);
    const tells = async () =>
      (await findFinds(portal.database.db, Number(rows[0].id))).map(({ total, lots }) => [
        total,
        lots.map((lot) => lot.lotNo),
      ]);
    expect(await tells()).toEqual([[3, [sold.lotNo, hidden.lotNo, there.lotNo]]]);
    await imported(portal.database, [aResult({ sourceId: sold.sourceId })]);
    await sql('update lots set is_private = true where source_id = $1', [hidden.sourceId]);
    expect(await tells()).toEqual([[1, [there.lotNo]]]);
    await portal.ask(anna, 'POST', '/v1/user/update-search', { id, alert: 'off' });
    expect(await tells()).toEqual([]);
  });
});

describe('once a day', () => {
  test('what was found waits for the next digest and comes together', async () => {
    const anna = await somebody();
    const model = newModel();
    await searching(anna, { model, alert: 'daily' });
    const lots = [aNew(model), aNew(model)];
    await feed(lots[0] as Row);
    await feed(lots[1] as Row);
    expect(await told(anna)).toEqual([]);
    // A day goes by: at the latest then an hour of the digest lies behind what was found.
    await sql(`update saved_searches set alert_since = alert_since - interval '1 day' where user_id = $1`, [anna.id]);
    await sql(
      `update search_matches m set matched_at = matched_at - interval '1 day' from saved_searches s
        where s.id = m.search_id and s.user_id = $1`,
      [anna.id],
    );
    await tell();
    await tell();
    expect(await told(anna)).toEqual([lots.map(({ sourceId }) => sourceId)]);
  });

  test.each([
    [-1, 1],
    [1, 0],
  ])('with the hour of the company: found two minutes ago, its hour %i minutes from now', async (minutes, mails) => {
    const anna = await somebody();
    const model = newModel();
    await searching(anna, { model, alert: 'daily' });
    await feed(aNew(model));
    await sql(`update saved_searches set alert_since = alert_since - interval '1 hour' where user_id = $1`, [anna.id]);
    await sql(
      `update search_matches m set matched_at = clock_timestamp() - interval '2 minutes' from saved_searches s
        where s.id = m.search_id and s.user_id = $1`,
      [anna.id],
    );
    await sql(
      `insert into company_settings (key, value)
       values ('alertDigestAt', to_jsonb(to_char(clock_timestamp() at time zone 'Asia/Tokyo' + make_interval(mins => $1), 'HH24:MI')))
       on conflict (key) do update set value = excluded.value`,
      [minutes],
    );
    await tell();
    await sql(`delete from company_settings where key = 'alertDigestAt'`);
    expect(await told(anna)).toHaveLength(mails);
  });
});

describe('nothing is lost and nothing told twice', () => {
  const waiting = async () => Number((await sql('select count(*) from lots_to_match')).rows[0].count);

  test('when the worker dies between the import, the finds and the mails', async () => {
    const anna = await somebody();
    const model = newModel();
    await searching(anna, { model });
    const lot = aNew(model);
    await imported(portal.database, [lot]);
    expect(await waiting()).toBe(1);
    // A trigger that fails stands for the death: everything of that transaction is undone.
    const dying = async (table: string) => {
      await sql(`create function die() returns trigger language plpgsql as $$ begin raise 'dead'; end $$`);
      await sql(`create trigger dies before insert on ${table} for each row execute function die()`);
      await expect(tell()).rejects.toThrow('dead');
      await sql(`drop trigger dies on ${table}`);
      await sql('drop function die');
    };
    await dying('search_matches');
    expect(await waiting()).toBe(1);
    await dying('mails');
    expect([await waiting(), await told(anna)]).toEqual([0, []]);
    await tell();
    await tell();
    expect(await told(anna)).toEqual([[lot.sourceId]]);
  });

  test('when several workers are at it', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => somebody()));
    const model = newModel();
    for (const person of people) await searching(person, { model });
    const lots = Array.from({ length: 20 }, () => aNew(model));
    await imported(portal.database, lots);
    await Promise.all(Array.from({ length: 6 }, tell));
    await tell();
    for (const person of people)
      expect((await told(person)).flat().sort()).toEqual(lots.map(({ sourceId }) => sourceId).sort());
  });

  test('when an import is still going on or was left in the middle', async () => {
    const anna = await somebody();
    const model = newModel();
    await searching(anna, { model });
    const lot = aNew(model);
    await imported(portal.database, [lot]);
    await sql('update feed_imports set finished_at = null where id = (select max(id) from feed_imports)');
    await sql('update lots_to_match set import_id = (select max(id) from feed_imports)');
    await tell();
    expect(await told(anna)).toEqual([]);
    await sql(`update lots_to_match set noted_at = noted_at - interval '11 minutes'`);
    await tell();
    expect(await told(anna)).toEqual([[lot.sourceId]]);
  });

  test('when a trial run of the feed is undone', async () => {
    const anna = await somebody();
    const model = newModel();
    await searching(anna, { model });
    await imported(portal.database, [aNew(model)], { dryRun: true });
    await tell();
    expect([await waiting(), await told(anna)]).toEqual([0, []]);
  });

  test('when a search is no longer understood, the others go on', async () => {
    const anna = await somebody();
    const model = newModel();
    const broken = await searching(anna, { model });
    await searching(anna, { model });
    await sql(`update saved_searches set params = 'colour=RED' where id = $1`, [broken]);
    const lot = aNew(model);
    await feed(lot);
    expect(await told(anna)).toEqual([[lot.sourceId]]);
  });
});
