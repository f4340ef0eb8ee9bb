import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Costing, costingFor, doorTotal } from './estimate.ts';
import { bidForBudget } from './highest-bid.ts';
import { COST_KINDS } from './tables.ts';
import { knownCar, line, smallTable } from './testing/small-table.ts';
import type { ImportedVehicle } from './vehicle.ts';

const STEP_YEN = 5_000;
const MAX_YEN = 600_000;

function costingOf(parts: object, facts: Partial<ImportedVehicle>): Costing {
  const query = { vehicle: knownCar(facts), destination: 'PORT', buyer: 'person', auctionDay: '2026-11-26' } as const;
  const costing = costingFor(smallTable(parts), query);
  if (!costing) throw new Error('the table has this destination');
  return costing;
}

/** Tries every price of the grid, the highest first. */
function byTrying(budgetYen: number, costing: Costing): number | null {
  for (let yen = Math.floor(budgetYen / STEP_YEN) * STEP_YEN; yen > 0; yen -= STEP_YEN) {
    const { mostYen, verdict } = doorTotal(yen, costing);
    if (mostYen !== null && mostYen <= budgetYen && verdict !== 'sanctioned') return yen;
  }
  return null;
}

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const amounts = fc.record({
  fixed: fc.integer({ min: 0, max: 40_000 }),
  percent: fc.integer({ min: 0, max: 4_000 }).map((hundredths) => hundredths / 100),
  perCc: fc.constantFrom(0, 0, 15, 60),
  atLeast: fc.constantFrom(0, 0, 30_000),
  orElse: maybe(fc.record({ percent: fc.constantFrom(0, 12), perCc: fc.constantFrom(0, 40) })),
});
/** One line with one case, with bands of its base, with steps, or by power. */
const anyLine = fc.record({
  kind: fc.constantFrom(...COST_KINDS.filter((kind) => kind !== 'auctionFee')),
  base: fc.constantFrom('hammer', 'fob'),
  currency: fc.constantFrom('JPY', 'USD'),
  shape: fc.constantFrom('plain', 'bands', 'steps', 'power'),
  cut: fc.integer({ min: 1, max: 500_000 }),
  one: amounts,
  other: amounts,
});

// @covers PAY-07, DOOR-01
test('the highest bid under a budget equals that of an exhaustive search, even where a higher price costs less', () => {
  let dips = 0;
  let unknown = 0;
  fc.assert(
    fc.property(
      fc.array(anyLine, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 0, max: MAX_YEN }),
      fc.constantFrom<Partial<ImportedVehicle>>({ engineCc: 660 }, { engineCc: 3_500 }, { powerPs: null }),
      fc.constantFrom(0, 0, 200_000),
      (given, budgetYen, facts, banOverYen) => {
        const lines = given.map(({ kind, base, currency, shape, cut, one, other }, place) => {
          const scale = currency === 'USD' ? 0.0066 : 1;
          const at = Math.round(cut * scale) + 1;
          const cases = {
            plain: [one],
            bands: [
              { ...one, when: { base: { upTo: at } } },
              { ...other, when: { base: { over: at } } },
            ],
            steps: [{ ...one, steps: [{ upTo: at, fixed: 9_000 }, { fixed: 100 }] }],
            power: [
              { ...one, when: { powerPs: { upTo: 160 } } },
              { ...other, when: { powerPs: { over: 160 } } },
            ],
          }[shape];
          const inUnits = cases.map((item) => ({ ...item, fixed: item.fixed * scale, atLeast: item.atLeast * scale }));
          const bases = base === 'fob' && ['agentFee', 'haulage', 'inspection'].includes(kind) ? ['hammer'] : [base];
          return line(`L${place}`, kind, inUnits, { currency, base: bases });
        });
        const text = { en: '', ru: '' };
        const ban = { code: 'BAN', destination: 'PORT', verdict: 'forbidden', isSanction: true, text, source: 'LAW' };
        const eligibility = banOverYen ? [{ ...ban, when: { hammerYen: { over: banOverYen } } }] : [];
        const costing = costingOf({ lines, eligibility }, facts);
        const answer = bidForBudget(budgetYen, costing);
        const found = 'yen' in answer ? answer.yen : Number.NaN;
        expect(found).toBe(byTrying(budgetYen, costing));
        if (found && (doorTotal(Math.max(STEP_YEN, found - STEP_YEN), costing).mostYen ?? 0) > budgetYen) dips++;
        if (facts.powerPs === null) unknown++;
      },
    ),
    { numRuns: 10_000, seed: 7 },
  );
  expect(dips).toBeGreaterThan(0);
  expect(unknown).toBeGreaterThan(1_000);
}, 60_000);

// @covers DOOR-05
test('the dearest case of an unknown fact stays within the budget; without a known limit no bid is recommended', () => {
  const fee = line('FEE', 'recycling', [
    { when: { powerPs: { upTo: 160 } }, fixed: 10_000 },
    { when: { powerPs: { over: 160 } }, fixed: 900_000 },
  ]);
  expect(bidForBudget(3_000_000, costingOf({ lines: [fee] }, { powerPs: 91 }))).toEqual({ yen: 2_990_000 });
  expect(bidForBudget(3_000_000, costingOf({ lines: [fee] }, { powerPs: null }))).toEqual({ yen: 2_100_000 });
  const open = line('OPEN', 'levy', [{ fixed: 10_000, isOpenEnded: true }]);
  expect(bidForBudget(3_000_000, costingOf({ lines: [open] }, {}))).toEqual({ isUnknown: true });
  expect(bidForBudget(3_000, costingOf({ lines: [open] }, {}))).toEqual({ yen: null });
});
