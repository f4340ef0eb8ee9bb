import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  LogController,
} from 'fastify';
import type { ServiceCaller } from '../calls/actor.ts';
import type { CurrentUser } from '../calls/current-user.ts';
import type { Log } from '../process/log.ts';
import { requestIds } from '../process/request-id.ts';
import { ensureAccess, ensureService, isForPrograms } from './access.ts';
import type { CookieNames } from './cookies.ts';
import { answerError } from './errors.ts';
import { readableAddress, refuseUnreadable } from './limits/addresses.ts';
import { type Apart, forwardCostly } from './limits/apart.ts';
import { type Budgets, type Left, tellBudget } from './limits/budgets.ts';
import { answerUnreadable, boundConnections, CONNECTION_LIMITS, type ConnectionLimits } from './limits/connections.ts';
import { callLanes, costOf, requireBudgets } from './limits/gate.ts';
import { refuseCrossSite } from './pages/same-site.ts';
import type {} from './request-types.ts';

export interface AppOptions {
  log: Log;
  strictReplies: boolean;
  trustedProxies: string[];
  cookies: CookieNames;
  /** Own origin behind a proxy; Origin headers of other sites are refused. */
  publicUrl: string | undefined;
  /** Finds the person behind the access cookie, or null. */
  findViewer: (accessToken: string) => Promise<CurrentUser | null>;
  /** Knows the programs of the provider; without it their calls are refused. */
  services?: ServiceTokenAuth;
  /** How often one may call; nobody counts without it. */
  budgets?: Budgets;
  /** Has costly answers made by another process; without it they are made here. */
  apart?: Apart | null;
  /** Of connections and how long a request may take to arrive; the usual ones when not named. */
  connections?: Partial<ConnectionLimits>;
  /** This process makes costly answers for another one, which has counted the call and says whose it is. */
  isApart?: boolean;
}

export interface ServiceTokenAuth {
  /** The program whose token this is, while it lives. */
  find(token: string): Promise<ServiceCaller | null>;
  /** Writes a call down before its work begins; answers the row. */
  begin(caller: ServiceCaller, call: { call: string; requestId: string }): Promise<number>;
  /** Adds how it ended, before the caller hears of it. */
  end(callId: number, status: number): Promise<void>;
}

const BEARER = /^Bearer ([\w-]{20,200})$/i;

/** An empty portal: cookies, currentUser, same-site rule, error replies; capabilities register their calls on it. */
export function createApp(options: AppOptions): FastifyInstance {
  const limits = { ...CONNECTION_LIMITS, ...options.connections };
  const app = fastify({
    loggerInstance: options.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: ({ headers }) => (options.isApart && headers['x-request-id']?.toString()) || randomUUID(),
    requestIdHeader: false,
    trustProxy: options.isApart || (options.trustedProxies.length > 0 ? options.trustedProxies : false),
    bodyLimit: 256 * 1024,
    // Who still comes while it closes came in good faith: a balancer has just sent him.
    return503OnClosing: false,
    // Longer than any address Node takes: the router would refuse a long part of one in words of its own.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 20_000 },
    // The router's own reply to an address that cannot be read would pass by every hook.
    rewriteUrl: ({ url = '/' }) => readableAddress(url),
    requestTimeout: limits.requestMs,
    connectionTimeout: limits.idleMs,
    http: { headersTimeout: limits.headersMs, connectionsCheckingInterval: limits.checkEveryMs },
    clientErrorHandler: answerUnreadable,
  });
  if (!options.isApart) boundConnections(app.server, { ...limits, hasProxy: options.trustedProxies.length > 0 });
  // Bodies are JSON or nothing: a form of another site can send text, but not this content type without asking.
  app.removeContentTypeParser('text/plain');
  app.decorate('strictReplies', options.strictReplies);
  app.decorateRequest('currentUser', null);
  app.decorateRequest('service', null);
  app.decorateRequest('serviceCallId', null);
  app.decorate('routeCost', null);
  app.decorate('registeredRoutes', requireBudgets(app));
  if (options.apart) forwardCostly(app, options.apart);
  const takeTurn = callLanes();
  app.register(cookie);
  app.setErrorHandler(answerError);
  // A second time after the body has come: its events belong to the connection.
  app.addHook('onRequest', (request, _, done) => requestIds.run(request.id, done));
  app.addHook('preHandler', (request, _, done) => requestIds.run(request.id, done));
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    if ((request.routeOptions.url ?? request.url).startsWith('/v1/')) reply.header('cache-control', 'no-store');
  });
  // After every onRequest hook, so that the refusal carries the headers of any other reply.
  app.addHook('preParsing', async (request, reply) => {
    refuseCrossSite(request, options.publicUrl);
    const { spec } = request.routeOptions.config;
    if (!spec?.largestBodyBytes) return;
    await recognise(request, reply);
    if (isForPrograms(spec.access)) ensureService(spec.access, request.service);
    else ensureAccess(spec, request.currentUser);
  });
  app.addHook('preHandler', async (request, reply) => {
    refuseUnreadable(request);
    const left = request.routeOptions.config.spec?.largestBodyBytes ? null : await recognise(request, reply);
    // What the main process sends here has had its turn there.
    if (!options.isApart) await takeTurn(request, reply, left?.limit);
  });
  /** Who calls, and that he may once more; answers what is left of his budget. */
  async function recognise(request: FastifyRequest, reply: FastifyReply): Promise<Left | null> {
    const { spec, access = spec?.access } = request.routeOptions.config;
    if (access && isForPrograms(access)) {
      const token = BEARER.exec(request.headers.authorization ?? '')?.[1];
      if (token) request.service = (await options.services?.find(token)) ?? null;
    } else {
      const token = request.cookies[options.cookies.access];
      if (token && access) request.currentUser = await options.findViewer(token);
    }
    const { currentUser, service, ip: address } = request;
    const cost = costOf(request.routeOptions.config);
    const left = (await options.budgets?.take(cost, { currentUser, service, address })) ?? null;
    if (left) tellBudget(reply, left);
    if (spec && service && options.services)
      request.serviceCallId = await options.services.begin(service, {
        call: `${spec.method} ${spec.path}`,
        requestId: request.id,
      });
    return left;
  }
  app.addHook('onSend', async (request, reply) => {
    if (request.serviceCallId === null) return;
    await options.services?.end(request.serviceCallId, reply.statusCode).catch((error: unknown) => {
      // The work is done: its row stays without a status, and the answer goes out.
      request.log.error({ err: error, serviceCallId: request.serviceCallId }, 'the end of a call was not written down');
    });
  });
  return app;
}
