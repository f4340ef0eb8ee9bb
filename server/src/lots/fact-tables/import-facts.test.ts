import { resolveFacts } from '@seri/contract/lots/facts.ts';
import type { FactTableRow } from '@seri/contract/lots/vehicle/fact-table.ts';
import { describe, expect, test } from 'vitest';
import { createLog } from '../../platform/process/log.ts';
import { aLot, demoHouse, imported, type Row } from '../../testing/fixtures/feed.ts';
import { LIST_PATIENCE_MS } from '../../testing/http/call-options.ts';
import { ownDatabase } from '../../testing/processes/own-database.ts';
import { indexAt, NO_FILTER } from '../core/condition-queries.ts';
import { compileForIndex } from '../list-index/compile-queries.ts';
import { openListIndex } from '../list-index/list-index.ts';
import { countLots } from '../listing/list-queries.ts';
import { importFacts } from './import-facts.ts';

const database = ownDatabase();

const head = (name: string, date = '2026-03-31') => ({ name, source: 'Fuel economy list', date });
const rows = (...facts: [string, FactTableRow['facts']][]): FactTableRow[] =>
  facts.map(([typeCode, facts]) => ({ typeCode, facts }));

const DAY = '2099-11-24T10:30:00+09:00';
let lotNo = 0;
async function lot(more: Row): Promise<string> {
  lotNo += 1;
  const sourceId = `lot-${lotNo}`;
  await imported(database, [demoHouse(), aLot({ sourceId, lotNo, auctionDate: DAY, chassis: '', ...more })]);
  return sourceId;
}
async function lotOf(sourceId: string) {
  return database.db.selectFrom('lots').selectAll().where('source_id', '=', sourceId).executeTakeFirstOrThrow();
}
const factsOf = async (sourceId: string) => {
  const { facts } = await lotOf(sourceId);
  const known = Object.entries(resolveFacts(facts as never)).map(([name, fact]) => [
    name,
    `${fact?.value} ${fact?.origin}`,
  ]);
  return Object.fromEntries(known);
};

describe('facts of a lot', () => {
  // @covers FACT-01
  test('come from its row, its sheet and its type code, and fill the columns that lists use', async () => {
    const id = await lot({
      ...{ typeCode: '6AA-ZVW60', horsePower: 152, drive: 'FF', steering: 'right', seats: 5, body: 'hatchback' },
      ...{
        firstRegistrationYear: 2023,
        firstRegistrationMonth: 4,
        lengthMm: 4_600,
        sheet: { interiorGrade: 'Ｂ', damages: [], remarksJa: [], seed: 0 },
      },
    });
    expect(await factsOf(id)).toEqual({
      typeCode: '6AA-ZVW60 feed',
      fuel: 'petrol typeCode',
      hybrid: 'unspecified typeCode',
      powerPs: '152 feed',
      firstRegistrationYear: '2023 feed',
      firstRegistrationMonth: '4 feed',
      steering: 'right feed',
      drive: 'fwd feed',
      seats: '5 feed',
      body: 'hatchback feed',
      lengthMm: '4600 feed',
      interiorGrade: 'B sheet',
    });
    expect(await lotOf(id)).toMatchObject({
      ...{ fuel: 'petrol', hybrid: 'unspecified', horse_power: 152, drive_kind: '2wd', steering: 'right', seats: 5 },
      ...{ body: 'hatchback', interior_grade: 'B', type_code: '6AA-ZVW60', born_month: 2023 * 12 + 3 },
    });
  });

  test('the emission class before a chassis number names the type code', async () => {
    const id = await lot({ chassis: 'ZAA-ZE1-123456' });
    expect(await factsOf(id)).toMatchObject({ typeCode: 'ZAA-ZE1 feed', fuel: 'electric typeCode' });
  });

  test('an unchanged row changes nothing, and keeps a manager’s answer', async () => {
    const id = await lot({ typeCode: '3BA-AGH30W', horsePower: 180 });
    await database.db
      .updateTable('lots')
      .set({ facts: JSON.stringify({ feed: { powerPs: 180 }, manager: { powerPs: 182 } }) })
      .where('source_id', '=', id)
      .execute();
    const row = aLot({ sourceId: id, lotNo, auctionDate: DAY, chassis: '', typeCode: '3BA-AGH30W', horsePower: 181 });
    await imported(database, [{ ...row, updatedAt: '2026-11-21T00:00:00Z' }]);
    expect(await factsOf(id)).toMatchObject({ powerPs: '182 manager', fuel: 'petrol typeCode' });
    const report = await imported(database, [{ ...row, updatedAt: '2026-11-22T00:00:00Z' }]);
    expect(report).toMatchObject({ written: 0 });
  });
});

describe('an imported table', () => {
  // @covers FACT-02
  test('reaches existing lots, later lots and the list index; the newer table wins, and a lot’s own values before it', async () => {
    const [full, code, own] = [
      await lot({ typeCode: '3BA-AGH40W' }),
      await lot({ chassis: 'AGH40-0001234' }),
      await lot({ typeCode: '3BA-AGH40W', horsePower: 190 }),
    ];
    const index = openListIndex({ database, log: createLog('test', 'silent'), patienceMs: LIST_PATIENCE_MS });
    const list = {
      pageType: 'car-auction',
      filter: { ...NO_FILTER, powerFrom: 182, powerTo: 182 },
      audience: 'staff',
      sort: undefined,
      order: undefined,
    } as const;
    const count = async () => {
      const source = indexAt(await index.current());
      return (await index.ask<{ lots: number }>(compileForIndex(countLots(source, list))))[0]?.lots;
    };
    const before = await count();
    const changed = await importFacts(
      database.db,
      head('mlit-2026'),
      rows(['3BA-AGH40W', { powerPs: 182, seats: 7 }], ['AGH40', { seats: 8 }]),
    );
    expect(changed).toBe(3);
    expect(await factsOf(full)).toMatchObject({ powerPs: '182 table', seats: '7 table' });
    expect(await factsOf(code)).toEqual({ seats: '8 table' });
    expect(await factsOf(own)).toMatchObject({ powerPs: '190 feed', seats: '7 table' });
    expect(await count()).toBe((before ?? 0) + 1);
    expect(await factsOf(await lot({ typeCode: '3BA-AGH40W' }))).toMatchObject({ powerPs: '182 table' });

    await importFacts(database.db, head('own-list', '2026-05-01'), rows(['3BA-AGH40W', { powerPs: 183 }]));
    expect(await factsOf(full)).toMatchObject({ powerPs: '183 table', seats: '7 table' });
    expect((await lotOf(full)).facts).toMatchObject({ tables: { powerPs: 'own-list', seats: 'mlit-2026' } });
    await importFacts(database.db, head('own-list', '2026-05-01'), rows(['3BA-XYZ1', { powerPs: 1 }]));
    expect(await factsOf(full)).toMatchObject({ powerPs: '182 table' });
    expect(await importFacts(database.db, head('own-list', '2026-05-01'), rows(['3BA-XYZ1', { powerPs: 1 }]))).toBe(0);
    await index.close();
  });
});
