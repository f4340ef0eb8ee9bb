import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { costingFor, doorTotal, estimateCosts } from '@seri/contract/costs/estimate.ts';
import { costTable } from '@seri/contract/costs/tables.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { runAdmin } from '../admin/run-admin.ts';
import { openLotId } from '../flows/lots/lot-costs.ts';
import { saveSettings } from '../platform/db/installation.ts';
import { readCostTable } from '../testing/fixtures/cost-table.ts';
import { createLot } from '../testing/fixtures/lots.ts';
import { createPerson, type Person } from '../testing/http/people.ts';
import { type TestPortal, testPortal } from '../testing/http/portal.ts';
import { findCostTable, insertCostTable } from './queries.ts';
import { costRoutes } from './routes.ts';
import { updateDoorTotals } from './totals/update-door-totals.ts';

const RUSSIA = 183;
let portal: TestPortal;
let anna: Person;
let car: number;
beforeAll(async () => {
  portal = await testPortal((app, database) =>
    costRoutes(app, database, {
      findOpenLot: (page, id, currentUser) => openLotId(database.db, page, id, currentUser),
    }),
  );
  const { db } = portal.database;
  anna = await createPerson(db);
  await db.updateTable('users').set({ country_id: RUSSIA }).where('id', '=', anna.id).execute();
  car = await createLot(db, {
    engine_cc: 1_800,
    year: 2020,
    month: 5,
    start_price_yen: 500_000,
    average_price_yen: null,
  });
});
afterAll(() => portal.close());
const ask = (person: Person | null, id: string | number, page = 'car-auction') =>
  portal.ask(person, 'GET', `/v1/costs/lot-costs?id=${id}&pageType=${page}`);
const door = (person: Person | null) => portal.ask(person, 'GET', '/v1/costs/door');
const answer = (person: Person | null, body: object) => portal.ask(person, 'PUT', '/v1/costs/door', body);
const toMombasa = { destination: 'KEMBA', buyer: 'company', currency: 'USD' };

describe('the costs of a lot', () => {
  test('are refused signed out, without the flag of the page, on another page, and for a missing lot', async () => {
    expect((await ask(null, car)).status).toBe(401);
    const blind = await createPerson(portal.database.db, { permissions: { carAuctionsView: false } });
    expect((await ask(blind, car)).status).toBe(403);
    expect((await ask(anna, car, 'bikes')).status).toBe(404);
    expect((await ask(anna, 999_999)).status).toBe(404);
  });

  test('of a private lot are visible to its viewer only', async () => {
    const hidden = await createLot(portal.database.db, { is_private: true });
    expect((await ask(anna, hidden)).status).toBe(404);
  });

  test.each(['', 'x'.repeat(30)])('with the id "%s" are refused', async (id) =>
    expect((await ask(anna, id)).status).toBe(400),
  );

  test('have no table before one is imported', async () => {
    const { body } = await ask(anna, car);
    expect([body.table, body.door.destination, body.destinations]).toEqual([null, null, []]);
    expect((await answer(anna, toMombasa)).body.messageCode).toBe('Door.NoDestination');
  });

  // @covers PAY-07
  test('are the facts of the lot, the fees of a booked purchase and the rules on the way to the door', async () => {
    await saveSettings(portal.database.db, { agentFeeYen: 31_000 });
    await insertCostTable(portal.database.db, readCostTable());
    const { body } = await ask(anna, car);
    expect(body).toMatchObject({
      vehicle: { house: 'USS Tokyo', vehicle: 'car', engineCc: 1_800, firstRegistrationYear: 2020, powerPs: null },
      door: { destination: 'RUVVO', buyer: 'person', currency: 'RUB', isChosen: false, isGone: false },
      likelyYen: 500_000,
    });
    const codes = body.table.lines.map(({ code }: { code: string }) => code);
    expect(codes).toEqual(expect.arrayContaining(['AGENT-FEE', 'HAULAGE', 'RU-RECYCLING']));
    expect(codes).not.toContain('KE-DUTY');
    expect(body.table.lines[0].cases[0].fixed).toBe(31_000);
    expect(body.table.destinations).toHaveLength(1);
    expect(body.destinations.length).toBeGreaterThan(8);
  });
});

describe('the door of a client', () => {
  test('is refused signed out, and for a destination, a buyer or a currency without rules', async () => {
    expect((await door(null)).status).toBe(401);
    expect((await answer(null, toMombasa)).status).toBe(401);
    const refused = async (body: object) => (await answer(anna, { ...toMombasa, ...body })).body.messageCode;
    expect(await refused({ destination: 'ATLANTIS' })).toBe('Door.NoDestination');
    expect(await refused({ destination: 'RUVVO' })).toBe('Door.NoBuyer');
    expect(await refused({ currency: 'CHF' })).toBe('Door.NoCurrency');
    expect((await answer(anna, { ...toMombasa, buyer: 'king' })).status).toBe(422);
    expect((await answer(anna, { ...toMombasa, destination: "'; drop" })).status).toBe(422);
    expect((await answer(anna, { ...toMombasa, userId: 1 })).status).toBe(422);
  });

  test('is the port of the own country until it is chosen, and nobody else’s changes with it', async () => {
    const boris = await createPerson(portal.database.db);
    expect((await door(boris)).body.door).toMatchObject({ destination: null, isChosen: false });
    const { body } = await answer(anna, toMombasa);
    expect(body.door).toEqual({ ...toMombasa, isChosen: true, isGone: false });
    expect((await door(anna)).body.door).toEqual(body.door);
    expect((await ask(anna, car)).body.door).toEqual(body.door);
    expect((await door(boris)).body.door).toMatchObject({ destination: null });
  });

  test('that the table no longer has falls back to the own country and says so', async () => {
    const table = readCostTable();
    const without = {
      ...table,
      name: 'Without Kenya',
      destinations: table.destinations.filter(({ countryId }) => countryId !== 404),
    };
    await insertCostTable(portal.database.db, without);
    expect((await door(anna)).body.door).toMatchObject({
      destination: 'RUVVO',
      buyer: 'person',
      isChosen: false,
      isGone: true,
    });
    await insertCostTable(portal.database.db, table);
    expect((await door(anna)).body.door).toMatchObject({ destination: 'KEMBA', isChosen: true, isGone: false });
  });
});

// @covers DOOR-04
test('the total for lists equals the estimate of the page, for every lot, destination and buyer', async () => {
  const { db } = portal.database;
  for (const [year, engineCc, facts] of [
    [2024, 1_496, { feed: { powerPs: 118, fuel: 'petrol', hybrid: 'none' } }],
    [2021, 2_493, { feed: { powerPs: 182, lengthMm: 5_010, widthMm: 1_850, heightMm: 1_950 } }],
    [2017, 1_198, { typeCode: { fuel: 'petrol', hybrid: 'unspecified' } }],
    [null, null, {}],
  ] as const)
    await createLot(db, { year, month: year === 2017 ? null : 6, engine_cc: engineCc, facts: JSON.stringify(facts) });
  expect(await updateDoorTotals(portal.database, AbortSignal.timeout(60_000))).toBeGreaterThan(4);
  expect(await updateDoorTotals(portal.database, AbortSignal.timeout(60_000))).toBe(0);
  const slots = await db.selectFrom('door_slots').selectAll().orderBy('slot').execute();
  const isPublic = db.selectFrom('lots').select('id').where('is_private', '=', false);
  const stored = await db.selectFrom('lot_doors').selectAll().where('lot_id', 'in', isPublic).execute();
  let compared = 0;
  for (const { slot, destination, buyer } of slots) {
    await answer(anna, { destination, buyer, currency: 'JPY' });
    for (const row of stored) {
      const { table, vehicle, auctionDay, likelyYen } = (await ask(anna, row.lot_id)).body;
      const { id: _, ...rules } = table;
      const costing = costingFor(costTable.parse(rules), {
        vehicle,
        destination,
        buyer: buyer as 'person',
        auctionDay,
      });
      if (!costing) throw new Error('a slot has rules');
      const { leastYen, mostYen, verdict } = estimateCosts(likelyYen ?? 0, costing);
      const expected = likelyYen === null ? { leastYen: null, mostYen: null } : { leastYen, mostYen };
      const known = (yen: number | undefined) => (yen === 2_147_483_647 ? null : yen);
      expect({ leastYen: known(row.least_yen[slot - 1]), mostYen: known(row.most_yen[slot - 1]) }).toEqual(expected);
      expect(doorTotal(likelyYen ?? 0, costing).verdict).toBe(verdict);
      compared++;
    }
  }
  expect(compared).toBeGreaterThan(60);
}, 60_000);

test('totals follow a changed price, changed facts and a new table', async () => {
  const { db } = portal.database;
  const totals = async () => {
    await updateDoorTotals(portal.database, AbortSignal.timeout(60_000));
    return (
      (await db.selectFrom('lot_doors').select('least_yen').where('lot_id', '=', car).executeTakeFirstOrThrow())
        .least_yen[0] ?? 0
    );
  };
  const before = await totals();
  await db.updateTable('lots').set({ start_price_yen: 600_000 }).where('id', '=', car).execute();
  const dearer = await totals();
  expect(dearer).toBeGreaterThan(before + 99_000);
  await db
    .updateTable('lots')
    .set({ facts: JSON.stringify({ manager: { lengthMm: 6_000, widthMm: 2_000, heightMm: 2_500 } }) })
    .where('id', '=', car)
    .execute();
  const larger = await totals();
  expect(larger).not.toBe(dearer);
  const table = readCostTable();
  await insertCostTable(db, { ...table, name: 'Weak ruble', rates: { ...table.rates, RUB: 1 } });
  expect(await totals()).toBeLessThan(larger);
  const noted = await db.selectFrom('lot_changes').select('lot_ids').execute();
  expect(noted.flatMap(({ lot_ids }) => lot_ids.map(Number))).toContain(car);
}, 60_000);

describe('the operator’s tables', () => {
  let dir: string;
  beforeAll(() => {
    dir = mkdtempSync(join(tmpdir(), 'seri-costs-'));
    vi.stubEnv('DATABASE_URL', portal.url);
    vi.stubEnv('DATA_DIR', dir);
  });
  afterAll(() => {
    vi.unstubAllEnvs();
    rmSync(dir, { recursive: true });
  });

  async function admin(...words: string[]) {
    const messages: string[] = [];
    const listen = (text: unknown) => messages.push(String(text)) > 0;
    const out = vi.spyOn(process.stdout, 'write').mockImplementation(listen);
    const err = vi.spyOn(process.stderr, 'write').mockImplementation(listen);
    try {
      return { code: await runAdmin(['costs', ...words]), said: messages.join('') };
    } finally {
      out.mockRestore();
      err.mockRestore();
    }
  }
  const write = (name: string, table: unknown) => {
    const file = join(dir, name);
    writeFileSync(file, typeof table === 'string' ? table : JSON.stringify(table));
    return file;
  };

  // @covers DOOR-06
  test('report each invalid place and each problem of the whole, and nothing is written', async () => {
    const before = await findCostTable(portal.database.db);
    const table = readCostTable();
    const [line, ...lines] = table.lines;
    const wrong = await admin('import', write('wrong.json', { ...table, rates: { ...table.rates, EUR: -1 } }));
    expect([wrong.code, wrong.said]).toEqual([1, expect.stringContaining('rates.EUR')]);
    const unknown = { ...line, cases: [{ ...line?.cases[0], when: { mood: ['good'] } }] };
    expect((await admin('import', write('fact.json', { ...table, lines: [unknown, ...lines] }))).said).toContain(
      'mood',
    );
    const gap = { ...line, cases: line?.cases.slice(1) };
    const refused = await admin('import', write('gap.json', { ...table, lines: [gap, ...lines] }));
    expect([refused.code, refused.said]).toEqual([1, expect.stringContaining('RU-DUTY: gap')]);
    expect((await admin('import', write('text.json', '{"name"'))).said).toContain('not JSON');
    expect((await admin('import', join(dir, 'none.json'))).said).toContain('cannot be read');
    expect(await findCostTable(portal.database.db)).toEqual(before);
  });

  // @covers PAY-07, DOOR-06
  test('are checked, imported and shown; the later of two applies, from its day on', async () => {
    const table = { ...readCostTable(), name: 'December' };
    expect((await admin('import', write('next.json', table), '--check')).said).toContain('Nothing was written');
    const check = await admin('check', write('next.json', table));
    expect([check.code, check.said]).toEqual([
      0,
      expect.stringMatching(/rows are to be verified[\s\S]+RU-DUTY-NEW-1 {2}RU-DUTY-TABLE/),
    ]);
    const verified = { by: 'Kenji', on: '2026-11-20' };
    const sources = table.sources.map((source) => ({ ...source, verified }));
    expect((await admin('check', write('verified.json', { ...table, sources }))).said).toContain(
      '. 0 rows are to be verified',
    );
    expect((await findCostTable(portal.database.db))?.table.name).not.toBe('December');
    expect((await admin('import', write('next.json', table))).code).toBe(0);
    await admin('import', write('later.json', { ...table, name: 'Next year', validFrom: '2999-01-01' }));
    expect((await findCostTable(portal.database.db))?.table.name).toBe('December');
    expect((await findCostTable(portal.database.db, '2999-01-01'))?.table.name).toBe('Next year');
    expect(JSON.parse((await admin('show')).said)).toMatchObject({ name: 'December' });
    expect((await admin('list')).said).toMatch(/Next year[\s\S]+December/);
  });

  test('differ row by row from a file', async () => {
    const table = readCostTable();
    expect((await admin('diff', write('same.json', table))).said).toContain('No row differs');
    const changed = {
      ...table,
      rates: { ...table.rates, EUR: 170 },
      eligibility: table.eligibility.slice(1),
      lines: table.lines.map((line) =>
        line.code === 'RU-BROKER' ? { ...line, cases: [{ ...line.cases[0], fixed: 50_000 }] } : line,
      ),
    };
    const { said } = await admin('diff', write('changed.json', changed));
    expect(said).toContain('rate EUR: 165.1 → 170');
    expect(said).toMatch(/~ RU-BROKER-1\n.*45000.*\n.*50000/);
    expect(said).toContain('- RU-BAN-CC');
    expect((await admin('diff', write('same.json', table), '--version', '9999')).said).toContain('no version 9999');
  });

  test('stay as they were imported', async () => {
    const change = portal.database.db.updateTable('cost_tables').set({ name: 'Changed' }).execute();
    await expect(change).rejects.toThrow();
  });
});
