import { ROLE } from '@seri/contract/auth/permissions.ts';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { japanDay } from '../../platform/i18n/japan-time.ts';
import { type BidFixture, bidFixture } from '../../testing/bidding/bid-fixture.ts';
import { createLot } from '../../testing/fixtures/lots.ts';
import { createPerson, type Person } from '../../testing/http/people.ts';

const DAY_MS = 86_400_000;
const days = (ahead: number) => japanDay(new Date(Date.now() + ahead * DAY_MS));

let fixture: BidFixture;
let maria: Person;
let dora: Person;
let ivan: Person;
let olga: Person;
let anna: Person;
let trainee: Person;
/** Bids by name, one lot each. */
const ids: Record<string, number> = {};
const lots: Record<string, number> = {};

beforeAll(async () => {
  fixture = await bidFixture();
  const { db } = fixture;
  anna = fixture.anna;
  maria = fixture.maria;
  dora = await createPerson(db, { roleId: ROLE.dealer, fullName: 'Dora Kim', creditLimitYen: -1 });
  ivan = await createPerson(db, {
    fullName: 'Ivan Sokolov',
    dealerId: dora.id,
    managerId: maria.id,
    creditLimitYen: -1,
  });
  olga = await createPerson(db, { fullName: 'Olga Serova', dealerId: dora.id, creditLimitYen: -1 });
  trainee = await createPerson(db, { roleId: ROLE.manager, permissions: { bidManagementEnabled: false } });
  const make = async (name: string, person: Person, lot: Parameters<typeof createLot>[1] = {}) => {
    lots[name] = await createLot(db, lot);
    ids[name] = await fixture.placed(person, lots[name], 300_000);
  };
  await make('doras', dora, { lot_no: 5123, auctionInMinutes: 2_880 });
  await make('ivans', ivan, { lot_no: 5124, house: 'TAA Kinki', condition: '5.0', mileage_km: 30_000 });
  await make('olgas', olga, { lot_no: 77, chassis_code: 'JB74W', condition: 'R', mileage_km: 150_000 });
  await make('annas', anna, { lot_no: 51, model: '=HYPERLINK("http://evil")', mileage_km: null });
  await make('ivans old', ivan, { lot_no: 512 });
  await fixture.setStatus(maria, ids['ivans old'] ?? 0, 5);
  const at = new Date(Date.now() - 2 * DAY_MS);
  await db
    .updateTable('lots')
    .set({ auction_at: at, bids_close_at: at, agent_cutoff_at: at, cancel_until: at, auction_day: japanDay(at) })
    .where('id', '=', lots['ivans old'] ?? 0)
    .execute();
});
afterAll(() => fixture.close());

const ask = (person: Person | null, path: string) => fixture.ask(person, 'GET', `/v1/bid/${path}`);
const found = async (person: Person, path: string): Promise<string[]> => {
  const { status, body } = await ask(person, path);
  expect([path, status]).toEqual([path, 200]);
  const shown: { bidId: number }[] = body.cars;
  return Object.keys(ids).filter((name) => shown.some(({ bidId }) => bidId === ids[name]));
};
const valuesOf = (choices: { value: unknown }[]) => choices.map(({ value }) => value);

describe('the list of a dealer', () => {
  // @covers MGMT-21
  test('is for dealers with access to bids', async () => {
    for (const path of ['dealer', 'dealer-clients'])
      expect([(await ask(null, path)).status, (await ask(anna, path)).status, (await ask(maria, path)).status]).toEqual(
        [401, 403, 403],
      );
    const shut = await createPerson(fixture.db, { roleId: ROLE.dealer, permissions: { dealerBidAccess: false } });
    expect((await ask(shut, 'dealer')).status).toBe(403);
    expect((await ask(shut, 'my-bid')).status).toBe(200);
    expect((await ask(dora, 'dealer?bidType=others')).status).toBe(400);
  });

  // @covers MGMT-01
  test("has the dealer's own bids and those of their clients, and no others", async () => {
    expect(await found(dora, 'dealer')).toEqual(['doras', 'ivans', 'olgas']);
    expect(await found(dora, 'dealer?bidType=mine')).toEqual(['doras']);
    expect(await found(dora, 'dealer?bidType=clients')).toEqual(['ivans', 'olgas']);
    expect(await found(dora, `dealer?user=${olga.id}`)).toEqual(['olgas']);
    expect(await found(dora, `dealer?user=${anna.id}`)).toEqual([]);
    expect(await found(dora, `dealer?bidType=mine&user=${olga.id}`)).toEqual(['doras']);
    expect(await found(dora, `dealer?auctionDateFrom=${days(2)}`)).toEqual(['doras']);
    expect(await found(dora, `dealer?auctionDateTo=${days(1)}`)).toEqual(['ivans', 'olgas']);
    expect(await found(dora, 'history')).toEqual(['ivans old']);
    expect(await found(dora, 'my-bid')).toEqual(['doras']);
    const rival = await createPerson(fixture.db, { roleId: ROLE.dealer });
    expect(await found(rival, 'dealer')).toEqual([]);
    expect((await ask(dora, 'dealer-clients')).body).toEqual({
      clientList: [
        { value: ivan.id, label: 'Ivan Sokolov' },
        { value: olga.id, label: 'Olga Serova' },
      ],
    });
  });

  // @covers MGMT-01, MGMT-25
  test('names the client in each row, and only the client can change it', async () => {
    const { body } = await ask(dora, 'dealer?sort=lotNo&order=ASC');
    expect(body).not.toHaveProperty('totalBids');
    expect(body.counters).toHaveLength(7);
    const [olgas, own] = body.cars;
    expect(olgas).toMatchObject({
      user: { name: 'Olga Serova', clientId: `C-${String(olga.id).padStart(4, '0')}` },
      manager: { name: 'Manager' },
      cancellationAllowed: false,
    });
    expect(Object.keys(olgas.user)).toEqual(['name', 'clientId']);
    expect(own).toMatchObject({ user: null, cancellationAllowed: true });
    expect((await fixture.setStatus(dora, ids.olgas ?? 0, 4)).status).toBe(404);
  });
});

describe('filter options', () => {
  test('are not available to signed-out users and managers without bid management', async () => {
    for (const path of ['filters', 'history-filters', 'search?lotNo=5', 'export-list?list=index'])
      expect([(await ask(null, path)).status, (await ask(trainee, path)).status]).toEqual([401, 403]);
    expect((await ask(anna, 'filters?archiveStatus=5')).status).toBe(400);
  });

  // @covers MGMT-07
  test('come from all bids for a manager, from their own bids for a client', async () => {
    const { filters, counters, totalBids } = (await ask(maria, 'filters')).body;
    expect(filters.dates[0].label).toMatch(/^\d+ [A-Z][a-z]+, [A-Z][a-z]+$/);
    expect({ ...filters, dates: valuesOf(filters.dates), clients: filters.clients.length }).toEqual({
      chassisId: ['JB74W', 'ZVW50'].map((value) => ({ value, label: value })),
      mileage: [
        { value: '30000-50000', label: '30\u2009000–50\u2009000 km' },
        { value: '50000-80000', label: '50\u2009000–80\u2009000 km' },
        { value: '120000-', label: '120\u2009000 km and more' },
      ],
      dates: [days(1), days(2)],
      auctions: ['TAA Kinki', 'USS Tokyo'].map((value) => ({ value, label: value })),
      condition: ['5', '4.5', 'R'].map((value) => ({ value, label: value })),
      group: [],
      bidStatus: ['New', 'Bid', "Don't bid", 'Cancel', 'Finished', 'Win'].map((label, at) => ({
        value: at + 1,
        label,
      })),
      status: [{ value: 4532, label: 'Upcoming' }],
      archiveStatus: ['Cancel', 'Finished', 'Win', 'Won'].map((label, at) => ({ value: at + 4, label })),
      clients: 4,
    });
    expect(counters.at(-1)).toEqual({ status: 'Archive', count: 1 });
    expect(totalBids).toBe(4);
    const own = (await ask(anna, 'filters')).body.filters;
    expect([valuesOf(own.auctions), own.clients, own.bidStatus[0].label]).toEqual([['USS Tokyo'], [], 'Under Review']);
    expect(valuesOf((await ask(dora, 'filters?bidType=clients')).body.filters.chassisId)).toEqual(['JB74W', 'ZVW50']);
  });

  test('of the archive use a date range for days', async () => {
    const { filters, counters } = (await ask(ivan, 'history-filters?archiveStatus=5')).body;
    expect([filters.dates, valuesOf(filters.auctions)]).toEqual([[], ['USS Tokyo']]);
    expect(counters.map(({ status }: { status: unknown }) => status)).toEqual(['All', 4, 5, 6, 7]);
  });

  // @covers MGMT-07
  test.each([
    ['chassisId=JB74W', ['olgas']],
    ['condition=5&condition=R', ['ivans', 'olgas']],
    ['mileage=30000-50000&mileage=120000-', ['ivans', 'olgas']],
    ['auction=TAA+Kinki', ['ivans']],
    ['status=4532&chassisId=ZVW50', ['doras', 'ivans', 'annas']],
    ['bidStatus=1&bidStatus=2', ['doras', 'ivans', 'olgas', 'annas']],
    ['bidGroups=3', []],
    ['mine=1', ['ivans']],
  ])('%s returns the matching bids', async (query, names) => {
    expect(await found(maria, `index?${query}`)).toEqual(names);
  });

  test.each(['mileage=5', 'bidGroups=11', 'status=2', 'mine=0', 'condition=', 'auctionDateFrom=2026-01-01'])(
    'index?%s is refused',
    async (query) => expect((await ask(maria, `index?${query}`)).status).toBe(400),
  );

  // @covers MGMT-08
  test('a date range filters the archive, and a client cannot query the archive of another client', async () => {
    expect(await found(ivan, `history?auctionDateTo=${days(-1)}`)).toEqual(['ivans old']);
    expect(await found(ivan, `history?auctionDateFrom=${days(0)}`)).toEqual([]);
    expect(await found(anna, `history?user=${ivan.id}&mine=1`)).toEqual([]);
    expect(await found(maria, `history?user=${ivan.id}&archiveStatus=5&archiveStatus=7`)).toEqual(['ivans old']);
  });

  test('a lot that moves to another day moves its bids', async () => {
    const at = new Date(Date.now() + 5 * DAY_MS);
    const move = { auction_at: at, auction_day: japanDay(at), lot_no: 78 };
    await fixture.db
      .updateTable('lots')
      .set(move)
      .where('id', '=', lots.olgas ?? 0)
      .execute();
    expect(await found(maria, `index?auctionDate=${days(5)}&lotNo=78`)).toEqual(['olgas']);
  });
});

describe('suggestions of lot numbers', () => {
  const hints = async (person: Person, query: string) => {
    const { cars } = (await ask(person, `search?${query}`)).body;
    return cars.map(({ lotNo, auctionName }: { lotNo: number; auctionName: string }) => `${lotNo} ${auctionName}`);
  };

  // @covers MGMT-06
  test('begin with the typed digits and come from the list searched', async () => {
    expect(await hints(maria, 'lotNo=51')).toEqual(['51 USS Tokyo', '5123 USS Tokyo', '5124 TAA Kinki']);
    expect(await hints(maria, 'lotNo=51&list=history')).toEqual(['512 USS Tokyo']);
    expect(await hints(dora, 'lotNo=512')).toEqual(['5123 USS Tokyo', '5124 TAA Kinki']);
    expect(await hints(dora, 'lotNo=512&list=dealer&bidType=mine')).toEqual(['5123 USS Tokyo']);
    expect(await hints(anna, 'lotNo=512')).toEqual([]);
    expect(await hints(anna, 'lotNo=9999999999')).toEqual([]);
  });

  test('refuse lists of others and anything except digits', async () => {
    expect((await ask(anna, 'search?lotNo=5&list=index')).status).toBe(403);
    expect((await ask(anna, 'search?lotNo=5a')).status).toBe(400);
  });
});

describe('a list as a file', () => {
  const file = async (person: Person, query: string) => {
    const { body, status } = await ask(person, `export-list?${query}`);
    expect([status, body]).toEqual([200, expect.stringMatching(/^\/v1\/files\/bids\.csv\?/)]);
    return fixture.app.inject({ url: body, headers: { cookie: person.cookie } });
  };

  test('has exactly the filtered bids, in order and without values its reader may not see', async () => {
    const { payload, headers } = await file(maria, 'list=index&sort=lotNo&order=DESC&condition=4.5');
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toMatch(/^attachment; filename="bids-\d{4}-\d\d-\d\d\.csv"$/);
    const [head, ...rows]: string[][] = parse(payload, { bom: true });
    expect(head).toEqual(
      expect.arrayContaining(['Client', 'Chassis', 'Gearbox', 'Color', 'Free to bid (yen)', 'Balance (yen)']),
    );
    expect(rows.map(([bidId]) => Number(bidId))).toEqual([ids.doras, ids.annas]);
    const own = await file(ivan, 'list=history');
    expect(own.payload).not.toContain('Free to bid');
    expect([own.payload.includes('Client'), own.payload.split('\r\n').length]).toEqual([false, 3]);
  });

  test('has no text that a spreadsheet would execute', async () => {
    expect((await file(anna, 'list=my-bid')).payload).toContain(`"'=HYPERLINK(""http://evil"")"`);
  });

  test('cannot be opened by other users through its address', async () => {
    const { body } = await ask(maria, 'export-list?list=index');
    expect((await fixture.app.inject({ url: body })).statusCode).toBe(401);
    expect((await fixture.app.inject({ url: body, headers: { cookie: anna.cookie } })).statusCode).toBe(403);
    expect((await fixture.app.inject({ url: `${body}&x=1`, headers: { cookie: maria.cookie } })).statusCode).toBe(400);
  });
});
