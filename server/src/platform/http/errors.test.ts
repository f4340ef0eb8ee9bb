import { route } from '@seri/contract/http.ts';
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
  });
});
afterAll(() => portal.close());

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
