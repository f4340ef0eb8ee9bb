import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { route } from '@seri/contract/http.ts';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { type TestPortal, testPortal } from '../../testing/http/portal.ts';
import { registerRoute } from './register-route.ts';

const nothing = z.strictObject({});
const wait = route({
  method: 'POST',
  path: '/v1/test/wait',
  budget: 'read',
  summary: 'Waits in the database',
  access: 'public',
  query: nothing,
  body: nothing,
  reply: nothing,
});
const stumble = route({ ...wait, path: '/v1/test/stumble', summary: 'Stumbles over its own mistake' });

const unreachable = route({ ...wait, path: '/v1/test/unreachable', summary: 'Connects to a database that is away' });
const lost = route({ ...wait, path: '/v1/test/lost', summary: 'Loses its connection while it waits' });
const AWAY = ['postgres://seri@127.0.0.1:1/seri', `postgres://seri@${encodeURIComponent('/no/such/folder')}:1/seri`];

let portal: TestPortal;
beforeAll(async () => {
  portal = await testPortal((app, { pool }) => {
    registerRoute(app, wait, async () => {
      const connection = await pool.connect();
      try {
        await connection.query(`set statement_timeout = '20ms'`);
        await connection.query('select pg_sleep(10)');
      } finally {
        // Destroy the connection, since its statement timeout was changed.
        connection.release(true);
      }
      return {};
    });
    registerRoute(app, stumble, async () => {
      throw new Error('the password is swordfish');
    });
    registerRoute(app, unreachable, async () => {
      await new Client(AWAY.pop()).connect();
      return {};
    });
    registerRoute(app, lost, async () => {
      const server = createServer((socket) => socket.once('data', () => socket.destroy())).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      await new Client(`postgres://seri@127.0.0.1:${port}/seri`).connect().finally(() => server.close());
      return {};
    });
  });
});
afterAll(() => portal.close());

test('answers a database that cannot be reached as busy, by its address or its socket', async () => {
  while (AWAY.length > 0) {
    const { status, body, raw } = await portal.ask(null, 'POST', '/v1/test/unreachable', {});
    expect({ status, code: body.messageCode }).toEqual({ status: 503, code: 'Unavailable' });
    expect(raw.headers['retry-after']).toBe('5');
  }
});

test('answers a connection that PostgreSQL ends as busy', async () => {
  const { status, body } = await portal.ask(null, 'POST', '/v1/test/lost', {});
  expect({ status, code: body.messageCode }).toEqual({ status: 503, code: 'Unavailable' });
});

test('answers a statement timeout as busy, with the time to retry', async () => {
  const { status, body, raw } = await portal.ask(null, 'POST', '/v1/test/wait', {});
  expect({ status, code: body.messageCode }).toEqual({ status: 503, code: 'Unavailable' });
  expect(Number(raw.headers['retry-after'])).toBeGreaterThan(0);
});

test('answers an internal error without its text, with the request id', async () => {
  const { status, body, raw } = await portal.ask(null, 'POST', '/v1/test/stumble', {});
  expect({ status, code: body.messageCode, requestId: body.requestId }).toEqual({
    status: 500,
    code: 'Internal',
    requestId: raw.headers['x-request-id'],
  });
  expect(raw.body).not.toContain('swordfish');
});
