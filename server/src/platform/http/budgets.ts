import type { CompanySettingsValues } from '@seri/contract/company/settings.ts';
import type { RouteSpec } from '@seri/contract/http.ts';
import type { FastifyReply } from 'fastify';
import type { ServiceCaller } from '../actor.ts';
import type { Db } from '../db.ts';
import { Refused } from '../refusals.ts';
import type { Viewer } from '../viewer.ts';
import { takeFromWindow } from './budget-queries.ts';
import { networkOf } from './network.ts';

export type CallsPerMinute = CompanySettingsValues['callsPerMinute'];

interface Caller {
  viewer: Viewer | null;
  service?: ServiceCaller | null;
  address: string;
}

export interface Budgets {
  /**
   * Counts one call of a person, of a service token, or of a network for strangers; refuses with 429 and Retry-After above the budget.
   * Answers what is left of it, null for a call that draws on none.
   */
  take(spec: RouteSpec, caller: Caller): Promise<Left | null>;
}

export interface Left {
  budget: keyof CallsPerMinute;
  limit: number;
  left: number;
  secondsLeft: number;
}

/** Calls this process may still answer without asking the database, until the minute is over. */
interface Lease {
  left: number;
  limit: number;
  /** What the budget still had to give when this was drawn. */
  beyond: number;
  /** The budget had no more to give. */
  isLast: boolean;
  endsAtMs: number;
}

const LEASES_A_BUDGET = 12;
const SWEEP_ABOVE = 10_000;
const MINUTE_SECONDS = 60;
const USER_TYPE_MANAGER = 3;

/**
 * Budgets per minute (quality B2), shared by all processes on one database. Each process draws a twelfth at a time and
 * counts it down in memory, so that a read costs no write.
 */
export function callBudgets(db: Db, readLimits: () => Promise<CallsPerMinute>): Budgets {
  const leases = new Map<string, Lease>();
  const renewals = new Map<string, Promise<void>>();

  async function renew(key: string, subject: string, budget: keyof CallsPerMinute): Promise<void> {
    const limit = (await readLimits())[budget];
    const size = Math.ceil(limit / LEASES_A_BUDGET);
    const { taken, secondsLeft } = await takeFromWindow(db, subject, budget, size);
    const left = Math.min(size, Math.max(0, limit - (taken - size)));
    if (leases.size > SWEEP_ABOVE) forgetEnded(leases);
    const beyond = Math.max(0, limit - taken);
    leases.set(key, { left, limit, beyond, isLast: left < size, endsAtMs: performance.now() + secondsLeft * 1_000 });
  }

  return {
    take: async (spec, caller) => {
      const budget = budgetOf(spec, caller);
      if (!budget) return null;
      const subject = subjectOf(caller);
      const key = `${budget} ${subject}`;
      for (;;) {
        const lease = leases.get(key);
        const leftMs = lease ? lease.endsAtMs - performance.now() : 0;
        if (lease && leftMs > 0) {
          if (lease.left > 0) {
            lease.left--;
            return {
              budget,
              limit: lease.limit,
              left: lease.left + lease.beyond,
              secondsLeft: Math.ceil(leftMs / 1_000),
            };
          }
          if (lease.isLast) throw tooMany(leftMs);
        }
        // Calls that come together draw one lease together.
        const renewal = renewals.get(key) ?? renew(key, subject, budget).finally(() => renewals.delete(key));
        renewals.set(key, renewal);
        await renewal;
      }
    },
  };
}

/** `door` calls count their tries themselves, together with what was tried (auth); `none` are cheap and end sessions. */
function budgetOf(spec: RouteSpec, { viewer, service }: Caller): keyof CallsPerMinute | null {
  if (service) return 'service';
  const budget = spec.budget ?? (spec.method === 'GET' ? 'read' : 'write');
  if (budget === 'door' || budget === 'none') return null;
  return budget === 'write' && viewer?.userType === USER_TYPE_MANAGER ? 'managerWrite' : budget;
}

function subjectOf({ viewer, service, address }: Caller): string {
  if (service) return `token ${service.tokenId}`;
  return viewer ? `user ${viewer.userId}` : `network ${networkOf(address)}`;
}

function tooMany(milliseconds: number): Refused {
  const seconds = Math.ceil(milliseconds / 1_000);
  return new Refused('TooManyRequests', { retryAfterSeconds: seconds, details: { seconds } });
}

/** What is left of a budget, in the words of the IETF's draft on rate limit header fields (API-07). */
export function tellBudget(reply: FastifyReply, { budget, limit, left, secondsLeft }: Left): void {
  reply.header('ratelimit-policy', `"${budget}";q=${limit};w=${MINUTE_SECONDS}`);
  reply.header('ratelimit', `"${budget}";r=${left};t=${secondsLeft}`);
}

function forgetEnded(leases: Map<string, Lease>): void {
  const nowMs = performance.now();
  for (const [key, { endsAtMs }] of leases) if (endsAtMs <= nowMs) leases.delete(key);
}
