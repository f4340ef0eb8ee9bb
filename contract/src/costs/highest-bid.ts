import { BID_STEP_YEN } from '../bids/rules.ts';
import type { Yen } from '../money.ts';
import { spanInside } from './conditions.ts';
import type { Costing } from './estimate.ts';
import { evaluate, type Span } from './evaluate.ts';

/**
 * `yen`: the highest bid, or null when even the lowest exceeds the budget. `isUnknown`: some cost has no known upper
 * limit, so no bid can be recommended.
 */
export type BudgetAnswer = { yen: Yen | null } | { isUnknown: true };

/**
 * The highest hammer price in bid steps whose total stays within a budget, even in the dearest case of an unknown fact,
 * and that no sanction forbids.
 */
export function bidForBudget(budgetYen: Yen, costing: Costing): BudgetAnswer {
  const lowest = totalsBetween({ least: BID_STEP_YEN, most: BID_STEP_YEN }, costing);
  const isUnknown = costing.scenarios.isIncomplete || (lowest.least <= budgetYen && !Number.isFinite(lowest.most));
  return isUnknown ? { isUnknown } : { yen: highestHammerYen(budgetYen, costing) };
}

/**
 * The dearest case of each price in a range: no price costs less than `least`, none more than `most`. Exact where the
 * range is one price.
 */
export function totalsBetween(hammer: Span, { cases }: Costing): Span {
  const totals = cases.map(({ resolved }) => evaluate(resolved, hammer).total);
  return {
    least: Math.max(...totals.map(({ least }) => least)),
    most: Math.max(...totals.map(({ most }) => most)),
  };
}

/** Whether sanctions forbid some or all prices of the range. */
export function sanctionsIn({ least, most }: Span, { cases }: Costing): { some: boolean; all: boolean } {
  const rules = cases.flatMap(({ met }) => met.filter(({ isSanction }) => isSanction));
  const each = rules.map(({ when: { hammerYen } }) =>
    hammerYen ? spanInside(least, most, hammerYen) : { some: true, all: true },
  );
  return { some: each.some(({ some }) => some), all: each.some(({ all }) => all) };
}

/**
 * A higher hammer price may have a lower total (duty by bands of value), so the search halves the price range from the
 * top and skips a half only when no price in it can fit.
 */
function highestHammerYen(budgetYen: Yen, costing: Costing): Yen | null {
  const search = (low: number, high: number): number | null => {
    if (low > high) return null;
    const prices = { least: low * BID_STEP_YEN, most: high * BID_STEP_YEN };
    const { least, most } = totalsBetween(prices, costing);
    const sanctions = sanctionsIn(prices, costing);
    if (least > budgetYen || sanctions.all) return null;
    if (most <= budgetYen && !sanctions.some) return high;
    if (low === high) return null;
    const middle = Math.floor((low + high) / 2);
    return search(middle + 1, high) ?? search(low, middle);
  };
  // The total is never below the hammer price.
  const steps = search(1, Math.floor(budgetYen / BID_STEP_YEN));
  return steps === null ? null : steps * BID_STEP_YEN;
}
