import * as auth from '@seri/contract/auth/routes.ts';
import * as bids from '@seri/contract/bids/routes.ts';
import * as company from '@seri/contract/company/routes.ts';
import type { RouteSpec } from '@seri/contract/http.ts';
import * as lots from '@seri/contract/lots/routes.ts';
import * as payments from '@seri/contract/payments/routes.ts';
import * as purchases from '@seri/contract/purchases/routes.ts';
import * as users from '@seri/contract/users/routes.ts';

const isCall = (value: unknown): value is RouteSpec =>
  typeof value === 'object' && value !== null && 'path' in value && 'method' in value && 'reply' in value;

/** Every call of the contract, in order of path and method. */
export function allCalls(): RouteSpec[] {
  const modules = [auth, bids, company, payments, purchases, users].flatMap((module) => Object.values<unknown>(module));
  return [...modules, ...Object.values<unknown>(lots.carAuction)]
    .filter(isCall)
    .sort((a, b) => `${a.path} ${a.method}`.localeCompare(`${b.path} ${b.method}`));
}
