import type { BodyInput, QueryOf, RouteSpec } from '@seri/contract/http.ts';
import type { Session } from '@seri/contract/users/routes.ts';
import type { QueryClient } from '@tanstack/react-query';
import { type ApiError, addressOf } from '../api/api.ts';
import { newKey } from '../api/idempotent-mutation.ts';
import { readStored, removeStored, writeStored } from '../i18n/storage.ts';
import { sessionQuery } from '../session/session.ts';

/** A change made without a network; never a bid, an offer or any other money. */
interface KeptChange {
  /** The account that made it; it is never sent for another one. */
  account: number;
  /** A later change of the same subject replaces an earlier one. */
  subject: string;
  method: string;
  address: string;
  body: unknown;
  /** The server acts once, however often the change is sent. */
  key: string;
}

const MAX_CHANGES = 200;

function read(): KeptChange[] {
  try {
    const stored: unknown = JSON.parse(readStored('keptChanges') ?? '[]');
    return Array.isArray(stored) ? (stored as KeptChange[]) : [];
  } catch {
    return [];
  }
}

function write(changes: readonly KeptChange[]): void {
  if (changes.length === 0) removeStored('keptChanges');
  else writeStored('keptChanges', JSON.stringify(changes.slice(-MAX_CHANGES)));
}

const accountOf = (client: QueryClient): number | undefined =>
  (client.getQueryData(sessionQuery.queryKey) as Session | null | undefined)?.detail.userId;

export interface Input<S extends RouteSpec> {
  query?: Partial<QueryOf<S>>;
  body?: BodyInput<S>;
  /** A new one by default. */
  idempotencyKey?: string;
}

/** Keeps a change until there is a network; throws `failure` when nobody is logged in. */
export function keepChange<S extends RouteSpec>(
  client: QueryClient,
  { subject, spec, input, failure }: { subject: string; spec: S; input: Input<S>; failure: ApiError },
): void {
  const account = accountOf(client);
  if (account === undefined) throw failure;
  const change = { account, subject, method: spec.method, address: addressOf(spec, input.query), body: input.body };
  const key = input.idempotencyKey ?? newKey();
  write([...read().filter((kept) => kept.subject !== subject), { ...change, key }]);
}

let sending = false;
/** The network returned meanwhile: what is being sent may have failed before. */
let sendsAgain = false;

/** Sends the kept changes of this account in their order; the first one without a network ends it. */
async function sendKeptChanges(client: QueryClient): Promise<void> {
  const account = accountOf(client);
  if (account === undefined) return;
  if (sending) {
    sendsAgain = true;
    return;
  }
  sending = true;
  sendsAgain = false;
  try {
    write(read().filter((change) => change.account === account));
    for (let [next] = read(); next; [next] = read()) {
      const { method, address, body, key } = next;
      const headers = {
        'idempotency-key': key,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      };
      const response = await fetch(address, {
        ...{ method, headers, credentials: 'same-origin' as const },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      // Refused for good: it would be refused again. A busy server or an ended session gets it later.
      if (response.status >= 500 || response.status === 401 || response.status === 429) return;
      write(read().filter((change) => change.key !== key));
    }
    await client.invalidateQueries();
  } catch {
    // Still no network.
  } finally {
    sending = false;
  }
  if (!sendsAgain) return;
  sendsAgain = false;
  if (read().length > 0) await sendKeptChanges(client);
}

export const forgetChanges = (): void => {
  removeStored('keptChanges');
  removeStored('chatDrafts');
};

/** Sends changes at once, and whenever the network returns. */
export function followNetwork(client: QueryClient): void {
  addEventListener('online', () => void sendKeptChanges(client));
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && read().length > 0) void sendKeptChanges(client);
  });
  if (read().length > 0) void sendKeptChanges(client);
}
