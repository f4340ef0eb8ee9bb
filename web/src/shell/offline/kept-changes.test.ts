import { login } from '@seri/contract/auth/routes.ts';
import { saveChat } from '@seri/contract/chat/routes.ts';
import { addFavorite } from '@seri/contract/favorites/routes.ts';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sessionQuery } from '../session/session.ts';
import { callOrKeep, KEPT } from './call-or-keep.ts';
import { followNetwork, forgetChanges } from './kept-changes.ts';

interface Sent {
  path: string;
  key: string | null;
  body: unknown;
}
let sent: Sent[];
/** Answers to the next calls; `null` is no network, as is an empty list. */
let answers: (number | null)[];
let stored: Map<string, string>;
let changed: EventTarget;

beforeEach(() => {
  [sent, answers, stored, changed] = [[], [], new Map(), new EventTarget()];
  vi.stubGlobal('location', { origin: 'https://seri.example' });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  vi.stubGlobal('document', { addEventListener: () => {}, visibilityState: 'visible' });
  vi.stubGlobal('addEventListener', changed.addEventListener.bind(changed));
  vi.stubGlobal('fetch', async (address: string | URL, { headers, body }: RequestInit) => {
    const status = answers.shift() ?? null;
    if (status === null) throw new TypeError('Failed to fetch');
    const path = new URL(address, 'https://seri.example').pathname;
    sent.push({ path, key: new Headers(headers).get('idempotency-key'), body: JSON.parse(String(body ?? 'null')) });
    return new Response('{}', { status });
  });
});
afterEach(() => void vi.unstubAllGlobals());

function clientOf(userId: number): QueryClient {
  const client = new QueryClient();
  client.setQueryData(sessionQuery.queryKey as readonly unknown[], { detail: { userId } });
  return client;
}
const write = (client: QueryClient, comment: string, key: string) =>
  callOrKeep(client, `chat.${key}`, saveChat, { body: { bidId: 3, comment }, idempotencyKey: key });
const settled = () => new Promise((resolve) => setTimeout(resolve));
const online = () => changed.dispatchEvent(new Event('online'));
const waiting = () => (JSON.parse(stored.get('seri.kept-changes') ?? '[]') as unknown[]).length;

// @covers REACH-01
describe('a change without a network', () => {
  it('is sent once and in its order when the network returns, with the key of the first attempt', async () => {
    const client = clientOf(7);
    expect([await write(client, 'one', 'k1'), await write(client, 'two', 'k2')]).toEqual([KEPT, KEPT]);
    answers = [200, 200];
    followNetwork(client);
    online();
    await expect.poll(waiting).toBe(0);
    await settled();
    online();
    await settled();
    expect(sent.map(({ path, key, body }) => [path, key, (body as { comment: string }).comment])).toEqual([
      [saveChat.path, 'k1', 'one'],
      [saveChat.path, 'k2', 'two'],
    ]);
  });

  it('stays while the network or the server is away, and goes when it was refused for good', async () => {
    const client = clientOf(7);
    await write(client, 'one', 'k1');
    await write(client, 'two', 'k2');
    followNetwork(client);
    await settled();
    for (const status of [null, 503, 429, 401]) {
      answers = [status];
      online();
      await expect.poll(() => answers).toEqual([]);
      await settled();
      expect(waiting()).toBe(2);
    }
    answers = [422, 200];
    online();
    await expect.poll(waiting).toBe(0);
  });

  it('is sent when the network returns while an earlier attempt still fails', async () => {
    const client = clientOf(7);
    await write(client, 'one', 'k1');
    answers = [null, 200];
    followNetwork(client);
    online();
    await expect.poll(waiting).toBe(0);
    expect(sent).toHaveLength(1);
  });

  it('is never sent for another account, nor after signing out', async () => {
    await write(clientOf(7), 'one', 'k1');
    const other = clientOf(8);
    answers = [200, 200];
    followNetwork(other);
    await expect.poll(waiting).toBe(0);
    expect(sent).toEqual([]);
    answers = [];
    await write(other, 'two', 'k2');
    expect(waiting()).toBe(1);
    forgetChanges();
    expect(waiting()).toBe(0);
  });

  it('replaces an earlier change of the same subject, and is an error when nobody is signed in', async () => {
    const client = clientOf(7);
    const favorite = (letter: 'A' | 'B') =>
      callOrKeep(client, 'favorites.5', addFavorite, { body: { carId: '5', group: letter } as never });
    await favorite('A');
    await favorite('B');
    answers = [200];
    followNetwork(client);
    await expect.poll(waiting).toBe(0);
    expect(sent.map(({ body }) => body)).toEqual([{ carId: '5', group: 'B' }]);
    await expect(callOrKeep(new QueryClient(), 'x', login, { body: {} as never })).rejects.toMatchObject({
      code: 'Offline',
    });
  });
});
