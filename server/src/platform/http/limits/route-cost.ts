import type { Budget } from '@seri/contract/budgets.ts';

/** What one call of a route takes from which budget. */
export interface RouteCost {
  budget: Budget;
  /** Units, at least 1. */
  cost: number;
}

/** A route as it was registered, for the check of all routes and for the page of calls. */
export interface RegisteredRoute extends RouteCost {
  method: string;
  url: string;
  /** Outside the contract. */
  isHandMade: boolean;
}
