import {
  LIVE_BEAT,
  LIVE_BEAT_MS,
  LIVE_EVENTS,
  type LiveEventName,
  type LiveIds,
} from '@seri/contract/events/routes.ts';

interface LiveStreamOptions {
  /** Of the stream, after the last event known. */
  address: (after: string | undefined) => string;
  onEvent: (event: LiveEventName, ids: LiveIds) => void;
  /** Asks for what was missed while there is no stream; answers the last event known then. */
  poll: (after: string | undefined) => Promise<string | undefined>;
}

const LOOK_EVERY_MS = 5_000;
const POLL_EVERY_MS = 10_000;
/** Two beats in a row did not come. */
const SILENCE_MS = 2.5 * LIVE_BEAT_MS;
/** Who lost the stream soon tries again; when the server is away, everybody at a time of his own. */
const FIRST_RETRY = { fromMs: 300, spreadMs: 700 };
const LATER_RETRY = { fromMs: 2_000, spreadMs: 10_000 };

/**
 * The stream of one page: open while the page is looked at, since a browser has but six connections to one server. It
 * goes on after the last event known; while it cannot be had, the same is polled.
 */
export function liveStream({ address, onEvent, poll }: LiveStreamOptions) {
  let source: EventSource | null = null;
  let after: string | undefined;
  let failures = 0;
  let heardAtMs = 0;
  let polledAtMs = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;

  const hear = ({ type, data, lastEventId }: MessageEvent<string>) => {
    heardAtMs = performance.now();
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
    heardAtMs = performance.now();
    source = new EventSource(address(after));
    for (const name of [...LIVE_EVENTS, LIVE_BEAT]) source.addEventListener(name, hear);
    source.onerror = lose;
  };
  const lose = () => {
    close();
    failures += 1;
    const { fromMs, spreadMs } = failures === 1 ? FIRST_RETRY : LATER_RETRY;
    retry = setTimeout(open, fromMs + Math.random() * spreadMs);
    if (failures === 2) void askAgain();
  };
  const askAgain = async () => {
    polledAtMs = performance.now();
    after = (await poll(after)) ?? after;
  };
  const look = () => {
    if (document.visibilityState === 'hidden') return;
    const nowMs = performance.now();
    if (source && nowMs - heardAtMs > SILENCE_MS) lose();
    else if (failures > 1 && nowMs - polledAtMs >= POLL_EVERY_MS) void askAgain();
  };
  const onVisibility = () => {
    failures = 0;
    if (document.visibilityState === 'hidden') close();
    else open();
  };

  const looks = setInterval(look, LOOK_EVERY_MS);
  document.addEventListener('visibilitychange', onVisibility);
  addEventListener('online', open);
  open();
  return {
    /** After the address has changed. */
    reopen: () => {
      if (source) open();
    },
    stop: () => {
      clearInterval(looks);
      document.removeEventListener('visibilitychange', onVisibility);
      removeEventListener('online', open);
      close();
    },
  };
}
