import { ROLE } from '@seri/contract/auth/permissions.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { japanDay } from '../../platform/i18n/japan-time.ts';
import { type BidFixture, bidFixture } from '../../testing/bidding/bid-fixture.ts';
import { createLot } from '../../testing/fixtures/lots.ts';
import { createPerson, type Person } from '../../testing/http/people.ts';

const DAY_MS = 86_400_000;
let fixture: BidFixture;
let boris: Person;
let dealer: Person;
/** Bids of Boris by name of their state; each on its own lot. */
const ids: Record<string, number> = {};
const lots: Record<string, number> = {};

beforeAll(async () => {
  fixture = await bidFixture();
  const { db, maria } = fixture;
  dealer = await createPerson(db, { roleId: ROLE.dealer, fullName: 'Dora Kim' });
  boris = await createPerson(db, {
    fullName: 'Boris Orlov',
    creditLimitYen: -1,
    balanceYen: 70_000,
    managerId: maria.id,
    dealerId: dealer.id,
    language: 693,
  });
  await fixture.placed(fixture.anna, await createLot(db), 300_000);
  const make = async (name: string, status: number, lotMore: Parameters<typeof createLot>[1] = {}) => {
    lots[name] = await createLot(db, lotMore);
    ids[name] = await fixture.placed(boris, lots[name], 300_000 + Object.keys(ids).length * 5_000);
    if (status > 1) await fixture.setStatus(maria, ids[name], status);
  };
  await make('new', 1, { year: 2015, auctionInMinutes: 3 * 1_440 });
  await make('accepted', 2, { year: 2015, auctionInMinutes: 2 * 1_440, house: 'TAA, Chubu' });
  await make('stopped', 3, { year: null });
  await make('cancelled today', 4);
  await make('won today', 6);
  for (const [name, status] of [
    ['cancelled', 4],
    ['finished', 5],
    ['won', 6],
    ['bought', 6],
    ['forgotten', 1],
  ] as const) {
    await make(name, status);
    const at = new Date(Date.now() - 2 * DAY_MS);
    await db
      .updateTable('lots')
      .set({ auction_at: at, bids_close_at: at, agent_cutoff_at: at, cancel_until: at, auction_day: japanDay(at) })
      .where('id', '=', lots[name] ?? 0)
      .execute();
  }
  const bought = { bidId: ids.bought };
  await fixture.ask(maria, 'PUT', '/v1/bid/update-sold-price', { ...bought, soldPrice: '310000' });
  await fixture.ask(maria, 'POST', '/v1/bid/confirm-win', bought);
});
afterAll(() => fixture.close());

const list = async (person: Person | null, path: string) => fixture.ask(person, 'GET', `/v1/bid/${path}`);
const idsIn = (body: { cars: { bidId: number }[] }) => body.cars.map(({ bidId }) => bidId);
const named = (...names: string[]) => names.map((name) => ids[name]);

describe('access to the lists', () => {
  test.each([
    ['my-bid', 401, 200, 403],
    ['index', 401, 403, 200],
    ['history', 401, 200, 200],
  ])('%s', async (path, signedOut, client, manager) => {
    const answers = [await list(null, path), await list(boris, path), await list(fixture.maria, path)];
    expect(answers.map(({ status }) => status)).toEqual([signedOut, client, manager]);
  });

  test('a manager without bid management sees no bids of clients', async () => {
    const trainee = await createPerson(fixture.db, {
      roleId: ROLE.manager,
      permissions: { bidManagementEnabled: false },
    });
    expect((await list(trainee, 'index')).status).toBe(403);
    expect((await list(trainee, 'history')).status).toBe(403);
    expect((await list(trainee, `logs?bidId=${ids.new}`)).status).toBe(403);
  });

  test('a client never sees bids of another client, with any query', async () => {
    expect(idsIn((await list(fixture.anna, `history?user=${boris.id}`)).body)).toEqual([]);
    expect((await list(fixture.anna, `my-bid?user=${boris.id}`)).status).toBe(400);
    expect((await list(fixture.anna, 'my-bid')).body.totalBids).toBe(1);
    expect((await list(dealer, 'my-bid')).body.totalBids).toBe(0);
  });

  test.each([
    'my-bid?page=0',
    'my-bid?page=10000001',
    'my-bid?pageSize=1000',
    'my-bid?sort=password',
    'my-bid?order=UP',
    'my-bid?lotNo=4021a',
    'my-bid?auctionDate=2026-13-01',
    'my-bid?bidStatus=8',
    'my-bid?surprise=1',
    'history?archiveStatus=1',
    `my-bid?${'auction=USS&'.repeat(51)}`,
  ])('%s is refused', async (path) => {
    expect((await list(boris, path)).status).toBe(400);
  });
});

describe('the list of a bid', () => {
  // @covers MGMT-01
  test('active: open bids, wins until settled, cancelled and finished bids until the end of their day', async () => {
    const { body } = await list(boris, 'my-bid');
    expect(idsIn(body).sort()).toEqual(
      named('new', 'accepted', 'stopped', 'cancelled today', 'won today', 'won', 'forgotten').sort(),
    );
    expect(body.counters).toEqual([
      { status: 'All', count: 7 },
      { status: 1, count: 2 },
      { status: 2, count: 1 },
      { status: 3, count: 1 },
      { status: 4, count: 1 },
      { status: 5, count: 0 },
      { status: 6, count: 2 },
    ]);
    expect(body.totalBids).toBe(7);
  });

  // @covers MGMT-01, OPS-04
  test('archive: bought and past bids, all of them read-only', async () => {
    const { body } = await list(boris, 'history');
    expect(idsIn(body).sort()).toEqual(named('cancelled', 'finished', 'won', 'bought').sort());
    expect(body.cars.every(({ archived }: { archived: boolean }) => archived)).toBe(true);
    expect(body.counters.map(({ status }: { status: unknown }) => status)).toEqual(['All', 4, 5, 6, 7]);
    expect(idsIn((await list(boris, 'history?archiveStatus=7')).body)).toEqual(named('bought'));
  });

  test('shows managers the archive count beside the tabs', async () => {
    const { body } = await list(fixture.maria, 'index');
    expect(body.counters.at(-1)).toEqual({ status: 'Archive', count: 4 });
    expect(body.counters[0]).toEqual({ status: 'All', count: 8 });
  });
});

describe('filters', () => {
  // @covers MGMT-02
  test('a tab filters the rows, not the counters', async () => {
    const { body } = await list(boris, 'my-bid?bidStatus=6');
    expect(idsIn(body).sort()).toEqual(named('won today', 'won').sort());
    expect(body.counters[0]).toEqual({ status: 'All', count: 7 });
    expect(body.pageInfo).toEqual({ page: 1, pageSize: 20, totalSearchResults: 2, totalResults: 7 });
  });

  test('every other filter applies to rows and counters', async () => {
    const day = japanDay(new Date(Date.now() + 2 * DAY_MS));
    const { lot_no } = await fixture.db
      .selectFrom('lots')
      .select('lot_no')
      .where('id', '=', lots.accepted ?? 0)
      .executeTakeFirstOrThrow();
    for (const query of [`auctionDate=${day}`, 'auction=TAA%2C+Chubu', `lotNo=${lot_no}`]) {
      const { body } = await list(boris, `my-bid?${query}`);
      expect([query, idsIn(body)]).toEqual([query, named('accepted')]);
      expect(body.counters[0]).toEqual({ status: 'All', count: 1 });
      expect(body.totalBids).toBe(7);
    }
    expect(idsIn((await list(boris, 'my-bid?auction=TAA%2C+Chubu&auction=USS+Tokyo')).body).length).toBe(7);
    expect((await list(fixture.maria, `index?user=${fixture.anna.id}`)).body.counters[0].count).toBe(1);
    expect((await list(fixture.maria, `index?user=${fixture.anna.id}&user=${boris.id}`)).body.counters[0].count).toBe(
      8,
    );
  });
});

describe('order and pages', () => {
  test('by default the next auction comes first', async () => {
    const dates = (await list(boris, 'my-bid')).body.cars.map((row: { auctionDate: string }) => row.auctionDate);
    expect(dates).toEqual([...dates].sort());
  });

  test('unknown values come last in both directions, equal ones are sorted by id', async () => {
    const up = idsIn((await list(boris, 'my-bid?sort=year&order=ASC')).body);
    const down = idsIn((await list(boris, 'my-bid?sort=year&order=DESC')).body);
    expect(up.slice(0, 2)).toEqual(named('new', 'accepted'));
    expect([up.at(-1), down.at(-1)]).toEqual(named('stopped', 'stopped'));
    expect(down.at(-2)).toBe(ids.new);
  });

  // @covers MGMT-05
  test.each([
    'auctionDate',
    'condition',
    'mileage',
    'startPrice',
    'lotNo',
    'auctionName',
    'chassis',
    'status',
    'soldPrice',
    'bidAmount',
    'bidGroup',
  ])('sorting by %s loses no bid', async (sort) => {
    for (const order of ['ASC', 'DESC'])
      expect(idsIn((await list(boris, `my-bid?sort=${sort}&order=${order}`)).body).length).toBe(7);
  });

  // @covers MGMT-35
  test('pages neither overlap nor leave a gap', async () => {
    const vera = await createPerson(fixture.db, { creditLimitYen: -1 });
    for (let car = 0; car < 23; car++) await fixture.placed(vera, await createLot(fixture.db), 300_000);
    const first = await list(vera, 'my-bid?sort=condition&order=ASC');
    const second = await list(vera, 'my-bid?sort=condition&order=ASC&page=2');
    expect([idsIn(first.body).length, idsIn(second.body).length]).toEqual([20, 3]);
    expect(new Set([...idsIn(first.body), ...idsIn(second.body)]).size).toBe(23);
    expect(second.body.pageInfo).toEqual({ page: 2, pageSize: 20, totalSearchResults: 23, totalResults: 23 });
    expect((await list(vera, 'my-bid?page=9')).body.cars).toEqual([]);
  });
});

describe('the fields of a row', () => {
  const rowOf = async (person: Person, path: string, bidId: number | undefined) =>
    (await list(person, path)).body.cars.find((row: { bidId: number }) => row.bidId === bidId);

  test("for a client: the company's label for managers in the client's language, no data of the agent, no profile", async () => {
    const row = await rowOf(boris, 'my-bid', ids.accepted);
    expect(row).toMatchObject({
      manager: { name: 'Менеджер' },
      user: null,
      exportType: 1,
      isRead: true,
      unreadMessages: 0,
      message: null,
    });
    for (const hidden of ['adjustmentPrice', 'autoBid', 'agentOrder']) expect(row).not.toHaveProperty(hidden);
    expect(row).toMatchObject({
      id: String(lots.accepted),
      lotType: 'car',
      lotSource: 'auction',
      status: 4532,
      bidStatus: 2,
    });
    expect(row.auctionDate).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+09:00$/);
    expect(row.cancellationAllowed).toBe(true);
  });

  // @covers MGMT-25, MGMT-32
  test('a manager: the client’s profile, the responsible manager, the agent’s order', async () => {
    const row = await rowOf(fixture.maria, `index?user=${boris.id}`, ids.accepted);
    expect(row).toMatchObject({
      manager: { name: 'Maria Sato' },
      adjustmentPrice: 10_000,
      autoBid: false,
      agentOrder: 'waiting',
    });
    expect(row.user).toMatchObject({
      name: 'Boris Orlov',
      clientId: `C-${String(boris.id).padStart(4, '0')}`,
      jasClientId: boris.id,
      userLevel: 1064,
      balance: 70_000,
      creditLimit: -1,
      carDealer: 'Dora Kim',
      note: null,
    });
    expect(await rowOf(fixture.maria, `index?user=${boris.id}`, ids.new)).toMatchObject({ agentOrder: null });
  });

  test('the free amount counts limit and open bids, not only the balance; without a limit it is null', async () => {
    const free = async (person: Person, bidId: number | undefined) => {
      const { user } = await rowOf(fixture.maria, `index?user=${person.id}`, bidId);
      return { bidAllow: user?.bidAllow, balance: user?.balance };
    };
    expect(await free(boris, ids.new)).toEqual({ bidAllow: null, balance: 70_000 });
    const olga = await createPerson(fixture.db, { fullName: 'Olga Free', creditLimitYen: 3_000_000 });
    const bidId = await fixture.placed(olga, await createLot(fixture.db), 840_000);
    const { exposure_yen: heldYen } = await fixture.db
      .selectFrom('bid_clients')
      .select('exposure_yen')
      .where('user_id', '=', olga.id)
      .executeTakeFirstOrThrow();
    expect(heldYen).toBeGreaterThanOrEqual(840_000);
    const check = await fixture.app.inject({
      method: 'POST',
      url: '/v1/bid/check',
      headers: { cookie: olga.cookie },
      payload: { carId: String(await createLot(fixture.db)), lotType: 'auction' },
    });
    // The same amount as on the client's lot page.
    const { bidAllow } = check.json();
    expect(bidAllow).toBeGreaterThan(0);
    expect(bidAllow).toBeLessThan(3_000_000 - 840_000);
    expect(await free(olga, bidId)).toEqual({ bidAllow, balance: 0 });
    expect((await rowOf(olga, 'my-bid', bidId)).user).toBeNull();
  });

  test('a lot without a known time shows only its day', async () => {
    await fixture.db
      .updateTable('lots')
      .set({ time_known: false })
      .where('id', '=', lots.stopped ?? 0)
      .execute();
    expect((await rowOf(boris, 'my-bid', ids.stopped)).auctionDate).toMatch(/^\d{4}-\d\d-\d\d$/);
  });
});

describe('small lists', () => {
  // @covers BID-07
  test("lists export types in the reader's language or the requested one", async () => {
    expect((await list(null, 'type')).status).toBe(401);
    expect((await list(boris, 'export-type')).status).toBe(403);
    expect((await list(boris, 'type?language=691')).status).toBe(400);
    const english = (await list(fixture.anna, 'type')).body;
    expect(english.map(({ value, label }: { value: number; label: string }) => [value, label])).toEqual([
      [1, 'Whole car FOB'],
      [2, 'Whole car CIF'],
      [3, 'Half cut'],
      [4, 'For parts'],
    ]);
    expect((await list(boris, 'type')).body[3].label).toBe('На запчасти');
    expect((await list(fixture.maria, 'export-type?language=693')).body[2].label).toBe('Распил');
  });

  test('the history of a bid names people to managers and marks staff', async () => {
    expect((await list(null, 'logs?bidId=1')).status).toBe(401);
    expect((await list(boris, `logs?bidId=${ids.accepted}`)).status).toBe(403);
    expect((await list(fixture.maria, 'logs?bidId=999999')).status).toBe(404);
    expect((await list(fixture.maria, 'logs?bidId=x')).status).toBe(400);
    const { body } = await list(fixture.maria, `logs?bidId=${ids.accepted}`);
    expect(body).toMatchObject([
      {
        userName: 'Boris Orlov',
        event: 'Bid placed, amount 305 000 ¥, overbid 10 000 ¥, export type Whole car FOB',
        status: 1,
      },
      { userName: 'Maria Sato', event: 'Status New -> Bid', status: 2, userType: 1064 },
    ]);
    expect(body[0]).not.toHaveProperty('userType');
  });
});
