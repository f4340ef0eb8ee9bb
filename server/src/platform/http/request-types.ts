import type { Budget } from '@seri/contract/budgets.ts';
import type { Access, RouteSpec } from '@seri/contract/http.ts';
import type { ServiceCaller } from '../calls/actor.ts';
import type { CurrentUser } from '../calls/current-user.ts';
import type { RegisteredRoute } from './limits/route-cost.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Replies are parsed by the contract instead of only serialised by it. */
    strictReplies: boolean;
    /** Every route with its budget, in the order of registering. */
    registeredRoutes: RegisteredRoute[];
    /** What routes of this scope take from their budget when they name none themselves. */
    routeCost: { budget: Budget; cost?: number } | null;
  }
  interface FastifyRequest {
    currentUser: CurrentUser | null;
    /** The program behind the service token, on calls of the back office only. */
    service: ServiceCaller | null;
    /** Its row in the log of such calls. */
    serviceCallId: number | null;
    /** Named in this reply's content security policy for the style elements of the page. */
    styleNonce?: string;
    /** Gives up the place this call holds among those of its caller that run at the same time. */
    endTurn?: () => void;
  }
  interface FastifyContextConfig {
    spec?: RouteSpec;
    /** Of a route outside the contract: the budget each call draws on; without one the portal does not start. */
    budget?: Budget;
    /** Units of it that one call takes, 1 when not named. */
    cost?: number;
    /** The picture is drawn when somebody asks for it, in the process for costly work. */
    isDrawn?: true;
    /** Of a reply outside the contract, a picture: the currentUser is looked up for it. */
    access?: Access;
    /** A page whose library writes markup itself: Trusted Types are not asked of it. */
    writesMarkup?: true;
  }
}
