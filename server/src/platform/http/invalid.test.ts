import { route } from '@seri/contract/http.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { type TestPortal, testPortal } from '../../testing/http/portal.ts';
import { registerRoute } from './register-route.ts';

const texts = z.strictObject({ names: z.array(z.string()) });
const textRoute = route({
  method: 'POST',
  path: '/v1/test/say',
  budget: 'read',
  summary: 'Takes texts',
  access: 'public',
  query: z.strictObject({ word: z.optional(z.string()) }),
  body: texts,
  reply: texts,
});

let portal: TestPortal;
beforeAll(async () => {
  portal = await testPortal((app) => {
    registerRoute(app, textRoute, async ({ body }) => body);
  });
});
afterAll(() => portal.close());

test.each(['a\0b', '\ud800', '\udc00\ud800'])(
  'a text that PostgreSQL cannot store (%j) is refused with its field',
  async (text) => {
    const { status, body } = await portal.ask(null, 'POST', '/v1/test/say', { names: ['fine', text] });
    expect({ status, errors: body.errors }).toEqual({ status: 422, errors: { 'names.1': ['Field.Invalid'] } });
  },
);

test('in an address it is an invalid request', async () => {
  const { status, body } = await portal.ask(null, 'POST', '/v1/test/say?word=%00', { names: [] });
  expect({ status, code: body.messageCode }).toEqual({ status: 400, code: 'Request.Invalid' });
});

test('text in any script is accepted', async () => {
  const names = ['👩‍👩‍👧‍👦', 'Иванов', '山田', 'ﷺ', '\u202E', ''];
  const { status, body } = await portal.ask(null, 'POST', '/v1/test/say', { names });
  // The control character for the writing direction is removed.
  expect({ status, names: body.names }).toEqual({
    status: 200,
    names: names.map((name) => name.replace('\u202E', '')),
  });
});
