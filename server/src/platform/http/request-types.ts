import type { Budget } from '@seri/contract/budgets.ts';
import type { Access, RouteSpec } from '@seri/contract/http.ts';
import type { ServiceCaller } from '../calls/actor.ts';
import type { CurrentUser } from '../calls/current-user.ts';
import type { RegisteredRoute } from './limits/route-cost.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Replies are parsed by the contract, not only serialised. */
    strictReplies: boolean;
    /** All routes with their budgets, in the order of registration. */
    registeredRoutes: RegisteredRoute[];
    /** Cost of the routes in this scope that name none themselves. */
    routeCost: { budget: Budget; cost?: number } | null;
  }
  interface FastifyRequest {
    currentUser: CurrentUser | null;
    /** The program of the service token, on calls of the back office only. */
    service: ServiceCaller | null;
    /** Id of the row in the log of service calls. */
    serviceCallId: number | null;
    /** The nonce of this reply's content security policy for style elements of the page. */
    styleNonce?: string;
    /** Releases the place of this call in its lane. */
    endTurn?: () => void;
  }
  interface FastifyContextConfig {
    spec?: RouteSpec;
    /** The budget of a route outside the contract; the portal does not start when it is missing. */
    budget?: Budget;
    /** Units of the budget that one call takes; 1 when absent. */
    cost?: number;
    /** The picture is rendered on request, in the process for costly work. */
    isDrawn?: true;
    /** Access of a picture outside the contract: the current user is looked up for it. */
    access?: Access;
    /** A page whose library writes markup itself: Trusted Types are off for it. */
    writesMarkup?: true;
  }
}
