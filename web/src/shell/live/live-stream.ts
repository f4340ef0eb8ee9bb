import {
  LIVE_BEAT,
  LIVE_BEAT_MS,
  LIVE_EVENTS,
  type LiveEventName,
  type LiveIds,
} from '@seri/contract/events/routes.ts';

interface LiveStreamOptions {
  /** Address of the stream after the last known event. */
  address: (after: string | undefined) => string;
  onEvent: (event: LiveEventName, ids: LiveIds) => void;
  /** Polls for missed events while there is no stream; returns the id of the latest event. */
  poll: (after: string | undefined) => Promise<string | undefined>;
}

const CHECK_INTERVAL_MS = 5_000;
const POLL_INTERVAL_MS = 10_000;
/** Two consecutive heartbeats are missing. */
const SILENCE_MS = 2.5 * LIVE_BEAT_MS;
/** A client that has just lost the stream retries soon; during an outage, clients spread their retries. */
const FIRST_RETRY = { fromMs: 300, spreadMs: 700 };
const LATER_RETRY = { fromMs: 2_000, spreadMs: 10_000 };

/**
 * Event stream of one page. It is open while the page is visible, since browsers allow only six connections to one
 * server. It resumes after the last known event, and polls while the stream is unavailable.
 */
export function liveStream({ address, onEvent, poll }: LiveStreamOptions) {
  let source: EventSource | null = null;
  let after: string | undefined;
  let failures = 0;
  let lastMessageAtMs = 0;
  let polledAtMs = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;

  const onMessage = ({ type, data, lastEventId }: MessageEvent<string>) => {
    lastMessageAtMs = performance.now();
    failures = 0;
    if (lastEventId) after = lastEventId;
    const event = LIVE_EVENTS.find((name) => name === type);
    if (event) onEvent(event, JSON.parse(data) as LiveIds);
  };
  const close = () => {
    clearTimeout(retry);
    source?.close();
    source = null;
  };
  const open = () => {
    close();
    if (document.visibilityState === 'hidden') return;
    lastMessageAtMs = performance.now();
    source = new EventSource(address(after));
    for (const name of [...LIVE_EVENTS, LIVE_BEAT]) source.addEventListener(name, onMessage);
    source.onerror = reconnectLater;
  };
  const reconnectLater = () => {
    close();
    failures += 1;
    const { fromMs, spreadMs } = failures === 1 ? FIRST_RETRY : LATER_RETRY;
    retry = setTimeout(open, fromMs + Math.random() * spreadMs);
    if (failures === 2) void pollNow();
  };
  const pollNow = async () => {
    polledAtMs = performance.now();
    after = (await poll(after)) ?? after;
  };
  const checkConnection = () => {
    if (document.visibilityState === 'hidden') return;
    const nowMs = performance.now();
    if (source && nowMs - lastMessageAtMs > SILENCE_MS) reconnectLater();
    else if (failures > 1 && nowMs - polledAtMs >= POLL_INTERVAL_MS) void pollNow();
  };
  const onVisibility = () => {
    failures = 0;
    if (document.visibilityState === 'hidden') close();
    else open();
  };

  const checks = setInterval(checkConnection, CHECK_INTERVAL_MS);
  document.addEventListener('visibilitychange', onVisibility);
  addEventListener('online', open);
  open();
  return {
    /** Call after the address has changed. */
    reopen: () => {
      if (source) open();
    },
    stop: () => {
      clearInterval(checks);
      document.removeEventListener('visibilitychange', onVisibility);
      removeEventListener('online', open);
      close();
    },
  };
}
