import type { RouteSpec } from '@seri/contract/http.ts';
import type { Viewer } from '../viewer.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Replies are parsed by the contract instead of only serialised by it. */
    strictReplies: boolean;
  }
  interface FastifyRequest {
    viewer: Viewer | null;
    /** Named in this reply's content security policy for the style elements of the page. */
    styleNonce?: string;
  }
  interface FastifyContextConfig {
    spec?: RouteSpec;
  }
}
