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
import { type Budgets, type RemainingBudget, writeBudgetHeaders } from './limits/budgets.ts';
import { answerParserError, CONNECTION_LIMITS, type ConnectionLimits, limitConnections } from './limits/connections.ts';
import { type CostlyProcess, forwardCostly } from './limits/costly-process.ts';
import { callLanes, costOf, requireBudgets } from './limits/gate.ts';
import { refuseCrossSite } from './pages/same-site.ts';
import type {} from './request-types.ts';

export interface AppOptions {
  log: Log;
  strictReplies: boolean;
  trustedProxies: string[];
  cookies: CookieNames;
  /** Public origin behind a proxy; Origin headers of other sites are refused. */
  publicUrl: string | undefined;
  /** Returns the user of the access cookie, or null. */
  findCurrentUser: (accessToken: string) => Promise<CurrentUser | null>;
  /** Identifies the programs of the provider; without it their calls are refused. */
  services?: ServiceTokenAuth;
  /** Request budgets; without them calls are not counted. */
  budgets?: Budgets;
  /** Another process that makes costly replies; without it this process makes them. */
  costlyProcess?: CostlyProcess | null;
  /** Limits of connections and request times; defaults apply to those that are absent. */
  connections?: Partial<ConnectionLimits>;
  /** True in the process for costly replies; the main process has already counted the call and names the caller. */
  isCostlyProcess?: boolean;
}

export interface ServiceTokenAuth {
  /** Returns the program of a valid token, else null. */
  find(token: string): Promise<ServiceCaller | null>;
  /** Records a call before its work begins; returns the id of the row. */
  begin(caller: ServiceCaller, call: { call: string; requestId: string }): Promise<number>;
  /** Records the status before the reply is sent. */
  end(callId: number, status: number): Promise<void>;
}

const BEARER = /^Bearer ([\w-]{20,200})$/i;

/**
 * Creates a portal without routes: cookies, current user, same-site rule, error replies. Capabilities register their
 * routes on it.
 */
export function createApp(options: AppOptions): FastifyInstance {
  const limits = { ...CONNECTION_LIMITS, ...options.connections };
  const app = fastify({
    loggerInstance: options.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: ({ headers }) => (options.isCostlyProcess && headers['x-request-id']?.toString()) || randomUUID(),
    requestIdHeader: false,
    trustProxy: options.isCostlyProcess || (options.trustedProxies.length > 0 ? options.trustedProxies : false),
    bodyLimit: 256 * 1024,
    // Serve requests that the load balancer routed before the shutdown.
    return503OnClosing: false,
    // Longer than any address Node accepts: the router's own error reply for a long path parameter would bypass the
    // error handler.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 20_000 },
    // The router's own reply to an unreadable address would bypass every hook.
    rewriteUrl: ({ url = '/' }) => readableAddress(url),
    requestTimeout: limits.requestMs,
    connectionTimeout: limits.idleMs,
    http: { headersTimeout: limits.headersMs, connectionsCheckingInterval: limits.checkEveryMs },
    clientErrorHandler: answerParserError,
  });
  if (!options.isCostlyProcess)
    limitConnections(app.server, { ...limits, hasProxy: options.trustedProxies.length > 0 });
  // Bodies are JSON or empty: a form of another site can send text, but not this content type without a preflight request.
  app.removeContentTypeParser('text/plain');
  app.decorate('strictReplies', options.strictReplies);
  app.decorateRequest('currentUser', null);
  app.decorateRequest('service', null);
  app.decorateRequest('serviceCallId', null);
  app.decorate('routeCost', null);
  app.decorate('registeredRoutes', requireBudgets(app));
  if (options.costlyProcess) forwardCostly(app, options.costlyProcess);
  const takeTurn = callLanes(app);
  app.register(cookie);
  app.setErrorHandler(answerError);
  // Set it again after the body has arrived: body events run in the context of the connection.
  app.addHook('onRequest', (request, _, done) => requestIds.run(request.id, done));
  app.addHook('preHandler', (request, _, done) => requestIds.run(request.id, done));
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    if ((request.routeOptions.url ?? request.url).startsWith('/v1/')) reply.header('cache-control', 'no-store');
  });
  // After every onRequest hook, so that the error reply carries the same headers as any other reply.
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
    // The main process has already applied its lanes to this request.
    if (!options.isCostlyProcess) await takeTurn(request, reply, left?.limit);
  });
  /** Identifies the caller and charges their budget; returns the rest of the budget. */
  async function recognise(request: FastifyRequest, reply: FastifyReply): Promise<RemainingBudget | null> {
    const { spec, access = spec?.access } = request.routeOptions.config;
    if (access && isForPrograms(access)) {
      const token = BEARER.exec(request.headers.authorization ?? '')?.[1];
      if (token) request.service = (await options.services?.find(token)) ?? null;
    } else {
      const token = request.cookies[options.cookies.access];
      if (token && access) request.currentUser = await options.findCurrentUser(token);
    }
    const { currentUser, service, ip: address } = request;
    const cost = costOf(request.routeOptions.config);
    const left = (await options.budgets?.take(cost, { currentUser, service, address })) ?? null;
    if (left) writeBudgetHeaders(reply, left);
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
      // The work is done: the row stays without a status, and the reply is sent.
      request.log.error(
        { err: error, serviceCallId: request.serviceCallId },
        'the end of a service call was not recorded',
      );
    });
  });
  return app;
}
