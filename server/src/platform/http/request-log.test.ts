import { Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { route } from '@seri/contract/http.ts';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { createLog } from '../process/log.ts';
import { cookieNames } from './cookies.ts';
import { createApp } from './create-app.ts';
import { registerRoute } from './register-route.ts';

const call = route({
  method: 'POST',
  path: '/v1/test/talk',
  budget: 'read',
  summary: 'Says something into the log',
  access: 'public',
  query: z.strictObject({}),
  body: z.strictObject({ word: z.string() }),
  reply: z.object({}),
});

// @covers OPS-08
test('every log line of a request has its id once, also from code without access to it, and no other line has one', async () => {
  const lines: string[] = [];
  const to = new Writable({ write: (line, _, done) => done(void lines.push(String(line))) });
  const log = createLog('test', 'trace', to);
  const app = createApp({
    ...{ log, strictReplies: true, trustedProxies: [], cookies: cookieNames(undefined, 3000), publicUrl: undefined },
    findCurrentUser: async () => null,
  });
  registerRoute(app, call, async ({ body, request }) => {
    await wait(5);
    log.info({ word: body.word }, 'from afar');
    request.log.info({ word: body.word }, 'from the request');
    if (body.word === 'fails') throw new Error('as asked');
    return {};
  });
  const words = ['one', 'two', 'fails'];
  const replies = await Promise.all(
    words.map((word) => app.inject({ method: 'POST', url: '/v1/test/talk', payload: { word } })),
  );
  log.info('nobody asked');
  await app.close();
  for (const [at, word] of words.entries()) {
    const its = lines.filter((line) => line.includes(`"word":"${word}"`));
    expect(its).toHaveLength(2);
    for (const line of its) {
      expect(JSON.parse(line).requestId).toBe(replies[at]?.headers['x-request-id']);
      expect(line.match(/requestId/g)).toHaveLength(1);
    }
  }
  const failed = lines.find((line) => line.includes('request failed')) ?? '{}';
  expect(JSON.parse(failed).requestId).toBe(replies[2]?.headers['x-request-id']);
  expect(lines.at(-1)).toContain('nobody asked');
  expect(lines.at(-1)).not.toContain('requestId');
});
