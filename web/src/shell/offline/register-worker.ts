import type { Session } from '@seri/contract/users/routes.ts';
import type { QueryClient } from '@tanstack/react-query';
import { countVisit } from '../hints/visits.ts';
import { sessionQuery } from '../session/session.ts';
import { followNetwork, forgetChanges } from './kept-changes.ts';
import { warmUp } from './warm-up.ts';

const WORKER = '/service-worker.js';

/** Reads the user's own lists, so that the worker keeps them. */
type ReadLists = (client: QueryClient, session: Session) => Promise<void>;

/** Counts the visit and registers the service worker after the first page, and sets the account of which it may keep data. */
export async function registerWorker(client: QueryClient, readLists: ReadLists): Promise<void> {
  countVisit(Date.now());
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  // A browser may forbid it, in private windows for example.
  const registration = await serviceWorker.register(WORKER).catch(() => null);
  // This page is of the new version already, and nothing is typed in it yet.
  registration?.waiting?.postMessage({ type: 'take-over' });
  followAccount(client, await serviceWorker.ready, readLists);
}

function followAccount(client: QueryClient, { active }: ServiceWorkerRegistration, readLists: ReadLists): void {
  let known: string | null | undefined;
  const follow = (session: Session | null | undefined) => {
    const account = session === undefined ? undefined : session === null ? null : String(session.detail.userId);
    if (account === undefined || account === known) return;
    const isStart = known === undefined;
    known = account;
    (navigator.serviceWorker.controller ?? active)?.postMessage({ type: 'account', account });
    if (account === null) forgetChanges();
    else if (isStart && session) {
      followNetwork(client);
      void warmUp(() => readLists(client, session));
    }
  };
  const { queryKey } = sessionQuery;
  follow(client.getQueryData(queryKey));
  client.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && query.queryKey[0] === queryKey[0]) follow(query.state.data as Session | null | undefined);
  });
}
