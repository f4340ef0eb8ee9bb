import { BID_STEP_YEN } from '../bids/rules.ts';
import type { Yen } from '../money.ts';
import { type Costing, totalsBetween } from './estimate.ts';

/**
 * The highest hammer price in steps of a bid whose total stays within a budget, null where not even the first step does.
 * A dearer car may cost less in all (duty by bands of value), so prices are halved from the top and a half is left out
 * only when no price in it can fit.
 */
export function highestHammerYen(budgetYen: Yen, costing: Costing): Yen | null {
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
