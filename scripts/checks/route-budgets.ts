import { allCalls } from '../../server/src/platform/calls/calls.ts';
import type { RegisteredRoute } from '../../server/src/platform/http/limits/route-cost.ts';
import { registeredRoutes } from '../registered-routes.ts';

/** Each file or drawing must cost more than a read, so that a client in a loop is stopped earlier. */
const COSTLY = /\.(pdf|csv)$|^\/v1\/payments\/invoice$|^\/v1\/files\/zip\/|^\/s\/|^\/og\//;

/** Every route of the portal has a budget; the portal is built as at its start, which refuses other routes. */
export async function checkRouteBudgets(): Promise<string[]> {
  return routeFaults(await registeredRoutes());
}

export function routeFaults(routes: readonly RegisteredRoute[]): string[] {
  const served = new Set(routes.map(({ method, url }) => `${method} ${url}`));
  const unserved = allCalls().flatMap(({ method, path, aliases = [] }) =>
    [path, ...aliases].map((url) => `${method} ${url}`).filter((name) => !served.has(name)),
  );
  return [
    ...unserved.map((name) => `${name} is in the contract, but the portal does not register it`),
    ...routes.flatMap(({ method, url, budget, cost }) => {
      const name = `${method} ${url}`;
      if (!budget) return [`${name} has no budget: add one to its config (contract/src/budgets.ts)`];
      if (!Number.isInteger(cost) || cost < 1) return [`${name} costs ${cost}: give a whole number of units`];
      return COSTLY.test(url) && cost < 2 ? [`${name} makes a document or a drawing: name its cost`] : [];
    }),
  ];
}
