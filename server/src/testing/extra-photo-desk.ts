import { expect, vi } from 'vitest';
import { registerCalls } from '../app.ts';
import type { ExtraPhotoSource } from '../photos/extra/extra-photo-source.ts';
import { findExtraPhotos } from '../photos/extra/find-extra-photos.ts';
import { createLog } from '../platform/process/log.ts';
import { COOKIES, SECRET_KEY } from './doors.ts';
import { createLot } from './lots.ts';
import { createPerson, type Person } from './people.ts';
import { type TestPortal, testPortal } from './portal.ts';

export const ASK = '/v1/car-auction/uss-images';
export const PATIENCE = { timeout: 15_000, interval: 50 };
export const FOUND = ['/p/sedan-white-2-side', '/p/sedan-white-2-rear'];

/** The house's answer, or what it fails with. */
export type Finish = (images: string[] | Error) => void;
export const tooEarly: Finish = () => {
  throw new Error('the house has not been asked yet');
};

/** A house that keeps everybody waiting, and hands over how to finish once it has been asked. */
export const slowHouse = (onAsked: (finish: Finish) => void): ExtraPhotoSource => ({
  find: (_, { signal, onProgress }) =>
    new Promise((resolve, reject) => {
      onProgress(40);
      onAsked((images) => (images instanceof Error ? reject(images) : resolve(images)));
      signal.addEventListener('abort', () => reject(signal.reason));
    }),
});

export const extraPhotoPortal = () =>
  testPortal((app, database) => registerCalls(app, database, { cookies: COOKIES, secretKey: SECRET_KEY }));

interface Desk {
  portal: TestPortal;
  lotId: number;
  source: ExtraPhotoSource;
}

/** Short words for what clients and the worker do about further photos of the lot of the test that runs. */
export function extraPhotoDesk(now: () => Desk) {
  const database = () => now().portal.database;

  async function client(dailyLimit: number, permissions = {}): Promise<Person> {
    const { db } = database();
    const person = await createPerson(db, { permissions: { ussLimitCheck: true, ...permissions } });
    await db.updateTable('bid_clients').set({ daily_uss_limit: dailyLimit }).where('user_id', '=', person.id).execute();
    return person;
  }

  const liveRun = () =>
    database()
      .db.selectFrom('extra_photo_runs')
      .selectAll()
      .where('lot_id', '=', now().lotId)
      .where('state', 'in', ['waiting', 'working'])
      .executeTakeFirst();

  return {
    client,
    liveRun,
    /** A lot with one photo, and two clients who may ask twice and once today. */
    begin: async () => ({
      lotId: await createLot(database().db, { images: ['/p/sedan-white-1-front34'] }),
      anna: await client(2),
      boris: await client(1),
    }),
    ask: (person: Person | null, id: number | string = now().lotId) =>
      now().portal.ask(person, 'GET', `${ASK}?carId=${id}`),
    progress: async (person: Person) =>
      (await now().portal.ask(person, 'GET', `${ASK}-progress?carId=${now().lotId}`)).body,
    cancel: (person: Person | null, id = now().lotId) =>
      now().portal.ask(person, 'POST', '/v1/car-auction/cancel-uss-images', { carId: String(id) }),
    left: async (person: Person) =>
      (await now().portal.ask(person, 'GET', `/v1/car-auction/view-lot?id=${now().lotId}`)).body.ussCounter.ussLimit,
    /** What the worker does with the job of the run under way. */
    work: async (asked: ExtraPhotoSource | null = now().source): Promise<void> => {
      const run = await vi.waitFor(
        async () => (await liveRun()) ?? Promise.reject(new Error('nobody has asked')),
        PATIENCE,
      );
      await findExtraPhotos({ db: database().db, source: asked, log: createLog('test', 'silent') }, run.id);
    },
    untilAsked: (people: number) =>
      vi.waitFor(async () => {
        const { length } = await database()
          .db.selectFrom('extra_photo_requests as request')
          .innerJoin('extra_photo_runs as run', 'run.id', 'request.run_id')
          .select('user_id')
          .where('lot_id', '=', now().lotId)
          .execute();
        expect(length).toBe(people);
      }, PATIENCE),
  };
}
