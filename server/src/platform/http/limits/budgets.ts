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
   * Takes what one call costs from the budget of a person, of a service token, or of a network for strangers; refuses
   * with 429 and Retry-After when it is used up. Answers what is left of it, null for a call that draws on none.
   */
  take(route: RouteCost, caller: Caller): Promise<Left | null>;
}

export interface Left {
  budget: keyof CallsPerMinute;
  limit: number;
  left: number;
  secondsLeft: number;
}

/** Units this process may still give without asking the database, until the minute is over. */
interface Lease {
  left: number;
  limit: number;
  /** What the budget still had to give when this was drawn. */
  beyond: number;
  /** The budget had no more to give. */
  isLast: boolean;
  endsAtMs: number;
  /** Calls refused since this was drawn. */
  refused: number;
}

const LEASES_A_BUDGET = 12;
const SWEEP_ABOVE = 10_000;
const MINUTE_SECONDS = 60;
const USER_TYPE_MANAGER = 3;
const LIMITS_LIVE_MS = 10_000;
/** After this many refusals in a minute, each further one is delayed, so that a loop of refusals stays cheap. */
const PROMPT_REFUSALS = 20;
const REFUSAL_PAUSE_MS = 1_000;
const MAX_PAUSING = 2_000;
/** Counted by each process alone: a picture costs less than a question to the database, and a probe must not need one. */
const COUNTED_HERE: readonly (keyof CallsPerMinute)[] = ['picture', 'probe'];

/**
 * Budgets per minute (business-rules.md#request-budgets), shared by all processes on one database. Each process draws a twelfth at a time and
 * counts it down in memory, so that a read costs no write.
 */
export function callBudgets(db: Db, readLimits: () => Promise<CallsPerMinute>): Budgets {
  const leases = new Map<string, Lease>();
  const renewals = new Map<string, Promise<void>>();
  const knownLimits = rememberedLimits(readLimits);
  let pausing = 0;

  async function renew(key: string, subject: string, budget: keyof CallsPerMinute, cost: number): Promise<void> {
    if (leases.size > SWEEP_ABOVE) forgetEnded(leases);
    const drawn = COUNTED_HERE.includes(budget)
      ? wholeMinute(knownLimits()[budget])
      : await drawnLease(subject, budget, cost);
    const before = leases.get(key);
    // What was too little for a costly call is not lost.
    const kept = before && before.endsAtMs > performance.now() ? before.left : 0;
    leases.set(key, { ...drawn, left: drawn.left + kept, refused: 0 });
  }

  async function drawnLease(subject: string, budget: keyof CallsPerMinute, cost: number) {
    const limit = (await readLimits())[budget];
    const size = Math.min(limit, Math.max(cost, Math.ceil(limit / LEASES_A_BUDGET)));
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
          // A budget smaller than the price of one call still allows one.
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
        // Calls that come together draw one lease together.
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

/** The limits as they were a moment ago, asked for again beside the call; while the database is away, the last ones. */
function rememberedLimits(readLimits: () => Promise<CallsPerMinute>): () => CallsPerMinute {
  let known: CallsPerMinute = CALLS_PER_MINUTE;
  let askAgainMs = 0;
  return () => {
    if (performance.now() >= askAgainMs) {
      askAgainMs = performance.now() + LIMITS_LIVE_MS;
      void readLimits().then(
        (limits) => {
          known = limits;
        },
        () => {},
      );
    }
    return known;
  };
}

/** `auth` calls count their attempts themselves, together with what was tried (auth); `none` are cheap and end sessions. */
function budgetOf({ budget }: RouteCost, { currentUser, service }: Caller): keyof CallsPerMinute | null {
  if (service) return 'service';
  if (budget === 'auth' || budget === 'none') return null;
  return budget === 'write' && currentUser?.userType === USER_TYPE_MANAGER ? 'managerWrite' : budget;
}

/** Whose budget and whose place in a queue it is. */
export function subjectOf({ currentUser, service, address }: Caller): string {
  if (service) return `token ${service.tokenId}`;
  return currentUser ? `user ${currentUser.userId}` : `network ${networkOf(address)}`;
}

function tooMany(milliseconds: number): ApiError {
  const seconds = Math.ceil(milliseconds / 1_000);
  return new ApiError('TooManyRequests', { retryAfterSeconds: seconds, details: { seconds } });
}

/** What is left of a budget, in the words of the IETF's draft on rate limit header fields. */
export function tellBudget(reply: FastifyReply, { budget, limit, left, secondsLeft }: Left): void {
  reply.header('ratelimit-policy', `"${budget}";q=${limit};w=${MINUTE_SECONDS}`);
  reply.header('ratelimit', `"${budget}";r=${left};t=${secondsLeft}`);
}

function forgetEnded(leases: Map<string, Lease>): void {
  const nowMs = performance.now();
  for (const [key, { endsAtMs }] of leases) if (endsAtMs <= nowMs) leases.delete(key);
}
