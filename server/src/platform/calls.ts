import * as agentSheets from '@seri/contract/agent/sheet-routes.ts';
import * as passkeys from '@seri/contract/auth/passkeys.ts';
import * as auth from '@seri/contract/auth/routes.ts';
import * as secondFactor from '@seri/contract/auth/second-factor.ts';
import * as bidGroups from '@seri/contract/bids/group-routes.ts';
import * as bidLog from '@seri/contract/bids/log-routes.ts';
import * as bidOrders from '@seri/contract/bids/order-routes.ts';
import * as bids from '@seri/contract/bids/routes.ts';
import * as bidTypes from '@seri/contract/bids/type-routes.ts';
import * as company from '@seri/contract/company/routes.ts';
import * as favorites from '@seri/contract/favorites/routes.ts';
import type { RouteSpec } from '@seri/contract/http.ts';
import * as lots from '@seri/contract/lots/routes.ts';
import * as mail from '@seri/contract/mail/routes.ts';
import * as payments from '@seri/contract/payments/routes.ts';
import * as photos from '@seri/contract/photos/routes.ts';
import * as purchases from '@seri/contract/purchases/routes.ts';
import * as searches from '@seri/contract/searches/routes.ts';
import * as sharing from '@seri/contract/sharing/routes.ts';
import * as sheets from '@seri/contract/sheets/routes.ts';
import * as users from '@seri/contract/users/routes.ts';

const isCall = (value: unknown): value is RouteSpec =>
  typeof value === 'object' && value !== null && 'path' in value && 'method' in value && 'reply' in value;

/** Every call of the contract, in order of path and method. */
export function allCalls(): RouteSpec[] {
  const areas = [
    agentSheets,
    auth,
    secondFactor,
    passkeys,
    bids,
    bidGroups,
    bidLog,
    bidOrders,
    bidTypes,
    company,
    favorites,
    mail,
    payments,
    photos,
    purchases,
    searches,
  ];
  const modules = [...areas, sharing, sheets, users, ...Object.values(lots.PAGES)];
  return modules
    .flatMap((module) => Object.values<unknown>(module))
    .filter(isCall)
    .sort((a, b) => `${a.path} ${a.method}`.localeCompare(`${b.path} ${b.method}`));
}
