import type { Access, RouteSpec } from '@seri/contract/http.ts';
import type { ServiceCaller } from '../actor.ts';
import type { Viewer } from '../viewer.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Replies are parsed by the contract instead of only serialised by it. */
    strictReplies: boolean;
  }
  interface FastifyRequest {
    viewer: Viewer | null;
    /** The program behind the service token, on calls of the back office only. */
    service: ServiceCaller | null;
    /** Its row in the log of such calls. */
    serviceCallId: number | null;
    /** Named in this reply's content security policy for the style elements of the page. */
    styleNonce?: string;
  }
  interface FastifyContextConfig {
    spec?: RouteSpec;
    /** Of a reply outside the contract, a picture: the viewer is looked up for it. */
    access?: Access;
    /** A page whose library writes markup itself: Trusted Types are not asked of it. */
    writesMarkup?: true;
  }
}
