import { refreshSession } from '@seri/contract/auth/session-routes.ts';
import { readStored, writeStored } from '../i18n/storage.ts';
import { sendRequest } from './request.ts';

/** `lost`: there is no session any more; `response`: an inconclusive answer of the server. */
interface Refreshed {
  lost: boolean;
  response?: Response;
}

let running: Promise<Refreshed> | null = null;
let refreshedAt = 0;
const listeners = new Set<() => void>();
let lost = false;

/**
 * One refresh for all calls in flight and, through a lock, for all tabs. `startedAt`: time the refused call was sent.
 */
export function refreshOnce(startedAt: number): Promise<Refreshed> {
  if (refreshedSince(startedAt)) return Promise.resolve({ lost: false });
  running ??= inOneTab(() => (refreshedSince(startedAt) ? Promise.resolve({ lost: false }) : refresh())).finally(() => {
    running = null;
  });
  return running;
}

// Another tab may have exchanged the refresh cookie while this one waited: using it twice would end the session.
const refreshedSince = (startedAt: number): boolean =>
  Math.max(refreshedAt, Number(readStored('refreshedAt') ?? 0)) > startedAt;

function inOneTab(task: () => Promise<Refreshed>): Promise<Refreshed> {
  return navigator.locks ? navigator.locks.request('seri-session-refresh', task) : task();
}

async function refresh(): Promise<Refreshed> {
  const response = await sendRequest(refreshSession.method, refreshSession.path);
  if (![200, 401, 403].includes(response.status)) return { lost: false, response };
  // An unread answer would hold its connection.
  await response.text().catch(() => null);
  if (response.status === 200) {
    refreshedAt = Date.now();
    writeStored('refreshedAt', String(refreshedAt));
    return { lost: false };
  }
  setSessionLost(true);
  return { lost: true };
}

export function setSessionLost(value: boolean): void {
  lost = value;
  for (const listener of listeners) listener();
}

export const isSessionLost = (): boolean => lost;

export function onSessionLost(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
