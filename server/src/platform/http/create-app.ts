import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, fastify, LogController } from 'fastify';
import type { Log } from '../log.ts';
import type { Viewer } from '../viewer.ts';
import { type Budgets, tellBudget } from './budgets.ts';
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
  /** How often one may call; nobody counts without it. */
  budgets?: Budgets;
}

const UNREADABLE = '/v1/unreadable';

/** An empty portal: cookies, viewer, same-site rule, error replies; capabilities register their calls on it. */
export function createApp(options: AppOptions): FastifyInstance {
  const app = fastify({
    loggerInstance: options.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: options.trustedProxies.length > 0 ? options.trustedProxies : false,
    bodyLimit: 256 * 1024,
    // Longer than any address Node takes: the router would refuse a long part of one in words of its own.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 20_000 },
    // What cannot be decoded is an address nobody knows: the router's own reply would pass by every hook.
    rewriteUrl: ({ url = '/' }) => (isDecodable(url) ? url : UNREADABLE),
  });
  // Bodies are JSON or nothing: a form of another site can send text, but not this content type without asking.
  app.removeContentTypeParser('text/plain');
  app.decorate('strictReplies', options.strictReplies);
  app.decorateRequest('viewer', null);
  app.register(cookie);
  app.setErrorHandler(answerError);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    if ((request.routeOptions.url ?? request.url).startsWith('/v1/')) reply.header('cache-control', 'no-store');
  });
  // After every onRequest hook, so that the refusal carries the headers of any other reply.
  app.addHook('preParsing', async (request) => {
    refuseCrossSite(request, options.publicUrl);
  });
  app.addHook('preHandler', async (request: FastifyRequest, reply) => {
    const token = request.cookies[options.cookies.access];
    const { spec, access = spec?.access } = request.routeOptions.config;
    if (token && access) request.viewer = await options.findViewer(token);
    const left = spec && (await options.budgets?.take(spec, { viewer: request.viewer, address: request.ip }));
    if (left) tellBudget(reply, left);
  });
  return app;
}

function isDecodable(url: string): boolean {
  try {
    return decodeURIComponent(url.split('?', 1)[0] ?? '') !== '';
  } catch {
    return false;
  }
}
