import { type AddressInfo, connect, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it, test } from 'vitest';
import { createLog } from '../../process/log.ts';
import { cookieNames } from '../cookies.ts';
import { createApp } from '../create-app.ts';
import type { ConnectionLimits } from './connections.ts';

const SHORT = { headersMs: 300, requestMs: 600, idleMs: 0, checkEveryMs: 50 };
const apps: FastifyInstance[] = [];
const sockets: Socket[] = [];

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const app of apps.splice(0)) await app.close();
});

async function listening(connections: Partial<ConnectionLimits>, trustedProxies: string[] = []): Promise<number> {
  const app = createApp({
    ...{ log: createLog('test', 'silent'), strictReplies: true, trustedProxies, cookies: cookieNames(undefined, 3000) },
    ...{ publicUrl: undefined, findCurrentUser: async () => null, connections },
  });
  app.post('/v1/test/body', { config: { budget: 'write' } }, async () => ({ came: true }));
  apps.push(app);
  await app.listen({ host: '127.0.0.1', port: 0 });
  return (app.server.address() as AddressInfo).port;
}

interface Connection {
  socket: Socket;
  /** Everything received until the other side closed. */
  received: Promise<string>;
}

function open(port: number): Connection {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  const received = new Promise<string>((resolve) => {
    socket.on('close', () => resolve(text)).on('error', () => {});
  });
  return { socket, received };
}

const bodyOf = (text: string) => JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4));
const HEAD = 'POST /v1/test/body HTTP/1.1\r\nhost: seri\r\ncontent-type: application/json\r\n';

describe('a slow connection is closed with 408 and the usual error', () => {
  it.each([
    ['that sends no byte', []],
    ['whose head drips', ['POST /v1/test/body HTTP/1.1\r\n', 'host: seri\r\n', 'x-a: 1\r\n']],
    ['whose body never comes', [`${HEAD}content-length: 20\r\n\r\n`]],
    ['whose body drips', [`${HEAD}content-length: 20\r\n\r\n`, '{', '"', 'a', '"', ':']],
    ['whose body drips in chunks', [`${HEAD}transfer-encoding: chunked\r\n\r\n`, '1\r\n{\r\n', '1\r\n"\r\n']],
  ])('%s', async (_, pieces) => {
    const { socket, received } = open(await listening(SHORT));
    for (const piece of pieces) {
      socket.write(piece);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const text = await received;
    expect(text).toMatch(/^HTTP\/1\.1 408 /);
    expect(bodyOf(text)).toMatchObject({ success: false, messageCode: 'Request.Timeout' });
    expect(bodyOf(text).requestId).toMatch(/^[0-9a-f-]{36}$/);
  });
});

test('an idle connection is closed', async () => {
  const { received } = open(await listening({ ...SHORT, headersMs: 0, requestMs: 0, idleMs: 200 }));
  expect(await received).toBe('');
});

test.each([
  ['no HTTP at all', 'hello\r\n\r\n', 400, 'Request.Invalid'],
  [
    'a head larger than any of ours',
    `GET / HTTP/1.1\r\nhost: seri\r\nx-a: ${'a'.repeat(40_000)}\r\n\r\n`,
    413,
    'Request.TooLarge',
  ],
])('%s is refused with the usual error', async (_, sent, status, code) => {
  const { socket, received } = open(await listening({}));
  socket.write(sent);
  const text = await received;
  expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(bodyOf(text)).toMatchObject({ success: false, messageCode: code });
});

describe('connections of one address', () => {
  // @covers ASVS-15.2.2
  it('above the limit are refused with 429, and accepted again when one ends', async () => {
    const port = await listening({ maxPerNetwork: 3 });
    const first = open(port);
    const sockets = [first, open(port), open(port)];
    await Promise.all(sockets.map(({ socket }) => new Promise((resolve) => socket.once('connect', resolve))));
    const text = await open(port).received;
    expect(text).toMatch(/^HTTP\/1\.1 429 /);
    expect(text).toMatch(/\r\nretry-after: \d+\r\n/);
    expect(bodyOf(text)).toMatchObject({ messageCode: 'TooManyRequests' });
    first.socket.destroy();
    await first.received;
    await expect.poll(async () => (await fetch(`http://127.0.0.1:${port}/`).catch(() => null))?.status).toBe(404);
  });

  it('are not counted behind a trusted proxy, which makes all connections', async () => {
    const port = await listening({ maxPerNetwork: 1 }, ['127.0.0.1']);
    const sockets = open(port);
    await new Promise((resolve) => sockets.socket.once('connect', resolve));
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
  });
});
