import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPerson } from '../../testing/http/people.ts';
import { type TestPortal, testPortal } from '../../testing/http/portal.ts';
import { deleteOldIdempotencyKeys, runOnce } from './idempotency.ts';
import type { IdempotencyKey } from './register-route.ts';

let portal: TestPortal;
let userId: number;
let runs = 0;

beforeAll(async () => {
  portal = await testPortal(() => {});
  userId = (await createPerson(portal.database.db)).id;
});
afterAll(() => portal.close());

const keyed = (key: string, body: unknown = { amount: 5 }): IdempotencyKey => ({
  userId,
  call: 'POST /v1/thing',
  key,
  body,
});
const run = (repeat: IdempotencyKey | null, command = async () => ({ run: ++runs })) =>
  portal.database.db.transaction().execute((tx) => runOnce(tx, repeat, command));

test('refuses the same key with another body', async () => {
  await run(keyed('one'));
  await expect(run(keyed('one', { amount: 6 }))).rejects.toMatchObject({ code: 'Idempotency.Mismatch', status: 422 });
});

test('refuses a repeat while the first call is running', async () => {
  let finish = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const started = Promise.withResolvers<void>();
  const first = run(keyed('slow'), async () => {
    started.resolve();
    await finished;
    return { run: 0 };
  });
  await started.promise;
  await expect(run(keyed('slow'))).rejects.toMatchObject({ code: 'Idempotency.InProgress', retryAfterSeconds: 1 });
  finish();
  expect(await first).toEqual({ run: 0 });
  expect(await run(keyed('slow'))).toEqual({ run: 0 });
});

test('does not store an error, so that a corrected repeat runs anew', async () => {
  const refused = run(keyed('corrected'), async () => {
    throw new Error('refused');
  });
  await expect(refused).rejects.toThrow('refused');
  expect(await run(keyed('corrected', { amount: 7 }))).toEqual({ run: expect.any(Number) });
});

test('a repeat gets the first reply without a second effect; without a key each request is separate', async () => {
  const first = await run(keyed('same'));
  expect(await run(keyed('same'))).toEqual(first);
  expect(await run(null)).not.toEqual(await run(null));
});

test('deletes a reply after a day, not earlier', async () => {
  const { db, pool } = portal.database;
  const [old, young] = [await run(keyed('old')), await run(keyed('young'))];
  const age = (key: string, hours: number) =>
    pool.query(`update idempotency_keys set created_at = now() - make_interval(hours => $2) where key = $1`, [
      key,
      hours,
    ]);
  await age('old', 25);
  await age('young', 23);
  await deleteOldIdempotencyKeys(db);
  expect(await run(keyed('old'))).not.toEqual(old);
  expect(await run(keyed('young'))).toEqual(young);
});
