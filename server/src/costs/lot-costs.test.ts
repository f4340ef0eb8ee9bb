import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type CostEstimate,
  type CostFacts,
  estimateCosts,
  type MissingFact,
  rulesFor,
} from '@seri/contract/costs/estimate.ts';
import { bidForBudget } from '@seri/contract/costs/highest-bid.ts';
import { placesTo } from '@seri/contract/costs/tables.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { runAdmin } from '../admin/run-admin.ts';
import { findCostedLot } from '../flows/lots/lot-costs.ts';
import { saveSettings } from '../platform/db/installation.ts';
import { readCostTable } from '../testing/fixtures/cost-table.ts';
import { createLot } from '../testing/fixtures/lots.ts';
import { createPerson, type Person } from '../testing/http/people.ts';
import { type TestPortal, testPortal } from '../testing/http/portal.ts';
import { findCostTable, insertCostTable } from './queries.ts';
import { costRoutes } from './routes.ts';

let portal: TestPortal;
let anna: Person;
let car: number;

beforeAll(async () => {
  portal = await testPortal((app, database) =>
    costRoutes(app, database, {
      findCostedLot: (page, id, currentUser) => findCostedLot(database.db, page, id, currentUser),
    }),
  );
  const { db } = portal.database;
  anna = await createPerson(db);
  car = await createLot(db, { engine_cc: 1_800, year: 2020, month: 5 });
});
afterAll(() => portal.close());

const ask = (person: Person | null, id: string | number, page = 'car-auction') =>
  portal.ask(person, 'GET', `/v1/costs/lot-costs?id=${id}&pageType=${page}`);
const codes = (body: { rules: { code: string }[] }) => body.rules.map(({ code }) => code);

describe('the cost of a lot up to its destination', () => {
  test('is refused signed out, without the flag of the page, on another page, and for a missing lot', async () => {
    expect((await ask(null, car)).status).toBe(401);
    const blind = await createPerson(portal.database.db, { permissions: { carAuctionsView: false } });
    expect((await ask(blind, car)).status).toBe(403);
    expect((await ask(anna, car, 'bikes')).status).toBe(404);
    expect((await ask(anna, 999_999)).status).toBe(404);
  });

  test('of a private lot is visible to its viewer only', async () => {
    const hidden = await createLot(portal.database.db, { is_private: true });
    expect((await ask(anna, hidden)).status).toBe(404);
  });

  test.each(['', 'x'.repeat(30)])('the id "%s" is refused', async (id) =>
    expect((await ask(anna, id)).status).toBe(400),
  );

  test('consists of the fees of a booked purchase when there is no table', async () => {
    await saveSettings(portal.database.db, { agentFeeYen: 31_000 });
    const { body } = await ask(anna, car);
    expect(body.table).toBeNull();
    expect(codes(body)).toEqual(['AGENT-FEE', 'HAULAGE']);
    expect(body.rules[0]).toMatchObject({ fixed: 31_000, currency: 'JPY' });
  });

  // @covers PAY-07
  test('includes the table’s rules for this vehicle, whatever the destination and the price', async () => {
    await insertCostTable(portal.database.db, readCostTable());
    const { body } = await ask(anna, car);
    expect(body.table).toMatchObject({ name: 'Example of November 2026', rates: { EUR: 165.1 } });
    expect(body.table).not.toHaveProperty('rules');
    expect(body.facts).toMatchObject({ house: 'USS Tokyo', vehicle: 'car', engineCc: 1_800, isMonthKnown: true });
    expect(codes(body)).toEqual(
      expect.arrayContaining(['AGENT-FEE', 'RUVVO-DUTY-5-UP-3', 'KEMBA-EXCISE', 'NZAKL-GST']),
    );
    expect(codes(body)).not.toContain('RUVVO-DUTY-5-UP-4');
    expect(codes(body)).not.toContain('RUVVO-FREIGHT-BIKE');
  });

  test('counts a year without a month from January and says so', async () => {
    const lot = await createLot(portal.database.db, { year: 2020, month: null });
    const { facts } = (await ask(anna, lot)).body;
    expect(facts.isMonthKnown).toBe(false);
    expect(facts.ageMonths).toBeGreaterThanOrEqual((await ask(anna, car)).body.facts.ageMonths);
  });
});

test('has a total for each destination and vehicle of the example table', () => {
  const table = readCostTable();
  for (const destination of table.destinations)
    for (const vehicle of ['car', 'bike'] as const)
      for (const ageMonths of [10, 50, 200]) {
        const facts = { house: 'USS Tokyo', vehicle, engineCc: 660, powerPs: 64, ageMonths };
        const rules = rulesFor(table.rules, facts, placesTo(destination));
        const { totalYen, lines } = estimateCosts(500_000, { rules, rates: table.rates, facts });
        expect(totalYen).toBeGreaterThan(500_000);
        expect(lines.filter(({ kind }) => kind === 'freight')).toHaveLength(1);
        expect(lines.filter(({ kind }) => kind === 'duty').length).toBeLessThanOrEqual(1);
        expect(lines.filter(({ kind }) => kind === 'delivery')).toHaveLength(destination.via ? 1 : 0);
      }
});

describe('the example table, computed by hand', () => {
  const table = readCostTable();
  const estimate = (place: string, facts: Partial<CostFacts>) => {
    const destination = table.destinations.find(({ code }) => code === place);
    if (!destination) throw new Error(`no destination ${place}`);
    const whole: CostFacts = {
      house: 'USS Tokyo',
      vehicle: 'car',
      engineCc: 1_500,
      powerPs: 110,
      ageMonths: 40,
      ...facts,
    };
    const rules = rulesFor(table.rules, whole, placesTo(destination));
    const costing = { rules, rates: table.rates, facts: whole };
    return { ...estimateCosts(1_000_000, costing), answer: bidForBudget(3_000_000, costing) };
  };
  const amountOf = ({ lines }: CostEstimate, code: string) =>
    lines.filter(({ rule }) => rule.code.startsWith(code)).reduce((sum, { amountYen }) => sum + amountYen, 0);

  test.each([
    [1_500, 20],
    [1_501, 25],
  ])('Kenya charges VAT on value, duty and excise together, at %i cc', (engineCc, excisePercent) => {
    const kenya = estimate('KEMBA', { engineCc });
    const dutyYen = Math.round(kenya.cifYen * 0.35);
    const exciseYen = Math.round((kenya.cifYen + dutyYen) * (excisePercent / 100));
    expect(amountOf(kenya, 'KEMBA-DUTY')).toBe(dutyYen);
    expect(amountOf(kenya, 'KEMBA-EXCISE')).toBe(exciseYen);
    expect(amountOf(kenya, 'KEMBA-VAT')).toBe(Math.round((kenya.cifYen + dutyYen + exciseYen) * 0.16));
    expect(kenya.missing).toEqual(['referenceValue']);
    expect(kenya.answer).toEqual({ missing: ['referenceValue'] });
  });

  test.each<[string, Partial<CostFacts>, number, MissingFact[]]>([
    ['a kei car, nothing unknown', { engineCc: 660, powerPs: 64 }, 5_200, []],
    ['80 hp, up to three years', { powerPs: 80, ageMonths: 35 }, 3_400, []],
    ['81 hp, where the fuel decides', { powerPs: 81 }, 5_200, ['fuel']],
    ['160 hp', { powerPs: 160 }, 5_200, ['fuel']],
    ['161 hp, 2.0 liters', { engineCc: 2_000, powerPs: 161 }, 1_492_800, ['fuel']],
    ['an Alphard of 182 hp, up to three years', { engineCc: 2_493, powerPs: 182, ageMonths: 30 }, 2_306_800, ['fuel']],
    ['an Alphard of 182 hp, from three years', { engineCc: 2_493, powerPs: 182 }, 3_456_000, ['fuel']],
    ['280 hp, without a rate', { engineCc: 2_500, powerPs: 280 }, 3_456_000, ['fuel', 'rate']],
    ['an unknown power', { engineCc: 2_493, powerPs: null }, 5_200, ['powerPs', 'fuel']],
  ])('recycling fee of Russia: %s', (_, facts, roubles, missing) => {
    const russia = estimate('RUVVO', facts);
    expect(amountOf(russia, 'RUVVO-RECYCLING')).toBe(Math.round(roubles * 1.86));
    expect(russia.missing).toEqual(missing);
    expect('missing' in russia.answer).toBe(missing.length > 0);
  });

  test('New Zealand lists the emissions of a car as unknown, the Emirates know everything', () => {
    expect(estimate('NZAKL', {}).missing).toEqual(['co2']);
    expect(estimate('NZAKL', { vehicle: 'bike' }).missing).toEqual([]);
    expect(estimate('AEJEA', {}).missing).toEqual([]);
    expect(estimate('AEJEA', {}).answer).toMatchObject({ yen: expect.any(Number) });
  });
});

test('the destination is the port of the client’s own country, and empty when the table has none', async () => {
  const homeOf = async (countryId: number | null) => {
    const person = await createPerson(portal.database.db);
    await portal.database.db.updateTable('users').set({ country_id: countryId }).where('id', '=', person.id).execute();
    return (await ask(person, car)).body.home;
  };
  expect(await homeOf(404)).toBe('KEMBA');
  expect(await homeOf(183)).toBe('RUVVO');
  expect(await homeOf(392)).toBeNull();
  expect(await homeOf(null)).toBeNull();
});

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

  test('report each invalid place, and nothing is written', async () => {
    const before = await findCostTable(portal.database.db);
    const table = readCostTable();
    const wrong = await admin('import', write('wrong.json', { ...table, rules: [{ ...table.rules[0], percent: -1 }] }));
    expect(wrong.code).toBe(1);
    expect(wrong.said).toContain('rules.0.percent');
    expect((await admin('import', write('text.json', '{"name"'))).said).toContain('not JSON');
    expect((await admin('import', join(dir, 'none.json'))).said).toContain('cannot be read');
    expect(await findCostTable(portal.database.db)).toEqual(before);
  });

  // @covers PAY-07
  test('are checked, imported and shown; the later of two applies, from its day on', async () => {
    const table = { ...readCostTable(), name: 'December' };
    expect((await admin('import', write('next.json', table), '--check')).said).toContain('Nothing was written');
    expect((await findCostTable(portal.database.db))?.name).not.toBe('December');
    expect((await admin('import', write('next.json', table))).code).toBe(0);
    await admin('import', write('later.json', { ...table, name: 'Next year', validFrom: '2999-01-01' }));
    expect((await findCostTable(portal.database.db))?.name).toBe('December');
    expect((await findCostTable(portal.database.db, '2999-01-01'))?.name).toBe('Next year');
    expect(JSON.parse((await admin('show')).said)).toMatchObject({ name: 'December' });
    expect((await admin('list')).said).toMatch(/Next year[\s\S]+December/);
  });

  test('stay as they were imported', async () => {
    const change = portal.database.db.updateTable('cost_tables').set({ name: 'Changed' }).execute();
    await expect(change).rejects.toThrow();
  });
});
