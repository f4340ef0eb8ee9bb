import { ROLE } from '@seri/contract/auth/permissions.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerCalls } from '../compose/app.ts';
import { type BidFixture, bidFixture } from '../testing/bidding/bid-fixture.ts';
import { createLot } from '../testing/fixtures/lots.ts';
import { CALL_OPTIONS } from '../testing/http/call-options.ts';
import { createPerson } from '../testing/http/people.ts';
import { writeCalendar } from './calendar.ts';

describe('the address of a calendar', () => {
  let fixture: BidFixture;
  beforeAll(async () => {
    fixture = await bidFixture((app, database) => registerCalls(app, database, CALL_OPTIONS));
  });
  afterAll(() => fixture.close());
  const VIEW = '/v1/notifications/view-calendar';
  const RENEW = '/v1/notifications/renew-calendar';

  test('is for clients, and does not exist before it is created', async () => {
    expect((await fixture.ask(null, 'GET', VIEW)).status).toBe(401);
    expect((await fixture.ask(null, 'POST', RENEW)).status).toBe(401);
    expect((await fixture.ask(fixture.maria, 'POST', RENEW)).status).toBe(403);
    expect((await fixture.ask(fixture.boris, 'GET', VIEW)).body).toEqual({ success: true, path: null });
  });

  // @covers NOTIF-07
  test("shows without a session only the owner's open bids; renewed or disabled it is not found", async () => {
    const anna = await createPerson(fixture.db, { creditLimitYen: -1 });
    const lotId = await createLot(fixture.db, { maker: 'MAZDA', model: 'BONGO' });
    const bidId = await fixture.placed(anna, lotId, 400_000);
    await fixture.placed(fixture.boris, await createLot(fixture.db, { model: 'ALLION' }), 400_000);
    const { path } = (await fixture.ask(anna, 'POST', RENEW)).body;
    expect((await fixture.ask(anna, 'GET', VIEW)).body.path).toBe(path);
    const calendar = await fixture.app.inject({ url: path });
    expect([calendar.statusCode, calendar.headers['content-type'], calendar.headers['cache-control']]).toEqual([
      200,
      'text/calendar; charset=utf-8',
      'no-store',
    ]);
    expect(calendar.body).toContain(`UID:bid-${bidId}@localhost`);
    expect(calendar.body).toContain(`/car-auction/${lotId}`);
    expect(calendar.body).not.toContain('ALLION');
    await fixture.setStatus(anna, bidId, 4);
    expect((await fixture.app.inject({ url: path })).body).not.toContain('VEVENT');

    const renewed = (await fixture.ask(anna, 'POST', RENEW)).body.path;
    const wrong = `${renewed.slice(0, -6)}xx.ics`;
    for (const gone of [path, wrong, '/v1/notifications/calendar/nobody.ics'])
      expect((await fixture.app.inject({ url: gone })).statusCode).toBe(404);
    await fixture.db.updateTable('users').set({ role_id: ROLE.disabled }).where('id', '=', anna.id).execute();
    expect((await fixture.app.inject({ url: renewed })).statusCode).toBe(404);
  });
});

// @covers NOTIF-07
test('a calendar follows RFC 5545: UTC, escaped text, CRLF, lines of 75 octets, an alarm half an hour before the close', () => {
  const at = new Date('2026-11-24T01:30:00Z');
  const bid = {
    ...{
      bidId: 7,
      lotId: 9,
      vehicle: 'car' as const,
      lotNo: 4021,
      house: 'USS; Tokyo, "Noda"\\east',
      amountYen: 650_000,
    },
    ...{ title: `TOYOTA ${'ПРИУС '.repeat(12)}`, day: '2026-11-24', auctionAt: at, timeKnown: true, changedAt: at },
    bidsCloseAt: new Date('2026-11-24T00:00:00Z'),
  };
  const text = writeCalendar([bid, { ...bid, bidId: 8, timeKnown: false }], {
    isRussian: true,
    company: 'Fuji Motors',
    origin: 'https://seri.example',
    now: new Date('2026-11-22T05:00:00Z'),
  });
  const lines = text.split('\r\n');
  expect(lines.at(-1)).toBe('');
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
  const unfolded = text.replaceAll('\r\n ', '').split('\r\n');
  expect(unfolded).toEqual(
    expect.arrayContaining([
      'BEGIN:VCALENDAR',
      'PRODID:-//Fuji Motors//Bids//EN',
      'X-WR-CALNAME:Fuji Motors: мои ставки',
      'UID:bid-7@seri.example',
      'DTSTAMP:20261122T050000Z',
      'DTSTART:20261124T013000Z',
      'DTSTART;VALUE=DATE:20261124',
      'LOCATION:USS\\; Tokyo\\, "Noda"\\\\east',
      'TRIGGER;VALUE=DATE-TIME:20261123T233000Z',
      'URL:https://seri.example/car-auction/9',
      'END:VCALENDAR',
    ]),
  );
  expect(unfolded.filter((line) => line === 'BEGIN:VALARM')).toHaveLength(2);
});
