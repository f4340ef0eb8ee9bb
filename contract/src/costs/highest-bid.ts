import { BID_STEP_YEN } from '../bids/rules.ts';
import type { Yen } from '../money.ts';
import { type Costing, type MissingFact, missingFacts, totalsBetween } from './estimate.ts';

/**
 * `yen`: the highest bid, or null when even the lowest exceeds the budget. `missing`: no bid can be recommended without
 * these facts.
 */
export type BudgetAnswer = { yen: Yen | null } | { missing: MissingFact[] };

/**
 * The highest hammer price in bid steps whose total stays within a budget. Recommends no bid where an unknown fact
 * affects the total: the total would only be a minimum, and a bid is binding.
 */
export function bidForBudget(budgetYen: Yen, costing: Costing): BudgetAnswer {
  const missing = missingFacts(costing.rules, costing.facts);
  return missing.length > 0 ? { missing } : { yen: highestHammerYen(budgetYen, costing) };
}

/**
 * A higher hammer price may have a lower total (duty by bands of value), so the search halves the price range from the
 * top and skips a half only when no price in it can fit.
 */
function highestHammerYen(budgetYen: Yen, costing: Costing): Yen | null {
  const search = (low: number, high: number): number | null => {
    if (low > high) return null;
    const { least, most } = totalsBetween({ least: low * BID_STEP_YEN, most: high * BID_STEP_YEN }, costing);
    if (least > budgetYen) return null;
    if (most <= budgetYen) return high;
    if (low === high) return null;
    const middle = Math.floor((low + high) / 2);
    return search(middle + 1, high) ?? search(low, middle);
  };
  // The total is never below the hammer price.
  const steps = search(1, Math.floor(budgetYen / BID_STEP_YEN));
  return steps === null ? null : steps * BID_STEP_YEN;
}
