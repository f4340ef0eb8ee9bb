import { eventStream, FOLLOWED_LOTS, type LiveEventName, type LiveIds } from '@seri/contract/events/routes.ts';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { ApiError, addressOf, call } from '../api/api.ts';
import { isSessionLost } from '../api/session-refresh.ts';
import { sessionQuery } from '../session/session.ts';
import { settingsQuery } from '../settings.ts';
import { batchRefreshes } from './batch-refreshes.ts';
import { countersQuery } from './counters.ts';
import { liveStream } from './live-stream.ts';

const FOLLOW_AFTER_MS = 300;
const LOT_KEY = ['lots', 'lot'] as const;
const NO_IDS: LiveIds = { bidIds: [], lotIds: [] };

/** Invalidates cached queries on live events. Returns the function that stops it. */
export function startLive(client: QueryClient, { isStaff }: { isStaff: boolean }): () => void {
  const refreshes = batchRefreshes(client);
  const followed = new Set(openLots(client));
  const spreads = new Set<ReturnType<typeof setTimeout>>();

  const onEvent = (event: LiveEventName, ids: LiveIds) => {
    const keys = affectedQueries(event, ids, isStaff);
    if (!ids.spreadMs) return refreshes.add(keys);
    const timer = setTimeout(() => {
      spreads.delete(timer);
      refreshes.add(keys);
    }, Math.random() * ids.spreadMs);
    spreads.add(timer);
  };
  const poll = async (after: string | undefined) => {
    if (isSessionLost()) return undefined;
    try {
      const missed = await call(eventStream, { query: { lot: [...followed], after } });
      for (const { event, ...ids } of missed.events) onEvent(event, ids);
      refreshes.add([countersQuery.queryKey]);
      return missed.lastEventId;
    } catch (error) {
      // The server is up but does not know what has changed.
      if (error instanceof ApiError && error.code === 'Unavailable') onEvent('refresh', NO_IDS);
      return undefined;
    }
  };
  const stream = liveStream({
    address: (after) => addressOf(eventStream, { lot: [...followed], after }),
    onEvent,
    poll,
  });

  let reopening: ReturnType<typeof setTimeout> | undefined;
  const stopWatching = client.getQueryCache().subscribe(({ type, query }) => {
    const [area, kind, lotId] = query.queryKey;
    if (type !== 'observerAdded' || area !== LOT_KEY[0] || kind !== LOT_KEY[1] || followed.has(String(lotId))) return;
    followed.add(String(lotId));
    const [oldest] = followed;
    if (followed.size > FOLLOWED_LOTS && oldest) followed.delete(oldest);
    clearTimeout(reopening);
    reopening = setTimeout(stream.reopen, FOLLOW_AFTER_MS);
  });
  return () => {
    clearTimeout(reopening);
    for (const timer of spreads) clearTimeout(timer);
    stopWatching();
    stream.stop();
    refreshes.stop();
  };
}

const openLots = (client: QueryClient): string[] =>
  client
    .getQueryCache()
    .findAll({ queryKey: LOT_KEY, type: 'active' })
    .map(({ queryKey }) => String(queryKey[2]))
    .slice(-FOLLOWED_LOTS);

/** Query keys of the screens that an event affects, named by capability. */
export function affectedQueries(event: LiveEventName, { lotIds }: LiveIds, isStaff: boolean): QueryKey[] {
  const numbers = [countersQuery.queryKey, ...(isStaff ? [] : [sessionQuery.queryKey])];
  const lots = lotIds.map((lotId) => [...LOT_KEY, lotId]);
  switch (event) {
    case 'bid':
      return [['bids'], ...numbers, ...lots];
    case 'chat':
      return [['chat'], ['bids', 'list'], countersQuery.queryKey];
    case 'lot':
      return lots;
    case 'counter':
      // A notification may be an answer that changes the totals of an open lot.
      return [...numbers, ['notifications'], ['payments'], ['purchases'], ['costs', 'lot']];
    case 'company':
      // A feature the company has turned off is removed from everybody's rights.
      return [['company'], sessionQuery.queryKey];
    case 'refresh':
      return [
        settingsQuery.queryKey,
        ['bids'],
        ['chat'],
        ['notifications'],
        ['payments'],
        ['purchases'],
        LOT_KEY,
        ...numbers,
      ];
  }
}
