import { ROLE } from '@seri/contract/auth/permissions.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { registerCalls } from '../compose/app.ts';
import { type BidFixture, bidFixture } from '../testing/bidding/bid-fixture.ts';
import { createLot } from '../testing/fixtures/lots.ts';
import { CALL_OPTIONS } from '../testing/http/call-options.ts';
import { createPerson, type Person, type PersonOptions, signIn } from '../testing/http/people.ts';
import { testPortalOn } from '../testing/http/portal.ts';
import { type LiveReader, type ReceivedEvent, readLive } from '../testing/processes/live-reader.ts';

let fixture: BidFixture;
const readers: LiveReader[] = [];

beforeAll(async () => {
  fixture = await bidFixture((app, database) => registerCalls(app, database, CALL_OPTIONS));
  await fixture.app.listen({ port: 0 });
});
afterEach(() => {
  for (const reader of readers.splice(0)) reader.close();
});
afterAll(() => fixture.close());

async function listen(person: Person | null, options: Parameters<typeof readLive>[2] = {}): Promise<LiveReader> {
  const reader = await readLive(fixture.app, person, options);
  readers.push(reader);
  return reader;
}

const newPerson = (options: PersonOptions = {}) => createPerson(fixture.db, { creditLimitYen: -1, ...options });

/** The next event about this bid or lot; skips all other events. */
async function about(reader: LiveReader, id: { bidId: number } | { lotId: number }): Promise<ReceivedEvent> {
  for (;;) {
    const heard = await reader.next();
    if ('bidId' in id ? heard.bidIds.includes(id.bidId) : heard.lotIds.includes(String(id.lotId))) return heard;
  }
}

async function newBid(person: Person): Promise<{ lotId: number; bidId: number }> {
  const lotId = await createLot(fixture.db);
  return { lotId, bidId: await fixture.placed(person, lotId, 400_000) };
}

const change = (lotId: number, values: object) =>
  fixture.db.updateTable('lots').set(values).where('id', '=', lotId).execute();

describe('the event stream', () => {
  // @covers API-06
  test('is for signed-in users, and refuses others like every other call', async () => {
    expect((await listen(null)).status).toBe(401);
    expect((await fixture.ask(null, 'GET', '/v1/events/stream')).status).toBe(401);
  });

  test('refers to lots by id only', async () => {
    const anna = await newPerson();
    for (const query of ['?lot=x', '?lot=1&lot=0', '?bid=1', `?after=${'x'.repeat(61)}`])
      expect((await listen(anna, { query })).status).toBe(400);
  });

  test('is not cached, compressed or buffered, and has the headers of every reply', async () => {
    const { status, headers } = await listen(await newPerson(), { headers: { 'accept-encoding': 'br, gzip' } });
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'x-request-id': expect.any(String),
    });
    expect(headers['content-encoding']).toBeUndefined();
    expect(headers['transfer-encoding']).toBeUndefined();
  });

  test('is limited to four per session and six per user', async () => {
    const anna = await newPerson();
    for (let opened = 0; opened < 4; opened++) expect((await listen(anna)).status).toBe(200);
    const fifth = await listen(anna);
    expect([fifth.status, fifth.headers['retry-after']]).toEqual([429, '60']);
    const second = { ...anna, cookie: await signIn(fixture.db, anna.id) };
    for (let opened = 0; opened < 2; opened++) expect((await listen(second)).status).toBe(200);
    expect((await listen(second)).status).toBe(429);
    readers[0]?.close();
    await expect.poll(async () => (await listen(second)).status).toBe(200);
  });
});

describe('events reach', () => {
  // @covers API-06, MGMT-26
  test("a client about their own bids, the client's dealer, all bid managers, and nobody else", async () => {
    const dealer = await newPerson({ roleId: ROLE.dealer });
    const client = await newPerson({ dealerId: dealer.id });
    const stranger = await newPerson();
    const otherDealer = await newPerson({ roleId: ROLE.dealer });
    const manager = await newPerson({ roleId: ROLE.manager });
    const withoutBids = await newPerson({ roleId: ROLE.manager, permissions: { bidManagementEnabled: false } });
    const all = await Promise.all(
      [client, dealer, manager, stranger, otherDealer, withoutBids].map((person) => listen(person)),
    );
    const { lotId, bidId } = await newBid(client);
    for (const reader of all.slice(0, 3))
      expect(await about(reader, { bidId })).toEqual({ event: 'bid', bidIds: [bidId], lotIds: [String(lotId)] });
    // Events come in commit order: after the event of the next bid, the one of this bid cannot follow.
    for (const [at, person] of [stranger, otherDealer].entries()) {
      const { bidId: hisBid } = await newBid(person);
      expect((await all[3 + at]?.next())?.bidIds).toEqual([hisBid]);
    }
    expect(all[5]?.received).toEqual([]);
  });

  // @covers API-06
  test('followers of a changed lot and clients with a bid on it', async () => {
    const client = await newPerson();
    const { lotId, bidId } = await newBid(client);
    const follower = await listen(await newPerson(), { query: `?lot=${lotId}` });
    const bidder = await listen(client);
    await change(lotId, { manager_note: 'nobody hears of this' });
    await change(lotId, { status: 4533, sold_price_yen: 500_000 });
    expect(await follower.next()).toEqual({ event: 'lot', bidIds: [], lotIds: [String(lotId)] });
    expect(await about(bidder, { bidId })).toMatchObject({ event: 'bid', lotIds: [String(lotId)] });
    expect(follower.received).toHaveLength(1);
  });

  // @covers API-06
  test('no client about a private lot that they may not open', async () => {
    const named = await newPerson();
    const lotId = await createLot(fixture.db, { is_private: true, viewers: [named.id] });
    const open = await createLot(fixture.db);
    const query = `?lot=${lotId}&lot=${open}`;
    const [his, other] = [await listen(named, { query }), await listen(await newPerson(), { query })];
    await change(lotId, { status: 4533 });
    await change(open, { status: 4533 });
    expect((await his.next()).lotIds).toEqual([String(lotId)]);
    expect((await other.next()).lotIds).toEqual([String(open)]);
  });

  // @covers API-06, NOTIF-03
  test('both sides of a chat, and the notification list keeps the newest unread message', async () => {
    const [client, manager] = [await newPerson(), await newPerson({ roleId: ROLE.manager })];
    const { bidId } = await newBid(client);
    const all = await Promise.all([client, manager].map((person) => listen(person)));
    for (const comment of ['Please call', 'Call me back'])
      expect((await fixture.ask(fixture.maria, 'POST', '/v1/bid/save-chat', { bidId, comment })).status).toBe(200);
    for (const reader of all) {
      let heard = await about(reader, { bidId });
      while (heard.event !== 'chat') heard = await about(reader, { bidId });
      expect(heard.bidIds).toEqual([bidId]);
    }
    const { notifications } = (await fixture.ask(client, 'GET', '/v1/notifications/list')).body;
    expect(notifications).toMatchObject([{ kind: 'chat_message', bid: { id: bidId }, isRead: false }]);
  });

  // @covers NOTIF-02
  test('the owner of a booked account', async () => {
    const reader = await listen(await newPerson({ balanceYen: 100_000 }));
    expect(await reader.next()).toEqual({ event: 'counter', bidIds: [], lotIds: [] });
  });

  test('readers in a few notifications for a change of a thousand lots', async () => {
    const ids: number[] = [];
    for (let made = 0; made < 30; made++) ids.push(await createLot(fixture.db));
    const client = await fixture.database.pool.connect();
    const payloads: string[] = [];
    client.on('notification', ({ payload = '' }) => payloads.push(payload));
    await client.query('listen live');
    await client.query('select publish_ids($1, array(select generate_series(10000000000001, 10000000001000)))', [
      'lot',
    ]);
    await client.query('update lots set status = 4536 where id = any($1)', [ids]);
    await client.query('select 1');
    client.release(true);
    const lotCounts = payloads.map((payload) => (JSON.parse(payload) as { lot: number[] }).lot.length);
    expect(lotCounts).toEqual([400, 400, 200, 30]);
    expect(Math.max(...payloads.map((payload) => payload.length))).toBeLessThan(8_000);
  });
});

describe('after a disconnect', () => {
  // @covers API-06
  test('the stream resumes after the last known event', async () => {
    const anna = await newPerson();
    const first = await listen(anna);
    const { bidId } = await newBid(anna);
    await about(first, { bidId });
    first.close();
    const after = first.lastEventId() ?? '';
    const { bidId: missed } = await newBid(anna);
    for (const options of [{ headers: { 'last-event-id': after } }, { query: `?after=${after}` }]) {
      const reader = await listen(anna, options);
      expect((await reader.next()).bidIds).toEqual([missed]);
    }
    const { body } = await fixture.ask(anna, 'GET', `/v1/events/stream?after=${after}`);
    expect(body.events).toEqual([expect.objectContaining({ event: 'bid', bidIds: [missed] })]);
    const { body: nothing } = await fixture.ask(anna, 'GET', `/v1/events/stream?after=${body.lastEventId}`);
    expect(nothing).toEqual({ success: true, lastEventId: body.lastEventId, events: [] });
  });

  // @covers API-06
  test('the stream requires a full reload after an id unknown to this process', async () => {
    const anna = await newPerson();
    const reader = await listen(anna, { headers: { 'last-event-id': 'another-7' } });
    expect(await reader.next()).toEqual({ event: 'refresh', bidIds: [], lotIds: [] });
    const { body } = await fixture.ask(anna, 'GET', '/v1/events/stream?after=another-7');
    expect(body.events).toEqual([{ event: 'refresh', bidIds: [], lotIds: [] }]);
  });

  test('of the database connection, all readers reload and keep listening', async () => {
    const anna = await newPerson();
    const reader = await listen(anna);
    await fixture.database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query = 'listen live' and pid <> pg_backend_pid()`,
    );
    expect(await reader.next()).toMatchObject({ event: 'refresh', spreadMs: 10_000 });
    const { bidId } = await newBid(anna);
    expect((await about(reader, { bidId })).event).toBe('bid');
  });
});

describe('the stream ends', () => {
  // @covers API-06
  test('with its session, and with no other', async () => {
    const anna = await newPerson();
    const otherSession = await listen({ ...anna, cookie: await signIn(fixture.db, anna.id) });
    const reader = await listen(anna);
    expect((await fixture.ask(anna, 'POST', '/v1/auth/logout')).body).toEqual({ success: true });
    await reader.ended;
    const { bidId } = await newBid({ ...anna, cookie: await signIn(fixture.db, anna.id) });
    expect((await about(otherSession, { bidId })).event).toBe('bid');
  });

  test('when its account is disabled or its permissions change, which it reports first', async () => {
    const manager = await newPerson({ roleId: ROLE.manager });
    const [disabled, changed] = [await newPerson(), await newPerson()];
    const streams = await Promise.all([disabled, changed, manager].map((person) => listen(person)));
    await fixture.db.updateTable('users').set({ role_id: ROLE.disabled }).where('id', '=', disabled.id).execute();
    await fixture.db.updateTable('users').set({ permissions: '{}' }).where('id', '=', changed.id).execute();
    await fixture.db
      .insertInto('company_settings')
      .values({ key: 'managerSecondFactor', value: '"required"' })
      .execute();
    for (const reader of streams) {
      await reader.ended;
      expect(reader.received.at(-1)?.event).toBe('refresh');
    }
    expect((await listen(manager)).status).toBe(403);
    await fixture.db.deleteFrom('company_settings').where('key', '=', 'managerSecondFactor').execute();
    expect((await listen(disabled)).status).toBe(401);
  });
});

// @covers API-06
test('for readers of a process that stops; each of several processes serves its own readers', async () => {
  const second = await testPortalOn(fixture.url, (app, database) => registerCalls(app, database, CALL_OPTIONS));
  await second.app.listen({ port: 0 });
  const anna = await newPerson();
  const there = await readLive(second.app, anna);
  const here = await listen(anna);
  const { bidId } = await newBid(anna);
  expect([(await about(here, { bidId })).event, (await about(there, { bidId })).event]).toEqual(['bid', 'bid']);
  await second.close();
  await there.ended;
});

test('a changed company is published once for values saved together, and again on a reset', async () => {
  const expected = { event: 'company', bidIds: [], lotIds: [], spreadMs: expect.any(Number) };
  const people = [await newPerson(), await newPerson({ roleId: ROLE.manager })];
  const readers = await Promise.all(people.map((person) => listen(person)));
  const ofCompany = () => readers.map(({ received }) => received.filter(({ event }) => event === 'company'));
  const { bidId } = await newBid(people[0] as Person);
  for (const reader of readers) await about(reader, { bidId });
  // A new reader also gets the events from just before connecting.
  const before = ofCompany();
  const values = ['companyName', 'bankDetails'].map((key) => ({ key, value: '"of the test"' }));
  await fixture.db.insertInto('company_settings').values(values).execute();
  await fixture.db.deleteFrom('company_settings').where('value', '=', '"of the test"').execute();
  await expect.poll(ofCompany).toEqual(before.map((earlier) => [...earlier, expected, expected]));
});
