import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Costing, estimateCosts } from './estimate.ts';
import { bidForBudget } from './highest-bid.ts';
import { basesFor, COST_KINDS, type CostRule, costRule } from './tables.ts';

const STEP_YEN = 5_000;
const MAX_YEN = 1_500_000;

/** Tries every price of the grid, the highest first. */
function byTrying(budgetYen: number, costing: Costing): number | null {
  for (let yen = Math.floor(budgetYen / STEP_YEN) * STEP_YEN; yen > 0; yen -= STEP_YEN)
    if (estimateCosts(yen, costing).totalYen <= budgetYen) return yen;
  return null;
}

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const anyRule: fc.Arbitrary<CostRule> = fc
  .record({
    kind: fc.constantFrom(...COST_KINDS),
    basisPlace: fc.nat(3),
    currency: fc.constantFrom('JPY', 'USD'),
    basisFrom: maybe(fc.integer({ min: 0, max: 8_000 })),
    basisTo: maybe(fc.integer({ min: 0, max: 9_000 })),
    fixed: fc.integer({ min: 0, max: 400 }),
    percent: fc.integer({ min: 0, max: 6_000 }).map((hundredths) => hundredths / 100),
    perCc: fc.constantFrom(0, 0, 0.35, 1.5),
    atLeast: fc.constantFrom(0, 0, 900),
    atMost: maybe(fc.integer({ min: 100, max: 5_000 })),
  })
  .map(({ basisPlace, kind, currency, ...values }) => {
    const bases = basesFor(kind);
    const scale = currency === 'JPY' ? 150 : 1;
    const inYen = (units: number | undefined) => units && units * scale;
    return costRule.parse({
      code: 'ANY',
      note: { en: '', ru: '' },
      kind,
      currency,
      ...values,
      basis: bases[basisPlace % bases.length],
      basisFrom: inYen(values.basisFrom),
      basisTo: inYen(values.basisTo),
      fixed: inYen(values.fixed),
      atLeast: inYen(values.atLeast),
      atMost: inYen(values.atMost),
      perCc: values.perCc * scale,
    });
  });

// @covers PAY-07
test('the highest bid under a budget equals that of an exhaustive search, even where a higher price costs less', () => {
  let dips = 0;
  fc.assert(
    fc.property(
      fc.array(anyRule, { maxLength: 6 }),
      fc.integer({ min: 0, max: MAX_YEN }),
      fc.constantFrom(660, 1_800, 3_500),
      (rules, budgetYen, engineCc) => {
        const costing: Costing = {
          rules,
          rates: { USD: 151.37 },
          facts: { house: 'USS Tokyo', vehicle: 'car', engineCc, powerPs: 110, ageMonths: 50 },
        };
        const answer = bidForBudget(budgetYen, costing);
        const found = 'yen' in answer ? answer.yen : Number.NaN;
        expect(found).toBe(byTrying(budgetYen, costing));
        if (found && estimateCosts(Math.max(STEP_YEN, found - STEP_YEN), costing).totalYen > budgetYen) dips++;
      },
    ),
    { numRuns: 10_000, seed: 7 },
  );
  expect(dips).toBeGreaterThan(0);
});

// @covers PAY-07
test('recommends no bid while a fact that affects the total is unknown', () => {
  const note = { en: '', ru: '' };
  const fee = costRule.parse({ code: 'FEE', note, kind: 'portFees', powerFromPs: 161, fixed: 900_000 });
  const levy = costRule.parse({ code: 'LEVY', note, kind: 'portFees', fixed: 5_200, minimumWithout: ['fuel'] });
  const facts = { house: 'USS Tokyo', vehicle: 'car', engineCc: 2_500, powerPs: null, ageMonths: 50 } as const;
  const ask = (rules: CostRule[], powerPs: number | null) =>
    bidForBudget(3_000_000, { rules, rates: {}, facts: { ...facts, powerPs } });
  expect(ask([fee], null)).toEqual({ missing: ['powerPs'] });
  expect(ask([fee, levy], 182)).toEqual({ missing: ['fuel'] });
  expect(ask([fee], 182)).toEqual({ yen: 2_100_000 });
});
