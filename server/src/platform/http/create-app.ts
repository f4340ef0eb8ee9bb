import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, fastify, LogController } from 'fastify';
import type { Log } from '../log.ts';
import type { Viewer } from '../viewer.ts';
import type { CookieNames } from './cookies.ts';
import { answerError } from './errors.ts';
import type {} from './request-types.ts';
import { refuseCrossSite } from './same-site.ts';

export interface AppOptions {
  log: Log;
  strictReplies: boolean;
  trustedProxies: string[];
  cookies: CookieNames;
  /** Own origin behind a proxy; Origin headers of other sites are refused. */
  publicUrl: string | undefined;
  /** Finds the person behind the access cookie, or null. */
  findViewer: (accessToken: string) => Promise<Viewer | null>;
}

/** An empty portal: cookies, viewer, same-site rule, error replies; capabilities register their calls on it. */
export function createApp(options: AppOptions): FastifyInstance {
  const app = fastify({
    loggerInstance: options.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: options.trustedProxies.length > 0 ? options.trustedProxies : false,
    bodyLimit: 256 * 1024,
    routerOptions: { ignoreTrailingSlash: true },
  });
  // Bodies are JSON or nothing: a form of another site can send text, but not this content type without asking.
  app.removeContentTypeParser('text/plain');
  app.decorate('strictReplies', options.strictReplies);
  app.decorateRequest('viewer', null);
  app.register(cookie);
  app.setErrorHandler(answerError);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    if (!request.url.startsWith('/v1/')) return;
    reply.header('cache-control', 'no-store');
    refuseCrossSite(request, options.publicUrl);
  });
  app.addHook('preHandler', async (request: FastifyRequest) => {
    const token = request.cookies[options.cookies.access];
    const { spec, access = spec?.access } = request.routeOptions.config;
    if (token && access) request.viewer = await options.findViewer(token);
  });
  return app;
}
