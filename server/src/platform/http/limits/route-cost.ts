import type { Budget } from '@seri/contract/budgets.ts';

/** The budget of a route and the units that one call takes. */
export interface RouteCost {
  budget: Budget;
  /** Units, at least 1. */
  cost: number;
}

/** A registered route, for the check of all routes and for the list of calls. */
export interface RegisteredRoute extends RouteCost {
  method: string;
  url: string;
  /** True for routes outside the contract. */
  isHandMade: boolean;
}
