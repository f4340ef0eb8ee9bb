import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aLot, demoHouse, imported } from '../../testing/fixtures/feed.ts';
import { feedNames, type NameFixture, nameFixture } from '../../testing/fixtures/feed-names.ts';

let fixture: NameFixture;
const { carriedOut, staleAverages, emptied, lots, merge, takeBack } = feedNames(() => fixture);
beforeAll(async () => {
  fixture = await nameFixture();
});
afterAll(() => fixture.close());

describe('in any order of actions', () => {
  const makers = ['TOYOTA', 'TOYTA', 'TOYOTA JP', 'HONDA'];
  const models = ['PRIUS', 'PRIUSS', 'FIT'];
  const colors = ['WHITE', 'WHT', 'WHTE'];
  const houses = ['USS Tokyo', 'USS-TOKYO'];
  const aRow = fc.record({
    lotNo: fc.integer({ min: 1, max: 6 }),
    maker: fc.constantFrom(...makers),
    model: fc.constantFrom(...models),
    color: fc.constantFrom(...colors),
    house: fc.constantFrom(...houses),
    isSold: fc.boolean(),
  });
  // Every name occurs once before it is decided.
  const everyName = makers.flatMap((maker, at) =>
    models.map((model, of) =>
      aLot({
        ...{ sourceId: `n-${at}-${of}`, lotNo: 100 + at * 10 + of, maker, model },
        ...{ color: colors[of] ?? 'WHITE', house: houses[at % 2] ?? 'USS Tokyo' },
      }),
    ),
  );
  const decisions: (() => Promise<void>)[] = [
    () => merge('maker', 'TOYTA', 'TOYOTA JP'),
    () => merge('maker', 'TOYOTA JP', 'TOYOTA'),
    () => merge('model', 'PRIUSS', 'PRIUS', 'TOYOTA'),
    () => merge('color', 'WHTE', 'WHT'),
    () => merge('color', 'WHT', 'WHITE'),
    () => merge('house', 'USS-TOKYO', 'USS Tokyo'),
    () => takeBack('color', 'WHT'),
  ];

  // @covers OPS-06
  test('imports with merges in between give the same lots as all rows under the last rules', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(aRow, fc.integer({ min: 0, max: decisions.length }), fc.boolean()), {
          minLength: 1,
          maxLength: 12,
        }),
        async (drawn) => {
          const rows = drawn.map(([{ isSold, ...row }, after, isCarriedOut], at) => ({
            after,
            isCarriedOut,
            row: aLot({
              ...{ ...row, sourceId: `lot-${row.lotNo}`, status: isSold ? 4533 : 4532 },
              soldPrice: isSold ? 500_000 : null,
              updatedAt: new Date(Date.UTC(2026, 10, 1, 0, at)).toISOString(),
            }),
          }));
          await emptied();
          await imported(fixture.database, [demoHouse(), ...everyName]);
          for (const decision of decisions) await decision();
          await imported(
            fixture.database,
            rows.map(({ row }) => row),
          );
          await carriedOut();
          const expected = await lots();

          await emptied();
          await imported(fixture.database, [demoHouse(), ...everyName]);
          for (let step = 0; step <= decisions.length; step++) {
            for (const { after, isCarriedOut, row } of rows) {
              if (after !== step) continue;
              await imported(fixture.database, [row]);
              if (isCarriedOut) await carriedOut();
            }
            await decisions[step]?.();
          }
          await carriedOut();
          expect(await lots()).toEqual(expected);
          expect(await staleAverages()).toEqual([]);
        },
      ),
      { numRuns: 8 },
    );
  }, 120_000);
});
