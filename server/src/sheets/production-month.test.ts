import { PAGE_RULES, PAGE_TYPES } from '@seri/contract/lots/page-types.ts';
import type { Insertable } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findChassisNumber } from '../lots/core/open-lot.ts';
import type { ProductionMonths } from '../platform/db/tables.ts';
import { createLot } from '../testing/fixtures/lots.ts';
import { createPerson, type Person } from '../testing/http/people.ts';
import { type TestPortal, testPortal } from '../testing/http/portal.ts';
import { productionMonthRoutes } from './production-month-routes.ts';

let portal: TestPortal;
let anna: Person;

beforeAll(async () => {
  portal = await testPortal((app, database) =>
    productionMonthRoutes(app, database, {
      findChassisNumber: (lotId, currentUser) => findChassisNumber(database.db, lotId, currentUser),
    }),
  );
  anna = await createPerson(portal.database.db);
  await range({ serial_from: 1_000_000, serial_to: 1_999_999, year: 2018, month: 5, model_name: 'PRIUS' });
  await range({ serial_from: 2_000_000, serial_to: 2_000_000, year: 2018, month: 6 });
  await range({ maker: 'HONDA', chassis_code: 'SC54', serial_from: 1_000, serial_to: 9_999, year: 2005, month: 1 });
});
afterAll(() => portal.close());

let nextRange = 1;
const range = (more: Partial<Insertable<ProductionMonths>>) =>
  portal.database.db
    .insertInto('production_months')
    .values({
      source: 'test',
      source_id: `range-${nextRange++}`,
      source_updated_at: new Date(0),
      maker: 'TOYOTA',
      chassis_code: 'ZVW50',
      serial_from: 0,
      serial_to: 0,
      year: 2018,
      month: 1,
      ...more,
    })
    .execute();
const ask = (person: Person | null, query: Record<string, string>, pageType = 'car-auction') =>
  portal.ask(person, 'GET', `/v1/${pageType}/production-month?${new URLSearchParams(query)}`);
const built = async (query: Record<string, string>) => {
  const { status, body } = await ask(anna, query);
  return status === 200 ? `${body.carInfo.year}/${body.carInfo.month}` : body.messageCode;
};

describe('access to production months', () => {
  test('not for visitors', async () => {
    expect((await ask(null, { chassis: 'ZVW50-1234567' })).status).toBe(401);
  });

  test.each(PAGE_TYPES)('on %s for all readers of that page', async (pageType) => {
    const without = await createPerson(portal.database.db, { permissions: { [PAGE_RULES[pageType].flag]: false } });
    expect((await ask(without, { chassis: 'ZVW50-1234567' }, pageType)).body.messageCode).toBe('Access.Denied');
    expect((await ask(anna, { chassis: 'ZVW50-1234567' }, pageType)).status).toBe(200);
  });

  test('a private lot of another client is like a missing one', async () => {
    const hidden = await createLot(portal.database.db, { is_private: true });
    const answers = [
      await built({ chassis: 'ZVW50-', carId: String(hidden) }),
      await built({ chassis: 'ZVW50-', carId: '999999' }),
    ];
    expect(answers).toEqual(['NotFound', 'NotFound']);
  });

  test('refuses a call without a number, or with unknown parameters', async () => {
    expect((await ask(anna, { maker: 'TOYOTA' })).status).toBe(400);
    expect((await ask(anna, { chassis: '' })).status).toBe(400);
    expect((await ask(anna, { chassis: 'ZVW50-1', year: '2018' })).status).toBe(400);
  });
});

describe('the production month', () => {
  // @covers LOT-11
  test('contains all known facts of the range, and null for unknown ones', async () => {
    const { body } = await ask(anna, { maker: 'TOYOTA', chassis: 'ZVW50-1234567', model: 'PRIUS', lotNo: '12' });
    expect(body).toEqual({
      carInfo: {
        year: 2018,
        month: 5,
        modelCode: 'ZVW50',
        modelName: 'PRIUS',
        gradeCode: null,
        engineNo: null,
        transmission: null,
        description: null,
        code: null,
        colorCode: null,
        trimCode: null,
        catalogNo: null,
      },
    });
  });

  test.each([
    ['ZVW50-1000000', '2018/5'],
    ['ZVW50-1999999', '2018/5'],
    ['ZVW50-2000000', '2018/6'],
    ['zvw50 - 1234567', '2018/5'],
    ['ZVW50-0001234567', '2018/5'],
    ['ZVW50-999999', 'NotFound'],
    ['ZVW50-2000001', 'NotFound'],
    ['ZVW51-1234567', 'NotFound'],
    ['ZVW50', 'NotFound'],
    ['ZVW50-', 'NotFound'],
    ['-1234567', 'NotFound'],
    ['ZVW50-1234567-8', 'NotFound'],
    ['ZVW50-12 34a', 'NotFound'],
    ['ZVW50-9999999999999999', 'NotFound'],
  ])('%s is %s', async (chassis, month) => {
    expect(await built({ chassis })).toBe(month);
  });

  test('differs for the same code of another maker', async () => {
    expect(await built({ chassis: 'SC54-5000', maker: 'Honda' })).toBe('2005/1');
    expect(await built({ chassis: 'SC54-5000', maker: 'YAMAHA' })).toBe('NotFound');
    expect(await built({ chassis: 'SC54-5000' })).toBe('2005/1');
  });

  // @covers LOT-11
  test("without a typed serial uses the lot's number, which is not revealed", async () => {
    const carId = String(await createLot(portal.database.db, { chassis_number: 'ZVW50-1234567' }));
    const answer = await ask(anna, { chassis: 'ZVW50-', carId });
    expect(answer.body.carInfo).toMatchObject({ year: 2018, month: 5 });
    expect(answer.raw.body).not.toContain('1234567');
    expect(await built({ chassis: 'ZVW50-2000000', carId })).toBe('2018/6');
    expect(await built({ chassis: 'SC54-', carId })).toBe('NotFound');
    expect(await built({ chassis: 'ZVW50-', carId: 'x' })).toBe('NotFound');
  });
});
