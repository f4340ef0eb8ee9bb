import { setTimeout as pause } from 'node:timers/promises';
import { CALLS_PER_MINUTE, type CompanySettingsValues } from '@seri/contract/company/settings.ts';
import type { FastifyReply } from 'fastify';
import type { ServiceCaller } from '../../calls/actor.ts';
import type { CurrentUser } from '../../calls/current-user.ts';
import { ApiError } from '../../calls/errors.ts';
import type { Db } from '../../db/db.ts';
import { takeFromWindow } from './budget-queries.ts';
import { networkOf } from './network.ts';
import type { RouteCost } from './route-cost.ts';

export type CallsPerMinute = CompanySettingsValues['callsPerMinute'];

interface Caller {
  currentUser: CurrentUser | null;
  service?: ServiceCaller | null;
  address: string;
}

export interface Budgets {
  /**
   * Charges one call to the budget of a user, a service token, or the network of anonymous callers. Throws 429 with
   * Retry-After when the budget is used up. Returns the rest, or null for a call without a budget.
   */
  take(route: RouteCost, caller: Caller): Promise<RemainingBudget | null>;
}

export interface RemainingBudget {
  budget: keyof CallsPerMinute;
  limit: number;
  left: number;
  secondsLeft: number;
}

/** Units that this process may grant without the database until the minute is over. */
interface Lease {
  left: number;
  limit: number;
  /** Units left in the budget when this lease was taken. */
  beyond: number;
  /** The budget has no more units. */
  isLast: boolean;
  endsAtMs: number;
  /** Calls refused since this lease was taken. */
  refused: number;
}

const LEASES_PER_BUDGET = 12;
const SWEEP_ABOVE = 10_000;
const MINUTE_SECONDS = 60;
const USER_TYPE_MANAGER = 3;
const LIMITS_LIVE_MS = 10_000;
/** After this many refusals in a minute, each further one is delayed, so that a client in a loop costs little. */
const PROMPT_REFUSALS = 20;
const REFUSAL_PAUSE_MS = 1_000;
const MAX_PAUSING = 2_000;
/** Counted by each process alone: a picture costs less than a database query, and a probe must not need one. */
const COUNTED_HERE: readonly (keyof CallsPerMinute)[] = ['picture', 'probe'];

/**
 * Budgets per minute (business-rules.md#request-budgets), shared by all processes on one database. Each process
 * leases a twelfth at a time and counts it down in memory, so that a read costs no write.
 */
export function callBudgets(db: Db, readLimits: () => Promise<CallsPerMinute>): Budgets {
  const leases = new Map<string, Lease>();
  const renewals = new Map<string, Promise<void>>();
  const knownLimits = cachedLimits(readLimits);
  let pausing = 0;

  async function renew(key: string, subject: string, budget: keyof CallsPerMinute, cost: number): Promise<void> {
    if (leases.size > SWEEP_ABOVE) forgetEnded(leases);
    const lease = COUNTED_HERE.includes(budget)
      ? wholeMinute(knownLimits()[budget])
      : await takeLease(subject, budget, cost);
    const before = leases.get(key);
    // Units that were too few for a costly call are carried over.
    const carriedOver = before && before.endsAtMs > performance.now() ? before.left : 0;
    leases.set(key, { ...lease, left: lease.left + carriedOver, refused: 0 });
  }

  async function takeLease(subject: string, budget: keyof CallsPerMinute, cost: number) {
    const limit = (await readLimits())[budget];
    const size = Math.min(limit, Math.max(cost, Math.ceil(limit / LEASES_PER_BUDGET)));
    const { taken, secondsLeft } = await takeFromWindow(db, subject, budget, size);
    const left = Math.min(size, Math.max(0, limit - (taken - size)));
    const beyond = Math.max(0, limit - taken);
    return {
      left,
      limit,
      beyond,
      isLast: left < size || beyond === 0,
      endsAtMs: performance.now() + secondsLeft * 1_000,
    };
  }

  async function refuse(lease: Lease, leftMs: number): Promise<never> {
    lease.refused += 1;
    if (lease.refused > PROMPT_REFUSALS && pausing < MAX_PAUSING) {
      pausing += 1;
      await pause(Math.min(REFUSAL_PAUSE_MS, leftMs)).finally(() => pausing--);
    }
    throw tooMany(leftMs);
  }

  return {
    take: async (route, caller) => {
      const budget = budgetOf(route, caller);
      if (!budget) return null;
      const subject = subjectOf(caller);
      const key = `${budget} ${subject}`;
      for (;;) {
        const lease = leases.get(key);
        const leftMs = lease ? lease.endsAtMs - performance.now() : 0;
        if (lease && leftMs > 0) {
          // A budget smaller than the cost of one call still allows one.
          const cost = Math.min(route.cost, lease.limit);
          if (lease.left >= cost) {
            lease.left -= cost;
            return {
              budget,
              limit: lease.limit,
              left: lease.left + lease.beyond,
              secondsLeft: Math.ceil(leftMs / 1_000),
            };
          }
          if (lease.isLast) return refuse(lease, leftMs);
        }
        // Concurrent calls share one renewal.
        const renewal =
          renewals.get(key) ?? renew(key, subject, budget, route.cost).finally(() => renewals.delete(key));
        renewals.set(key, renewal);
        await renewal;
      }
    },
  };
}

const wholeMinute = (limit: number) => ({
  ...{ left: limit, limit, beyond: 0, isLast: true },
  endsAtMs: performance.now() + MINUTE_SECONDS * 1_000,
});

/** Returns the cached limits and refreshes them in the background; while the database is down, the last ones. */
function cachedLimits(readLimits: () => Promise<CallsPerMinute>): () => CallsPerMinute {
  let limits: CallsPerMinute = CALLS_PER_MINUTE;
  let refreshAtMs = 0;
  return () => {
    if (performance.now() >= refreshAtMs) {
      refreshAtMs = performance.now() + LIMITS_LIVE_MS;
      void readLimits().then(
        (current) => {
          limits = current;
        },
        () => {},
      );
    }
    return limits;
  };
}

/** `auth` calls count their own attempts; `none` calls are cheap and end sessions. */
function budgetOf({ budget }: RouteCost, { currentUser, service }: Caller): keyof CallsPerMinute | null {
  if (service) return 'service';
  if (budget === 'auth' || budget === 'none') return null;
  return budget === 'write' && currentUser?.userType === USER_TYPE_MANAGER ? 'managerWrite' : budget;
}

/** The owner of the budget and of the place in a queue. */
export function subjectOf({ currentUser, service, address }: Caller): string {
  if (service) return `token ${service.tokenId}`;
  return currentUser ? `user ${currentUser.userId}` : `network ${networkOf(address)}`;
}

function tooMany(milliseconds: number): ApiError {
  const seconds = Math.ceil(milliseconds / 1_000);
  return new ApiError('TooManyRequests', { retryAfterSeconds: seconds, details: { seconds } });
}

/** Writes the rest of a budget into the rate limit header fields of the IETF draft. */
export function writeBudgetHeaders(reply: FastifyReply, { budget, limit, left, secondsLeft }: RemainingBudget): void {
  reply.header('ratelimit-policy', `"${budget}";q=${limit};w=${MINUTE_SECONDS}`);
  reply.header('ratelimit', `"${budget}";r=${left};t=${secondsLeft}`);
}

function forgetEnded(leases: Map<string, Lease>): void {
  const nowMs = performance.now();
  for (const [key, { endsAtMs }] of leases) if (endsAtMs <= nowMs) leases.delete(key);
}
