import { houseRow, lotRow, productionMonthRow, resultRow } from '@seri/contract/feed/rows.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { drawnLot, plainLot } from '../testing/drawn-lots.ts';
import { aLot, aResult, demoHouse, type Row } from '../testing/feed.ts';
import { quickCheck } from './quick-check.ts';

const SCHEMAS = { lot: lotRow, result: resultRow, house: houseRow, 'production-month': productionMonthRow };
const isSurely = quickCheck(lotRow);

/** A value of another kind, or of nearly the same, at some place of a row. */
const wrong = fc.constantFrom(
  ...[undefined, null, '', 'x', 0, -1, 0.5, 1e21, Number.NaN, '5', true, [], ['x'], [1], {}, { zones: [] }],
  ...['2026-11-24T10:30', '2026-02-29T10:30:00Z', '2026-11-24', [null], { damages: [{}], remarksJa: [], seed: 1 }],
  ...[{ damages: [{ code: 'A1', panel: 'roof', more: 1 }], remarksJa: [], seed: 1 }, Object.create({ kind: 'lot' })],
);
const spoilt = fc
  .tuple(drawnLot, fc.constantFrom(...Object.keys(lotRow.shape), 'more', '__proto__'), wrong, fc.boolean())
  .map(([row, key, value, isDropped]): Row => {
    const { [key]: _, ...others } = row;
    return isDropped ? others : Object.defineProperty(others, key, { value, enumerable: true });
  });

test('what is surely a row the schema takes, as it is', () => {
  let sure = 0;
  const both = fc.property(fc.oneof(drawnLot, spoilt), (row) => {
    if (!isSurely(row)) return;
    sure += 1;
    const parsed = lotRow.safeParse(row);
    expect(parsed.error?.issues).toBeUndefined();
    expect(parsed.data).toEqual(row);
  });
  fc.assert(both, { numRuns: 20_000, seed: 1 });
  expect(sure).toBeGreaterThan(100);
});

test('of a lot with ordinary fields it is sure exactly when the schema takes it', () => {
  const exact = fc.property(plainLot, (row) => {
    expect(isSurely(row)).toBe(lotRow.safeParse(row).success);
  });
  fc.assert(exact, { numRuns: 5_000, seed: 1 });
});

test('each kind of row as its source would write it is one', () => {
  const month = {
    ...{ kind: 'production-month', source: 'test', sourceId: 'm', updatedAt: '2026-11-20T00:00:00Z', maker: 'TOYOTA' },
    ...{ chassisCode: 'ZVW50', serialFrom: 1, serialTo: 2, year: 2018, month: 1, gradeCode: null },
  };
  for (const row of [aLot(), aResult(), aResult({ buyer: { orderKey: 'o' } }), demoHouse({ closeMinutes: 5 }), month])
    expect([row, quickCheck(SCHEMAS[row.kind as keyof typeof SCHEMAS])(row)]).toEqual([row, true]);
});

test.each([
  ['a default', z.string().default('x')],
  ['a transformed text', z.string().transform((text) => text)],
  ['a trimmed text', z.string().trim()],
  ['a coerced number', z.coerce.number()],
  ['a coerced text', z.coerce.string()],
  ['a rule of its own', z.string().refine(() => true)],
  ['an address', z.url()],
  ['a pattern that remembers', z.string().regex(/5/g)],
  ['a number above another', z.number().gt(5)],
  ['a number below another', z.number().lt(5)],
  ['several characters', z.string().min(2)],
  ['a multiple', z.number().multipleOf(5)],
  ['a small integer', z.int32()],
])('it is not sure of %s', (_, schema) => {
  for (const value of ['5', '🚗', 5, 5.5, 'https://x.example/', 2 ** 40]) expect(quickCheck(schema)(value)).toBe(false);
});

test.each([
  ['numbers', z.number(), [1, 0.5, -1], [Number.NaN, Number.POSITIVE_INFINITY, '1', null]],
  ['bounds', z.number().gte(2).lte(4), [2, 3, 4], [1, 5]],
  ['lengths', z.array(z.string().max(2)).min(1).max(2), [['a'], ['ab', '']], [[], ['abc'], ['', '', ''], 'ab']],
  ['choices', z.union([z.literal(1), z.enum(['a', 'b'])]), [1, 'a', 'b'], [2, 'c', '1']],
  ['what may lack', z.object({ a: z.optional(z.boolean()) }), [{}, { a: true }], [{ a: null }, { b: 1 }, [], null]],
])('it judges %s', (_, schema, taken, others) => {
  for (const value of taken) expect([value, quickCheck(schema)(value)]).toEqual([value, true]);
  for (const value of others) expect([value, quickCheck(schema)(value)]).toEqual([value, false]);
});
