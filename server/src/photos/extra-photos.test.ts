import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { registerCalls } from '../app.ts';
import { createLog } from '../platform/log.ts';
import { COOKIES, SECRET_KEY } from '../testing/doors.ts';
import { createLot } from '../testing/lots.ts';
import { createPerson, type Person } from '../testing/people.ts';
import { type TestPortal, testPortal } from '../testing/portal.ts';
import { demoExtraPhotos } from './demo-extra-photos.ts';
import type { ExtraPhotoSource } from './extra-photo-source.ts';
import { findExtraPhotos } from './find-extra-photos.ts';
import { parsePictureKey } from './picture-key.ts';

const ASK = '/v1/car-auction/uss-images';
const PATIENCE = { timeout: 15_000, interval: 50 };
const FOUND = ['/p/sedan-white-2-side', '/p/sedan-white-2-rear'];
let portal: TestPortal;
let lotId: number;
let anna: Person;
let boris: Person;
let source: ExtraPhotoSource;
/** The house's answer, once it has been asked. */
let finish: (images: string[] | Error) => void;
const tooEarly = () => {
  throw new Error('the house has not been asked yet');
};

beforeAll(async () => {
  portal = await testPortal((app, database) =>
    registerCalls(app, database, { cookies: COOKIES, secretKey: SECRET_KEY }),
  );
});
afterAll(() => portal.close());
beforeEach(async () => {
  lotId = await createLot(portal.database.db, { images: ['/p/sedan-white-1-front34'] });
  anna = await client(2);
  boris = await client(1);
  finish = tooEarly;
  source = {
    find: (_, { signal, onProgress }) =>
      new Promise((resolve, reject) => {
        onProgress(40);
        finish = (images) => (images instanceof Error ? reject(images) : resolve(images));
        signal.addEventListener('abort', () => reject(signal.reason));
      }),
  };
});

async function client(dailyLimit: number, permissions = {}): Promise<Person> {
  const { db } = portal.database;
  const person = await createPerson(db, { permissions: { ussLimitCheck: true, ...permissions } });
  await db.updateTable('bid_clients').set({ daily_uss_limit: dailyLimit }).where('user_id', '=', person.id).execute();
  return person;
}

const ask = (person: Person | null, id: number | string = lotId) => portal.ask(person, 'GET', `${ASK}?carId=${id}`);
const progress = async (person: Person) => (await portal.ask(person, 'GET', `${ASK}-progress?carId=${lotId}`)).body;
const cancel = (person: Person | null, id = lotId) =>
  portal.ask(person, 'POST', '/v1/car-auction/cancel-uss-images', { carId: String(id) });
const left = async (person: Person) =>
  (await portal.ask(person, 'GET', `/v1/car-auction/view-lot?id=${lotId}`)).body.ussCounter.ussLimit;

const liveRun = () =>
  portal.database.db
    .selectFrom('extra_photo_runs')
    .selectAll()
    .where('lot_id', '=', lotId)
    .where('state', 'in', ['waiting', 'working'])
    .executeTakeFirst();

/** What the worker does with the job of the run under way. */
async function work(asked: ExtraPhotoSource | null = source): Promise<void> {
  const run = await vi.waitFor(
    async () => (await liveRun()) ?? Promise.reject(new Error('nobody has asked')),
    PATIENCE,
  );
  await findExtraPhotos({ db: portal.database.db, source: asked, log: createLog('test', 'silent') }, run.id);
}

const untilWorking = () => vi.waitFor(() => expect(finish).not.toBe(tooEarly), PATIENCE);
const untilAsked = (people: number) =>
  vi.waitFor(async () => {
    const { length } = await portal.database.db
      .selectFrom('extra_photo_requests as request')
      .innerJoin('extra_photo_runs as run', 'run.id', 'request.run_id')
      .select('user_id')
      .where('lot_id', '=', lotId)
      .execute();
    expect(length).toBe(people);
  }, PATIENCE);

describe('asking for further photos', () => {
  test('a stranger signs in first, who may not see car auctions is refused', async () => {
    const blind = await client(1, { carAuctionsView: false });
    expect(await ask(null)).toMatchObject({ status: 401, body: { messageCode: 'Auth.SignedOut' } });
    expect(await ask(blind)).toMatchObject({ status: 403, body: { messageCode: 'Access.Denied' } });
    expect((await cancel(null)).status).toBe(401);
    expect((await cancel(blind)).status).toBe(403);
  });

  test('a private lot, one of another house, one of another kind and none at all are not found', async () => {
    const { db } = portal.database;
    const hidden = await createLot(db, { is_private: true });
    const other = await createLot(db, { house: 'TAA Kinki', isUss: false });
    const bike = await createLot(db, { vehicle: 'bike' });
    for (const id of [hidden, other, bike, 999_999, 'x'])
      expect(await ask(anna, id), String(id)).toMatchObject({ status: 404, body: { messageCode: 'NotFound' } });
    expect((await cancel(anna, hidden)).status).toBe(404);
  });

  test('a request without a lot, or with more than the contract knows, is refused', async () => {
    expect((await portal.ask(anna, 'GET', ASK)).status).toBe(400);
    expect((await portal.ask(anna, 'GET', `${ASK}?carId=${lotId}&userId=1`)).status).toBe(400);
    expect((await portal.ask(anna, 'POST', '/v1/car-auction/cancel-uss-images', {})).status).toBe(422);
  });

  test('the photos come, count once, and everybody sees them from then on', async () => {
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
    // Found already: an answer at once, and no request spent.
    expect((await ask(boris)).body.auctionLotDetail.carInfo.images).toEqual(FOUND);
    expect(await left(boris)).toBe(1);
  });

  test('a house without further photos says so with an empty list', async () => {
    const asked = ask(anna);
    const done = work();
    await untilWorking();
    finish([]);
    await done;
    expect((await asked).body.auctionLotDetail).toMatchObject({ carInfo: { images: [] } });
    expect(await left(anna)).toBe(1);
  });

  test('where no house can be asked the list is empty and nothing counts', async () => {
    const asked = ask(anna);
    await work(null);
    expect((await asked).body.auctionLotDetail).toMatchObject({
      carCommonDetail: { ussLimit: 2 },
      carInfo: { images: [] },
    });
  });

  test('two who ask at once share the work, and each spends one request', async () => {
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

  test('asking twice is one request', async () => {
    const twice = [ask(anna), ask(anna)];
    await untilAsked(1);
    const done = work();
    await untilWorking();
    finish(FOUND);
    await done;
    expect((await Promise.all(twice)).map(({ status }) => status)).toEqual([200, 200]);
    expect(await left(anna)).toBe(1);
  });

  test('a house that fails costs nothing, and may be asked again', async () => {
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

describe('the limit of a day', () => {
  test('the last request of the day is the last, even when several lots are asked for at once', async () => {
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

  test('without the limit check nobody is counted, and a new day in Japan begins anew', async () => {
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

  test('the database itself refuses more than were allowed, and less than none', async () => {
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

describe('giving up', () => {
  test('who cancels is told so, spends nothing, and the house is no longer asked', async () => {
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

  test('who cancels alone leaves the work to whoever still waits', async () => {
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

  test('who cancels what is over, or was never asked for, changes nothing', async () => {
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

  test('who has cancelled may ask again', async () => {
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

test('a worker that goes silent is followed by another one, and the photos count once', async () => {
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

test('a worker that is asked to stop hands the run back', async () => {
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

test('the demonstration has further views of the same car, in another yard', async () => {
  const lot = { lotId: 1, house: 'USS Tokyo', lotNo: 1, auctionDay: '2026-11-24' };
  const steps: number[] = [];
  const asking = { signal: new AbortController().signal, onProgress: (percent: number) => void steps.push(percent) };
  const images = ['/p/sedan-white-1-front34', '/p/sedan-white-1-odometer-5'];
  const found = await demoExtraPhotos(60).find({ ...lot, images }, asking);
  expect(found).toHaveLength(5);
  for (const image of found) {
    const picture = parsePictureKey(image.slice(3));
    expect(picture).toMatchObject({ body: 'sedan', paint: 'white' });
    expect(images).not.toContain(image);
    expect((picture?.seed ?? 0) % 3).not.toBe(1);
  }
  expect(steps.at(-1)).toBe(100);
  expect(await demoExtraPhotos(0).find({ ...lot, images: ['/p/real.jpg'] }, asking)).toEqual([]);
  const given = new AbortController();
  const cancelled = demoExtraPhotos(10_000).find({ ...lot, images }, { ...asking, signal: given.signal });
  given.abort();
  await expect(cancelled).rejects.toThrow();
});
