import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createLog } from '../../platform/process/log.ts';
import {
  ASK,
  extraPhotoFixture,
  extraPhotoPortal,
  type Finish,
  FOUND,
  PATIENCE,
  slowAuctionHouse,
  tooEarly,
} from '../../testing/fixtures/extra-photo-fixture.ts';
import { createLot } from '../../testing/fixtures/lots.ts';
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
const { begin, client, ask, progress, cancel, left, work, untilAsked } = extraPhotoFixture(() => ({
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

describe('a request for further photos', () => {
  test('requires a login and access to car auctions', async () => {
    const blind = await client(1, { carAuctionsView: false });
    expect(await ask(null)).toMatchObject({ status: 401, body: { messageCode: 'Auth.SignedOut' } });
    expect(await ask(blind)).toMatchObject({ status: 403, body: { messageCode: 'Access.Denied' } });
    expect((await cancel(null)).status).toBe(401);
    expect((await cancel(blind)).status).toBe(403);
  });

  test('is not found for a private lot, one of another auction house, one of another kind, or none', async () => {
    const { db } = portal.database;
    const hidden = await createLot(db, { is_private: true });
    const other = await createLot(db, { house: 'TAA Kinki', isUss: false });
    const bike = await createLot(db, { vehicle: 'bike' });
    for (const id of [hidden, other, bike, 999_999, 'x'])
      expect(await ask(anna, id), String(id)).toMatchObject({ status: 404, body: { messageCode: 'NotFound' } });
    expect((await cancel(anna, hidden)).status).toBe(404);
  });

  test('is refused without a lot, or with unknown parameters', async () => {
    expect((await portal.ask(anna, 'GET', ASK)).status).toBe(400);
    expect((await portal.ask(anna, 'GET', `${ASK}?carId=${lotId}&userId=1`)).status).toBe(400);
    expect((await portal.ask(anna, 'POST', '/v1/car-auction/cancel-uss-images', {})).status).toBe(422);
  });

  // @covers LOT-12
  test('delivers the photos, counts once, and all readers see them from then on', async () => {
    expect(await left(anna)).toBe(2);
    const asked = ask(anna);
    const done = work();
    await untilWorking();
    await vi.waitFor(async () => expect(await progress(anna)).toEqual({ state: 'working', percent: 40 }), PATIENCE);
    expect(await left(anna)).toBe(2);
    finish(FOUND);
    await done;
    expect(await asked).toMatchObject({
      status: 200,
      body: {
        success: true,
        auctionLotDetail: {
          carCommonDetail: { isUss: true, ussLimit: 1 },
          carInfo: { id: String(lotId), images: FOUND, auctionSheet: null },
        },
      },
    });
    expect(await progress(anna)).toEqual({ state: 'done', percent: 100 });
    expect(await left(anna)).toBe(1);
    const profile = await portal.ask(anna, 'GET', '/v1/user/view-profile');
    expect(profile.body.balanceInfo.dailyUssLimit).toBe(1);
    const { body } = await portal.ask(boris, 'GET', `/v1/car-auction/view-lot?id=${lotId}`);
    expect(body.lotImages.images).toEqual(['/p/sedan-white-1-front34', ...FOUND]);
    // Found already: an immediate reply, and no request counted.
    expect((await ask(boris)).body.auctionLotDetail.carInfo.images).toEqual(FOUND);
    expect(await left(boris)).toBe(1);
  });

  test('returns an empty list when the auction house has no more photos', async () => {
    const asked = ask(anna);
    const done = work();
    await untilWorking();
    finish([]);
    await done;
    expect((await asked).body.auctionLotDetail).toMatchObject({ carInfo: { images: [] } });
    expect(await left(anna)).toBe(1);
  });

  test('returns an empty list and does not count when there is no source', async () => {
    const asked = ask(anna);
    await work(null);
    expect((await asked).body.auctionLotDetail).toMatchObject({
      carCommonDetail: { ussLimit: 2 },
      carInfo: { images: [] },
    });
  });

  test('shares the work between two clients, and each uses one request', async () => {
    const both = [ask(anna), ask(boris)];
    await untilAsked(2);
    const done = work();
    await untilWorking();
    finish(FOUND);
    await done;
    for (const { body } of await Promise.all(both)) expect(body.auctionLotDetail.carInfo.images).toEqual(FOUND);
    expect([await left(anna), await left(boris)]).toEqual([1, 0]);
    const { length } = await portal.database.db
      .selectFrom('extra_photo_runs')
      .select('id')
      .where('lot_id', '=', lotId)
      .execute();
    expect(length).toBe(1);
  });

  test('counts once when sent twice', async () => {
    const twice = [ask(anna), ask(anna)];
    await untilAsked(1);
    const done = work();
    await untilWorking();
    finish(FOUND);
    await done;
    expect((await Promise.all(twice)).map(({ status }) => status)).toEqual([200, 200]);
    expect(await left(anna)).toBe(1);
  });

  test('does not count when the source fails, and can be repeated', async () => {
    const asked = ask(anna);
    const done = work();
    await untilWorking();
    finish(new Error('the house is closed'));
    await done;
    expect(await asked).toMatchObject({ status: 503, body: { messageCode: 'Unavailable' } });
    expect(await left(anna)).toBe(2);
    finish = tooEarly;
    const again = ask(anna);
    const second = work();
    await untilWorking();
    finish(FOUND);
    await second;
    expect((await again).status).toBe(200);
  });
});

describe('the daily limit', () => {
  // @covers LOT-12, PAY-06
  test('holds even when several lots are requested at once', async () => {
    const lots = await Promise.all([1, 2, 3, 4].map(() => createLot(portal.database.db)));
    const asked = lots.map((id) => ask(anna, id));
    await vi.waitFor(async () => {
      const { rows } = await portal.database.pool.query(
        'select count(*) from extra_photo_requests where user_id = $1',
        [anna.id],
      );
      expect(rows[0].count).toBe(2);
    }, PATIENCE);
    const runs = await portal.database.pool.query(
      `select run.id from extra_photo_runs run join extra_photo_requests on run_id = run.id where user_id = $1`,
      [anna.id],
    );
    const log = createLog('test', 'silent');
    for (const { id } of runs.rows)
      await findExtraPhotos({ db: portal.database.db, source: { find: async () => FOUND }, log }, id);
    const answers = await Promise.all(asked);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      messageCode: 'Photos.DailyLimit',
      details: { limit: 2 },
    });
    expect(await left(anna)).toBe(0);
  });

  // @covers PAY-06
  test('is not applied without the limit check, and starts again on a new day in Japan', async () => {
    const free = await client(0, { ussLimitCheck: false });
    const used = await client(1);
    await portal.database.pool.query(
      `insert into extra_photo_days values ($1, (now() at time zone 'Asia/Tokyo')::date - 1, 1, 1)`,
      [used.id],
    );
    expect(await left(free)).toBe(-1);
    expect(await left(used)).toBe(1);
    const both = [ask(free), ask(used)];
    await untilAsked(2);
    const done = work();
    await untilWorking();
    finish(FOUND);
    await done;
    const [first, second] = await Promise.all(both);
    expect(first?.body.auctionLotDetail.carCommonDetail.ussLimit).toBe(-1);
    expect(second?.body.auctionLotDetail.carCommonDetail.ussLimit).toBe(0);
  });

  test('is enforced by the database itself, and never negative', async () => {
    const insert = (used: number, allowed: number) =>
      portal.database.pool.query('insert into extra_photo_days values ($1, current_date - 9, $2, $3)', [
        anna.id,
        used,
        allowed,
      ]);
    await expect(insert(3, 2)).rejects.toMatchObject({ constraint: 'extra_photo_days_limit' });
    await expect(insert(-1, 2)).rejects.toMatchObject({ code: '23514' });
  });
});
