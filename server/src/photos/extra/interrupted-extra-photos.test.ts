import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createLog } from '../../platform/process/log.ts';
import {
  extraPhotoFixture,
  extraPhotoPortal,
  type Finish,
  FOUND,
  PATIENCE,
  slowAuctionHouse,
  tooEarly,
} from '../../testing/fixtures/extra-photo-fixture.ts';
import type { Person } from '../../testing/http/people.ts';
import type { TestPortal } from '../../testing/http/portal.ts';
import { findExtraPhotos } from './find-extra-photos.ts';

let portal: TestPortal;
let lotId: number;
let anna: Person;
let boris: Person;
/** Resolves the auction house's reply, once it was requested. */
let finish: Finish;
const source = slowAuctionHouse((answer) => {
  finish = answer;
});
const { begin, ask, progress, cancel, left, liveRun, work, untilAsked } = extraPhotoFixture(() => ({
  portal,
  lotId,
  source,
}));
const untilWorking = () => vi.waitFor(() => expect(finish).not.toBe(tooEarly), PATIENCE);

beforeAll(async () => {
  portal = await extraPhotoPortal();
});
afterAll(() => portal.close());
beforeEach(async () => {
  ({ lotId, anna, boris } = await begin());
  finish = tooEarly;
});

describe('canceling', () => {
  // @covers LOT-12
  test('confirms, uses no request, and stops the source', async () => {
    const asked = ask(anna);
    const done = work();
    await untilWorking();
    expect(await cancel(anna)).toMatchObject({ status: 200, body: { success: true } });
    expect(await asked).toMatchObject({ status: 409, body: { messageCode: 'Photos.Cancelled' } });
    await done;
    expect(await progress(anna)).toMatchObject({ state: 'cancelled' });
    expect(await left(anna)).toBe(2);
    expect(await liveRun()).toBeUndefined();
  });

  test('leaves the run to the other requesters', async () => {
    const [mine, his] = [ask(anna), ask(boris)];
    await untilAsked(2);
    const done = work();
    await untilWorking();
    await cancel(anna);
    expect((await mine).status).toBe(409);
    finish(FOUND);
    await done;
    expect((await his).status).toBe(200);
    expect([await left(anna), await left(boris)]).toEqual([2, 0]);
  });

  test('of a finished or unknown request changes nothing', async () => {
    expect((await cancel(boris)).status).toBe(200);
    const asked = ask(anna);
    const done = work();
    await untilWorking();
    await cancel(boris);
    finish(FOUND);
    await done;
    expect((await asked).status).toBe(200);
    await cancel(anna);
    expect(await left(anna)).toBe(1);
  });

  test('allows another request', async () => {
    const first = ask(anna);
    await untilAsked(1);
    await cancel(anna);
    expect((await first).status).toBe(409);
    const second = ask(anna);
    const done = work();
    await untilWorking();
    finish(FOUND);
    await done;
    expect((await second).status).toBe(200);
    expect(await left(anna)).toBe(1);
  });
});

test('another worker replaces a silent one, and the photos count once', async () => {
  const asked = ask(anna);
  const first = work();
  await untilWorking();
  const silenced = finish;
  await portal.database.pool.query(
    `update extra_photo_runs set claimed_until = '2020-01-01', claim_token = gen_random_uuid() where lot_id = $1`,
    [lotId],
  );
  const second = work();
  await vi.waitFor(() => expect(finish).not.toBe(silenced), PATIENCE);
  finish(FOUND);
  await second;
  silenced(['/p/sedan-white-9-side']);
  await first;
  expect((await asked).body.auctionLotDetail.carInfo.images).toEqual(FOUND);
  expect(await left(anna)).toBe(1);
});

test('a stopping worker returns the run', async () => {
  void ask(anna);
  await untilAsked(1);
  const run = await liveRun();
  const stop = new AbortController();
  const log = createLog('test', 'silent');
  const done = findExtraPhotos({ db: portal.database.db, source, log }, run?.id ?? 0, stop.signal);
  await untilWorking();
  stop.abort();
  await done;
  expect(await liveRun()).toMatchObject({ state: 'waiting', claimed_until: null });
  await cancel(anna);
});
