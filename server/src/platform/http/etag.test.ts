import { route } from '@seri/contract/http.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { type TestPortal, testPortal } from '../../testing/http/portal.ts';
import { ApiError } from '../calls/errors.ts';
import { registerRoute } from './register-route.ts';

const price = (path: `/v1/${string}`, more: { etag?: true }) =>
  route({
    method: 'GET',
    path,
    budget: 'read',
    summary: 'A price',
    access: 'public',
    reply: z.object({ yen: z.int() }),
    ...more,
  });
const TAGGED = '/v1/tagged';
const PLAIN = '/v1/plain';
const WEAK_TAG = /^W\/"[\w-]{27}"$/;

let portal: TestPortal;
let yen = 1_000;

beforeAll(async () => {
  portal = await testPortal((app) => {
    const handler = async () => {
      if (yen < 0) throw new ApiError('NotFound');
      return { yen };
    };
    registerRoute(app, price(TAGGED, { etag: true }), handler);
    registerRoute(app, price(PLAIN, {}), handler);
  });
});
afterAll(() => portal.close());

const get = (url: string, tag?: string) =>
  portal.app.inject({ url, headers: tag === undefined ? {} : { 'if-none-match': tag } });
const tagOf = async () => String((await get(TAGGED)).headers.etag);

describe('a call whose replies have an ETag', () => {
  // @covers ASVS-14.2.2
  test('gets a weak ETag that only the reader’s own browser may store and must revalidate', async () => {
    const { statusCode, headers } = await get(TAGGED);
    expect(statusCode).toBe(200);
    expect(headers.etag).toMatch(WEAK_TAG);
    expect(headers).toMatchObject({ 'cache-control': 'private, no-cache', vary: 'cookie' });
  });

  // @covers API-07
  test('is answered 304 without a body while its content is unchanged, and in full after a change', async () => {
    const tag = await tagOf();
    const same = await get(TAGGED, tag);
    expect([same.statusCode, same.body, same.headers.etag]).toEqual([304, '', tag]);
    expect(same.headers['cache-control']).toBe('private, no-cache');
    yen = 2_000;
    const changed = await get(TAGGED, tag);
    expect([changed.statusCode, changed.json()]).toEqual([200, { yen: 2_000 }]);
    expect(changed.headers.etag).not.toBe(tag);
  });

  test('finds its ETag in a list, without the weakness prefix, and by the star', async () => {
    const tag = await tagOf();
    for (const named of [`"other", ${tag}`, tag.slice(2), '*']) expect((await get(TAGGED, named)).statusCode).toBe(304);
    for (const named of ['', '"other"', tag.slice(0, -2)]) expect((await get(TAGGED, named)).statusCode).toBe(200);
  });

  test('stores no error replies', async () => {
    const tag = await tagOf();
    yen = -1;
    const refused = await get(TAGGED, tag);
    yen = 1_000;
    expect(refused.statusCode).toBe(404);
    expect(refused.headers).toMatchObject({ 'cache-control': 'no-store' });
    expect(refused.headers).not.toHaveProperty('etag');
  });
});

// @covers ASVS-14.3.2
test('other calls are not cached and have no ETag', async () => {
  const { headers } = await get(PLAIN, '*');
  expect(headers).toMatchObject({ 'cache-control': 'no-store' });
  expect(headers).not.toHaveProperty('etag');
});
