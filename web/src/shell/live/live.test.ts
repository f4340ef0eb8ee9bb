import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { batchRefreshes } from './batch-refreshes.ts';
import { affectedQueries } from './live.ts';
import { liveStream } from './live-stream.ts';

/** A stream controlled by the test. */
class FakeSource extends EventTarget {
  static opened: FakeSource[] = [];
  onerror: (() => void) | null = null;
  isClosed = false;
  readonly address: string;
  constructor(address: string) {
    super();
    this.address = address;
    FakeSource.opened.push(this);
  }
  close() {
    this.isClosed = true;
  }
  say(event: string, lastEventId: string) {
    this.dispatchEvent(Object.assign(new Event(event), { data: '{"bidIds":[],"lotIds":[]}', lastEventId }));
  }
}
const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
const newest = () => FakeSource.opened.at(-1) as FakeSource;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', page);
  vi.stubGlobal('EventSource', FakeSource);
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('removeEventListener', () => {});
  page.visibilityState = 'visible';
  FakeSource.opened = [];
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('the stream of a page', () => {
  function open() {
    const received: string[] = [];
    const polled: (string | undefined)[] = [];
    const stream = liveStream({
      address: (after) => `?after=${after}`,
      onEvent: (event) => received.push(event),
      poll: async (after) => {
        polled.push(after);
        return undefined;
      },
    });
    return { stream, received, polled };
  }

  // @covers MGMT-26
  test('resumes after the last event', async () => {
    const { stream, received } = open();
    newest().say('bid', 'a-1');
    newest().onerror?.();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(FakeSource.opened.map(({ address, isClosed }) => [address, isClosed])).toEqual([
      ['?after=undefined', true],
      ['?after=a-1', false],
    ]);
    expect(received).toEqual(['bid']);
    stream.stop();
  });

  // @covers MGMT-26
  test('is replaced by polling every ten seconds while unavailable, and no longer once it is back', async () => {
    const { stream, polled } = open();
    newest().say('beat', 'a-1');
    const down = setInterval(() => newest().onerror?.(), 100);
    await vi.advanceTimersByTimeAsync(40_000);
    expect(polled.length).toBeGreaterThanOrEqual(3);
    expect(polled[0]).toBe('a-1');
    clearInterval(down);
    await vi.advanceTimersByTimeAsync(13_000);
    newest().say('beat', 'a-1');
    const before = polled.length;
    await vi.advanceTimersByTimeAsync(30_000);
    expect(polled).toHaveLength(before);
    stream.stop();
  });

  test('reopens after silence, closes while the page is hidden, and resumes when it is visible', async () => {
    const { stream } = open();
    newest().say('beat', 'a-7');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(FakeSource.opened).toHaveLength(2);
    newest().say('beat', 'a-8');
    page.visibilityState = 'hidden';
    page.dispatchEvent(new Event('visibilitychange'));
    expect(newest().isClosed).toBe(true);
    page.visibilityState = 'visible';
    page.dispatchEvent(new Event('visibilitychange'));
    expect([FakeSource.opened.length, newest().address]).toEqual([3, '?after=a-8']);
    stream.stop();
    expect(newest().isClosed).toBe(true);
  });
});

test('a hundred events in a second cause two consecutive rounds of refetching visible queries', async () => {
  const client = new QueryClient();
  let requests = 0;
  let atOnce = 0;
  let most = 0;
  const stop = new QueryObserver(client, {
    queryKey: ['bids', 'list'],
    initialData: 0,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      requests += 1;
      atOnce += 1;
      most = Math.max(most, atOnce);
      await new Promise((resolve) => setTimeout(resolve, 400));
      atOnce -= 1;
      return requests;
    },
  }).subscribe(() => {});
  const refreshes = batchRefreshes(client);
  for (let sent = 0; sent < 100; sent++) {
    refreshes.add([['bids'], ['chat']]);
    await vi.advanceTimersByTimeAsync(10);
  }
  await vi.advanceTimersByTimeAsync(3_000);
  expect([requests, most]).toEqual([2, 1]);
  stop();
  refreshes.stop();
});

// @covers MGMT-26
test('events beside a change that is being saved refetch once it is answered, or after three seconds', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { gcTime: 0 } } });
  let requests = 0;
  const stop = new QueryObserver(client, { queryKey: ['bids'], queryFn: () => ++requests }).subscribe(() => {});
  await vi.advanceTimersByTimeAsync(0);
  const refreshes = batchRefreshes(client);
  const save = (ms: number) =>
    client
      .getMutationCache()
      .build(client, { mutationFn: () => new Promise((resolve) => setTimeout(resolve, ms)) })
      .execute(undefined);
  const requestsAfter = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms);
    return requests;
  };
  // Two changes, one after the other: a round after each.
  void save(2_000).then(() => save(2_000));
  for (let sent = 0; sent < 19; sent++) {
    refreshes.add([['bids']]);
    expect(await requestsAfter(100)).toBe(1);
  }
  expect(await requestsAfter(200)).toBe(2);
  refreshes.add([['bids']]);
  expect(await requestsAfter(1_700)).toBe(2);
  expect(await requestsAfter(300)).toBe(3);
  void save(60_000);
  refreshes.add([['bids']]);
  expect(await requestsAfter(3_000)).toBe(3);
  expect(await requestsAfter(1_000)).toBe(4);
  stop();
  refreshes.stop();
});

// @covers NOTIF-02
test('an event invalidates the queries that show it', () => {
  const ids = { bidIds: [1], lotIds: ['2'] };
  expect(affectedQueries('lot', ids, false)).toEqual([['lots', 'lot', '2']]);
  expect(affectedQueries('bid', ids, false)).toEqual([
    ['bids'],
    ['company', 'counters'],
    ['session'],
    ['lots', 'lot', '2'],
  ]);
  expect(affectedQueries('bid', ids, true)).not.toContainEqual(['session']);
  expect(affectedQueries('chat', ids, true)).toContainEqual(['chat']);
  expect(affectedQueries('counter', ids, false)).toContainEqual(['notifications']);
  expect(affectedQueries('company', ids, true)).toEqual([['company'], ['session']]);
  expect(affectedQueries('refresh', ids, false)).toContainEqual(['lots', 'lot']);
});
