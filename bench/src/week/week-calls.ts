import { randomBytes } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import type { Person } from '../../../server/src/testing/http/people.ts';
import { quantileOf } from '../tools/load.ts';

export interface CallOptions {
  /** Name under which its times are reported. */
  name: string;
  path: string;
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  body?: object;
  /** Version of the changed record that the person saw. */
  version?: number;
}

export interface Calls {
  /** The reply; null after an expected refusal or an error. */
  ask<T>(person: Person, options: CallOptions): Promise<T | null>;
  lines(): string[];
  errors: string[];
}

interface Counted {
  tookMs: number[];
  refused: number;
  errors: number;
}

/** A lot may close, or another manager may be faster, between reading and clicking. */
const HONEST_REFUSALS = new Set([
  ...['Bid.Closed', 'Bid.Finished', 'Bid.CannotCancel', 'Bid.TransitionNotAllowed', 'Bid.NotEditable'],
  ...['Bid.RaiseOnly', 'Bid.LastHour', 'Bid.BelowStart', 'Bid.Version'],
]);
const TIMEOUT_MS = 10_000;
const MAX_ERRORS = 20;

/** Calls of people over HTTP to either server, each counted and timed under its name. */
export function callsTo(ports: readonly number[]): Calls {
  const counted = new Map<string, Counted>();
  const errors: string[] = [];
  let turn = 0;
  const of = (name: string): Counted => {
    const known = counted.get(name) ?? { tookMs: [], refused: 0, errors: 0 };
    counted.set(name, known);
    return known;
  };
  return {
    errors,
    ask: async <T>(person: Person, { name, path, method = 'GET', body, version }: CallOptions) => {
      const cookie = ports.map((port) => person.cookie.replace('3000', String(port))).join('; ');
      const beganMs = performance.now();
      const wrong = (what: string) => {
        of(name).errors++;
        if (errors.length < MAX_ERRORS) errors.push(`${name}: ${what}`);
        return null;
      };
      try {
        const reply = await fetch(`http://127.0.0.1:${ports[turn++ % ports.length]}${path}`, {
          method,
          headers: {
            cookie,
            ...(body ? { 'content-type': 'application/json' } : {}),
            ...(version === undefined ? {} : { 'if-match': `"${version}"` }),
            ...(method === 'GET' ? {} : { 'idempotency-key': randomBytes(8).toString('hex') }),
          },
          ...(body ? { body: JSON.stringify(body) } : {}),
          signal: AbortSignal.timeout(TIMEOUT_MS),
        });
        const answer = (await reply.json()) as { messageCode?: string };
        const one = of(name);
        one.tookMs.push(performance.now() - beganMs);
        if (reply.ok) return answer as T;
        if (!HONEST_REFUSALS.has(answer.messageCode ?? '')) return wrong(`${reply.status} ${answer.messageCode}`);
        one.refused++;
        return null;
      } catch (error) {
        return wrong(String(error));
      }
    },
    lines: () =>
      [...counted].map(([name, { tookMs, refused, errors: wrong }]) => {
        const at = quantileOf(tookMs);
        return `| ${[name, tookMs.length, at(0.5).toFixed(0), at(0.99).toFixed(0), at(1).toFixed(0), refused, wrong].join(' | ')} |`;
      }),
  };
}
