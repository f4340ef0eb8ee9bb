import { rulesFor } from '@seri/contract/costs/estimate.ts';
import { lotCosts } from '@seri/contract/costs/routes.ts';
import { homePort } from '@seri/contract/costs/tables.ts';
import type { ReplyOf } from '@seri/contract/http.ts';
import type { PageType } from '@seri/contract/lots/page-types.ts';
import type { FastifyInstance } from 'fastify';
import type { CurrentUser } from '../platform/calls/current-user.ts';
import type { Database } from '../platform/db/db.ts';
import { registerRoute } from '../platform/http/register-route.ts';
import { bookedRules } from './booked-rules.ts';
import { findCostTable, findCountryId } from './queries.ts';

export interface CostedLot {
  facts: ReplyOf<typeof lotCosts>['facts'];
  haulageYen: number;
}

/** The cost of a lot up to the port or to the client's address; `findCostedLot` checks that the client may open the lot. */
export function costRoutes(
  app: FastifyInstance,
  { db }: Database,
  {
    findCostedLot,
  }: { findCostedLot: (pageType: PageType, id: string, currentUser: CurrentUser) => Promise<CostedLot> },
): void {
  registerRoute(app, lotCosts, async ({ query, currentUser }) => {
    const { facts, haulageYen } = await findCostedLot(query.pageType, query.id, currentUser);
    const [stored, booked, countryId] = await Promise.all([
      findCostTable(db),
      bookedRules(db, haulageYen),
      findCountryId(db, currentUser.userId),
    ]);
    if (!stored) return { table: null, facts, home: null, rules: booked };
    const { rules, ...table } = stored;
    const places = table.destinations.map(({ code }) => code);
    const home = homePort(table.destinations, countryId)?.code ?? null;
    return { table, facts, home, rules: [...booked, ...rulesFor(rules, facts, places)] };
  });
}
