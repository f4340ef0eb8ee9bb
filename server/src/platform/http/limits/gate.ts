import { availableParallelism } from 'node:os';
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type {} from '../request-types.ts';
import { subjectOf } from './budgets.ts';
import { createFairQueue, type QueueLimits } from './fair-queue.ts';
import type { RegisteredRoute, RouteCost } from './route-cost.ts';

type Lane = 'call' | 'search' | 'list' | 'wait' | 'file' | 'page' | 'picture';

/**
 * Concurrency of each kind of work. The calls of one user queue behind each other, so that forty parallel requests of
 * one client leave the processor to the others. The limits of files, pages and pictures apply in the process that
 * makes them.
 */
const LANES: Record<Lane, QueueLimits> = {
  call: { maxRunning: 2_000, maxRunningPerSubject: 6, maxWaitingPerSubject: 500, maxWaiting: 10_000 },
  search: { maxRunning: 200, maxRunningPerSubject: 2, maxWaitingPerSubject: 100, maxWaiting: 2_000 },
  list: { maxRunning: 200, maxRunningPerSubject: 2, maxWaitingPerSubject: 100, maxWaiting: 2_000 },
  wait: { maxRunning: 500, maxRunningPerSubject: 4, maxWaitingPerSubject: 20, maxWaiting: 1_000 },
  file: { maxRunning: 3, maxRunningPerSubject: 1, maxWaitingPerSubject: 60, maxWaiting: 600 },
  page: { maxRunning: 4, maxRunningPerSubject: 1, maxWaitingPerSubject: 100, maxWaiting: 1_000 },
  // A phone with HTTP/2 requests all the pictures of a long page at once.
  picture: { maxRunning: 12, maxRunningPerSubject: 6, maxWaitingPerSubject: 800, maxWaiting: 4_000 },
};

/**
 * Lists that run at once while somebody bids: half of the processors are left to the bids. A bid check beside eight askers of
 * wide filters then takes 1.1 to 2.5 times its idle time, mostly below 2, instead of 2.4 to 4.3, and lists up to twice theirs.
 */
export const LISTS_BESIDE_BIDS = Math.max(1, Math.floor(availableParallelism() / 2));
/** Time after a bid in which another one is likely: a check while an amount is typed, the next decision of a manager. */
export const BIDDING_MS = 500;

/**
 * Throws at start-up when a route is registered without a budget. Returns the list of all routes, filled as they are
 * registered.
 */
export function requireBudgets(app: FastifyInstance): RegisteredRoute[] {
  const routes: RegisteredRoute[] = [];
  app.addHook('onRoute', function ensureBudget(route) {
    const config = configOf(route);
    const methods = [route.method].flat();
    if (!(config.spec?.budget ?? config.budget) && this.routeCost) Object.assign(config, this.routeCost);
    if (!(config.spec?.budget ?? config.budget))
      throw new Error(`${methods.join()} ${route.url} has no budget: add one to its config (contract/src/budgets.ts)`);
    for (const method of methods) routes.push({ method, url: route.url, isHandMade: !config.spec, ...costOf(config) });
  });
  return routes;
}

function configOf(route: RouteOptions): FastifyContextConfig {
  route.config ??= {};
  return route.config;
}

/** For libraries that register routes themselves: every route registered inside uses this budget. */
export function registerWithBudget(
  app: FastifyInstance,
  routeCost: Partial<RouteCost> & Pick<RouteCost, 'budget'>,
  register: (scope: FastifyInstance) => void,
): void {
  app.register((scope, _options, done) => {
    scope.routeCost = routeCost;
    register(scope);
    done();
  });
}

/** Returns the cost of the route of this request; an unknown address counts as a read. */
export function costOf({ spec, budget = spec?.budget, cost = spec?.cost }: FastifyContextConfig): RouteCost {
  return { budget: budget ?? 'read', cost: cost ?? 1 };
}

/** True for documents, pages and drawn pictures, which are made outside the thread that serves bids. */
export const isCostlyRoute = (config: FastifyContextConfig): boolean => {
  const { budget } = costOf(config);
  return budget === 'file' || budget === 'page' || (budget === 'picture' && config.isDrawn === true);
};

function laneOf(config: FastifyContextConfig): Lane | null {
  const { spec } = config;
  const { budget, cost } = costOf(config);
  // A stream stays open; streams have limits of their own (events/streams.ts).
  if (spec?.isStream || budget === 'probe') return null;
  if (spec?.waitsForWork) return 'wait';
  if (budget === 'file' || budget === 'page' || budget === 'picture') return budget;
  if (budget !== 'search' && cost === 1) return 'call';
  return spec?.errors?.includes('Lists.Filling') ? 'list' : 'search';
}

/** A minute's budget of these, spent at once, would occupy the processor for seconds. */
const PACED: readonly Lane[] = ['search', 'list', 'file', 'page', 'picture'];
/**
 * Units that a drawn picture counts in the pace of a user: the budget is large because most pictures are cached. It
 * does not apply to the pace of a network, which may have hundreds of users.
 */
const DRAWING_UNITS = 25;
const MINUTE_MS = 60_000;

/** Minimum interval between costly calls of one caller, in ms; 0 is unlimited. */
function paceOf(lane: Lane, { routeOptions, currentUser }: FastifyRequest, unitsAMinute: number | undefined): number {
  if (!unitsAMinute || !PACED.includes(lane)) return 0;
  const { cost } = costOf(routeOptions.config);
  const units = currentUser && routeOptions.config.isDrawn ? DRAWING_UNITS : cost;
  return (units * MINUTE_MS) / unitsAMinute;
}

/**
 * Runs a few calls of one subject at a time; each holds its place until its reply is sent, a list until it is complete, or
 * the client disconnects.
 * After a burst, costly calls are paced so that their budget of `unitsAMinute` lasts the whole minute.
 */
export function callLanes(
  app: FastifyInstance,
): (request: FastifyRequest, reply: FastifyReply, unitsAMinute?: number) => Promise<void> {
  let lastBidMs = Number.NEGATIVE_INFINITY;
  const maxLists = () => (performance.now() - lastBidMs < BIDDING_MS ? LISTS_BESIDE_BIDS : LANES.list.maxRunning);
  const lanes = new Map(
    Object.entries(LANES).map(([lane, limits]) => [
      lane,
      createFairQueue(limits, lane === 'list' ? maxLists : undefined),
    ]),
  );
  // A slow client no longer occupies one of the few places beside bids once its list is complete.
  app.addHook('onSend', async ({ routeOptions, endTurn }) => {
    if (laneOf(routeOptions.config) === 'list') endTurn?.();
  });
  return async (request, reply, unitsAMinute) => {
    const { config } = request.routeOptions;
    if (config.spec?.isBid && request.currentUser) lastBidMs = performance.now();
    const lane = laneOf(config);
    const turns = lane && lanes.get(lane);
    if (!turns) return;
    const { currentUser, service, ip: address } = request;
    const response = reply.raw;
    const end = await turns.take(subjectOf({ currentUser, service, address }), {
      isGone: () => response.destroyed,
      paceMs: paceOf(lane, request, unitsAMinute),
    });
    request.endTurn = end;
    response.once('close', end).once('finish', end);
    if (response.destroyed) end();
  };
}
