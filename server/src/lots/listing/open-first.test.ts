import type { ReplyOf } from '@seri/contract/http.ts';
import { lotStateAt } from '@seri/contract/lots/lot-state.ts';
import type { carAuction } from '@seri/contract/lots/routes.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLot } from '../../testing/fixtures/lots.ts';
import { LIST_PATIENCE_MS } from '../../testing/http/call-options.ts';
import { createPerson, type Person } from '../../testing/http/people.ts';
import { type TestPortal, testPortalOn } from '../../testing/http/portal.ts';
import { type TestClock, testClock } from '../../testing/processes/test-clock.ts';
import { lotRoutes } from '../routes.ts';

type Listing = ReplyOf<typeof carAuction.listing>;

const DAY = '2027-03-10';
const NEXT_DAY = '2027-03-11';
const HOURS = ['03:00', '09:00', '12:00', '16:00', '21:00', '23:59'];
const at = (day: string, time: string) => new Date(`${day}T${time}:00+09:00`);
const MINUTE_MS = 60_000;
const BEFORE = { close: 90, cutoff: 60, cancel: 12 * 60 };

let clock: TestClock;
let portal: TestPortal;
let client: Person;

const instants = (auctionAt: Date) => {
  const before = (minutes: number) => new Date(auctionAt.getTime() - minutes * MINUTE_MS);
  return {
    auction_at: auctionAt,
    bids_close_at: before(BEFORE.close),
    agent_cutoff_at: before(BEFORE.cutoff),
    cancel_until: before(BEFORE.cancel),
  };
};

/** Lots of a day from 09:00 on, one every ten minutes; every third was sold already, every seventh taken off. */
async function createDay(day: string, more: Parameters<typeof createLot>[1] = {}) {
  for (let lot = 0; lot < 60; lot += 1) {
    const auctionAt = new Date(at(day, '09:00').getTime() + lot * 10 * MINUTE_MS);
    const status = lot % 7 === 6 ? 4536 : day === DAY && lot % 3 === 2 && lot < 30 ? 4533 : 4532;
    await createLot(portal.database.db, { ...instants(auctionAt), auction_day: day, status, ...more });
  }
}

beforeAll(async () => {
  clock = await testClock();
  await clock.set(at(DAY, '00:01'));
  portal = await testPortalOn(clock.url, (app, database) =>
    lotRoutes(app, database, { listPatienceMs: LIST_PATIENCE_MS }),
  );
  client = await createPerson(portal.database.db, { permissions: { bikeView: true } });
  // Signed in by the real clock, for longer than the test's own goes ahead of it.
  await portal.database.db
    .updateTable('sessions')
    .set({ access_expires_at: at('2099-01-01', '00:00') })
    .execute();
  await createDay(DAY);
  await createDay(NEXT_DAY);
  await createDay(DAY, { vehicle: 'bike', maker: 'HONDA', model: 'CB400' });
  await createLot(portal.database.db, { ...instants(at(NEXT_DAY, '09:00')), auction_day: NEXT_DAY, time_known: false });
}, 60_000);
afterAll(async () => {
  await portal.close();
  await clock.close();
});

const listing = async (query: string, page = 'car-auction'): Promise<Listing> => {
  const { status, body } = await portal.ask(client, 'GET', `/v1/${page}/listing?pageSize=20&${query}`);
  expect(status).toBe(200);
  return { carsList: body.carsList ?? body.bikeList, pageInfo: body.pageInfo };
};
/** Every row of every page. */
async function wholeList(query: string, page = 'car-auction'): Promise<Listing['carsList']> {
  const rows: Listing['carsList'] = [];
  for (let after = ''; ; ) {
    const { carsList, pageInfo } = await listing(`${query}${after}`, page);
    rows.push(...carsList);
    if (!pageInfo.next) return rows;
    after = `&after=${pageInfo.next}`;
  }
}
const states = (rows: Listing['carsList']) => new Set(rows.map(({ state }) => state));

describe.each(HOURS)('at %s in Japan', (time) => {
  beforeAll(() => clock.set(at(DAY, time)));

  // @covers FIND-02
  test('page one of car auctions holds open lots alone, soonest closing first', async () => {
    for (const query of ['', 'open=1']) {
      const { carsList } = await listing(query);
      expect(carsList).toHaveLength(20);
      expect(states(carsList)).toEqual(new Set(['open']));
      const deadlines = carsList.map(({ biddingDeadline }) => biddingDeadline);
      expect(deadlines).toEqual(deadlines.toSorted());
      expect(Date.parse(deadlines[0] ?? '')).toBeGreaterThan(at(DAY, time).getTime());
    }
  });

  // @covers FIND-02
  test('open ones and closed ones make up the whole list, once each, and their numbers are exact', async () => {
    const [all, open, closed] = [await wholeList(''), await wholeList('open=1'), await wholeList('open=0')];
    expect(all.map(({ id }) => id)).toEqual([...open, ...closed].map(({ id }) => id));
    expect(new Set(all.map(({ id }) => id)).size).toBe(121);
    expect(states(open)).toEqual(new Set(['open']));
    expect(states(closed)).not.toContain('open');
    for (const query of ['open=1', 'open=0'])
      expect((await listing(query)).pageInfo).toMatchObject({
        openResults: open.length,
        closedResults: closed.length,
        totalSearchResults: query === 'open=1' ? open.length : closed.length,
      });
  });

  test('filters count what is open', async () => {
    const open = await wholeList('open=1&maker=TOYOTA&model=PRIUS');
    const { body } = await portal.ask(client, 'GET', '/v1/car-auction/filters?open=1&maker=TOYOTA&model=PRIUS');
    expect(body.totalSearchResults).toBe(open.length);
    expect(body.select.status).toMatchObject([{ value: 4532, counter: open.length }]);
  });

  test('each lot has the state the contract works out of its record', async () => {
    const now = at(DAY, time).getTime() + MINUTE_MS / 2;
    for (const { status, state, auctionDate, biddingDeadline } of await wholeList(''))
      expect(state).toBe(lotStateAt({ source: 'auction', status, auctionDate, biddingDeadline }, now));
  });
});

// @covers FIND-02
test('motorcycles follow the same order, and when none is open any more the closed ones are listed', async () => {
  await clock.set(at(DAY, '12:00'));
  expect(states((await listing('', 'bikes')).carsList)).toEqual(new Set(['open']));
  await clock.set(at(DAY, '21:00'));
  expect((await listing('open=1', 'bikes')).carsList).toEqual([]);
  const { carsList, pageInfo } = await listing('', 'bikes');
  expect(carsList).toHaveLength(20);
  expect(states(carsList)).not.toContain('open');
  expect(pageInfo.totalSearchResults).toBe(60);
});

test('a chosen status or sort is taken as it is', async () => {
  await clock.set(at(DAY, '16:00'));
  expect(states((await listing('status=4533')).carsList)).toEqual(new Set(['sold']));
  const days = (await listing('sort=auctionDate&order=ASC')).carsList.map(({ auctionDate }) => auctionDate);
  expect(days[0]).toBe(`${DAY}T09:00:00+09:00`);
  expect(days).toEqual(days.toSorted());
});

test.each(['open=2', 'open=true', 'open=', 'open=1&open=0'])('%s is refused with 400', async (query) => {
  expect((await portal.ask(client, 'GET', `/v1/car-auction/listing?${query}`)).status).toBe(400);
});
