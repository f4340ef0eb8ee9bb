import { createReadStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { aLot, demoHouse, imported } from '../../testing/fixtures/feed.ts';
import { ownLotPortal } from '../../testing/fixtures/own-lot-portal.ts';
import { runImport } from '../run-import.ts';
import { parseMapping } from './mapping.ts';

const { portal, manager } = ownLotPortal();
const SAMPLES = join(import.meta.dirname, 'samples', 'faults');
const FILE_AT = new Date('2026-11-25T00:00:00Z');
const BASE = JSON.parse(readFileSync(join(SAMPLES, 'base.json'), 'utf8')) as { fields: Record<string, object> };
const STARTS = BASE.fields.startPrice;

beforeAll(async () => {
  await imported(portal.database, [demoHouse()]);
});

/** Imports a file of real faults as `npm run feed` does, by the common mapping with these changes. */
async function feed(name: string, more: object = {}, fields: object = {}) {
  const reasons: string[] = [];
  const mapping = parseMapping(
    JSON.stringify({ ...BASE, ...more, fields: { ...BASE.fields, ...fields } }),
    'base.json',
  );
  const format = name.endsWith('.ndjson') ? undefined : { mapping, fileAt: FILE_AT };
  const { written, refused } = await runImport({
    ...{ database: portal.database, sourceName: name, onOutcome: async () => {} },
    ...{ input: createReadStream(join(SAMPLES, name)), format },
    onRefused: ({ reason }) => void reasons.push(reason),
  });
  return { written, refused, reasons };
}

const idOf = async (lotNo: number): Promise<number | undefined> =>
  (await portal.database.db.selectFrom('lots').select('id').where('lot_no', '=', lotNo).executeTakeFirst())?.id;

/** The reply of the lot page. */
async function lot(lotNo: number) {
  const { status, body } = await portal.ask(manager, 'GET', `/v1/car-auction/view-lot?id=${await idOf(lotNo)}`);
  expect(status).toBe(200);
  const { year, mileage, mileageMark, chassisId } = body.carInfo;
  const [engine, startPrice] = [body.carSpecification.engineCC, body.bidInfo.startPrice];
  return { year, month: body.mopDeail.month ?? null, engine, mileage, mileageMark, chassisId, startPrice };
}

const AQUA = { year: 2016, engine: 1_500, mileage: 42_000, chassisId: 'NHP10', startPrice: 450_000 };

test('reads a clean file unchanged', async () => {
  expect(await feed('good.csv')).toMatchObject({ written: 1, refused: 0 });
  expect(await lot(9601)).toMatchObject({ ...AQUA, mileageMark: undefined });
});

describe('a decimal comma', () => {
  const more = { delimiter: ';', encoding: 'windows-1251' };
  const fields = {
    engine: { column: 'cc', unit: 'litre' },
    startPrice: { column: 'start', unit: 'thousand yen' },
  };
  test('is refused unless the mapping declares it', async () => {
    const { written, reasons } = await feed('f1-decimal-comma.csv', more, fields);
    expect(written).toBe(0);
    expect(reasons).toEqual([expect.stringMatching(/engine: "1,5" has "," where .*startPrice: "450,5" has ","/)]);
  });
  test('is accepted where the mapping declares it', async () => {
    expect(await feed('f1-decimal-comma.csv', { ...more, decimal: ',' }, fields)).toMatchObject({ written: 1 });
    expect(await lot(9602)).toMatchObject({ ...AQUA, engine: 1_500, startPrice: 450_500 });
  });
});

test('refuses a dot between thousands, unless the mapping declares it', async () => {
  const { written, reasons } = await feed('f2-dot-thousands.csv');
  expect(written).toBe(0);
  expect(reasons).toEqual([expect.stringMatching(/mileage: "42\.000" may be .*startPrice: "450\.000" may be/)]);
  expect(await feed('f2-dot-thousands.csv', { thousands: '.' })).toMatchObject({ written: 1 });
  expect(await lot(9603)).toMatchObject(AQUA);
});

// @covers FACT-09
test('stores the marks of an odometer', async () => {
  await feed('f3-odometer-marks.csv');
  expect(await lot(9604)).toMatchObject({ ...AQUA, mileage: 12_345, mileageMark: 'changed' });
  expect(await feed('f4-odometer-unknown.csv')).toMatchObject({ written: 1, refused: 0 });
  expect(await lot(9605)).toMatchObject({ ...AQUA, mileage: 12_345, mileageMark: 'unknown' });
});

test('lots with the same masked number are not listings of one vehicle', async () => {
  expect(await feed('f5-masked-chassis.ndjson')).toMatchObject({ written: 3, refused: 0 });
  const { body } = await portal.ask(manager, 'GET', `/v1/car-auction/lot-history?id=${await idOf(9700)}`);
  expect(body.appearances).toEqual([]);
  expect(await lot(9700)).toMatchObject({ chassisId: '' });
});

test('reads a number with the unit after it', async () => {
  await feed('f6-units-in-cells.csv');
  expect(await lot(9606)).toMatchObject({ ...AQUA, engine: 3_500, mileage: 38_000 });
});

test('reads years of the era, with the month', async () => {
  expect(await feed('f7-era-years.csv')).toMatchObject({ written: 2, refused: 0 });
  const rows = await portal.database.db
    .selectFrom('lots')
    .select(['year', 'month'])
    .where('lot_no', 'in', [9607, 9608])
    .orderBy('lot_no')
    .execute();
  expect(rows).toEqual([
    { year: 2011, month: null },
    { year: 2018, month: 4 },
  ]);
});

test('the byte of a backslash before a price is a yen sign', async () => {
  await feed('f8-yen-sign.csv', { encoding: 'shift_jis' });
  expect(await lot(9609)).toMatchObject({ ...AQUA, startPrice: 300_000 });
});

test('compares words for "none" in the form of cells', async () => {
  await feed('f9-full-width-empty.csv', {}, { engine: { column: 'cc', unit: 'cc', empty: ['－'] } });
  expect(await lot(9610)).toMatchObject({ ...AQUA, engine: null });
});

describe('column names and codes', () => {
  test('are compared in plain characters', async () => {
    const fields = {
      engine: { column: 'ｃｃ', empty: ['－'] },
      color: { column: 'color', codes: 'colors' },
    };
    await feed('f9-full-width-empty.csv', { codes: { colors: { ＢＬＡＣＫ: 'PEARL' } } }, fields);
    const found = portal.database.db.selectFrom('lots').select('color').where('lot_no', '=', 9610);
    expect(await found.executeTakeFirstOrThrow()).toEqual({ color: 'PEARL' });
  });
});

test('refuses a file with two columns of a mapped name', async () => {
  const startPrice = { ...STARTS, column: '価格' };
  await expect(feed('f10-two-columns.csv', {}, { startPrice })).rejects.toThrow(
    /^The file has more than one column "価格", so the mapping is ambiguous/,
  );
  expect(await idOf(9611)).toBeUndefined();
  // Full-width forms of a name are equal to it.
  await expect(feed('f10-two-columns.csv', {}, { startPrice: { ...STARTS, column: '価格 ' } })).rejects.toThrow(
    /more than one column/,
  );
  expect(await feed('f10-two-columns.csv', {}, { startPrice: { value: 300_000 } })).toMatchObject({ written: 1 });
});

test('finds one code for every dash and emission class in a number', async () => {
  expect(await feed('f11-chassis-dash.csv')).toMatchObject({ written: 2, refused: 0 });
  expect([(await lot(9612)).chassisId, (await lot(9613)).chassisId]).toEqual(['NHP10', 'NHP10']);
  const { body } = await portal.ask(manager, 'GET', '/v1/car-auction/filters?maker=TOYOTA&model=AQUA');
  const codes: string[] = body.select.chassis.map(({ value }: { value: string }) => value);
  expect(codes).not.toContain('DAA');
  expect(codes.filter((code) => code.startsWith('NHP10'))).toEqual(['NHP10']);
  // A full number is found with whichever dash another auction house uses.
  const other = aLot({ sourceId: 'other', lotNo: 77, maker: 'TOYOTA', model: 'AQUA', chassis: 'DAA-NHP10―7654321' });
  await imported(portal.database, [other]);
  const history = await portal.ask(manager, 'GET', `/v1/car-auction/lot-history?id=${await idOf(77)}`);
  expect(history.body.appearances.map(({ lotNo }: { lotNo: number }) => lotNo)).toContain(9612);
});
