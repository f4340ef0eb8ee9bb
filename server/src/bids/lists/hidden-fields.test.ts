import { ROLE } from '@seri/contract/auth/permissions.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BidFixture, bidFixture } from '../../testing/bidding/bid-fixture.ts';
import { createLot } from '../../testing/fixtures/lots.ts';
import { createPerson, type Person } from '../../testing/http/people.ts';

/** An amount that occurs nowhere else, with any grouping of its digits. */
const OVERBID_YEN = 13_579;
const OVERBID = /13[\s\u00a0\u202f,.]?579/;
const EXPORT_TYPE = /Half cut|Распил|"exportType"/;

let fixture: BidFixture;
let bidId: number;
let maria: Person;
const managers = {} as Record<'withoutOverbid' | 'withoutType', Person>;

beforeAll(async () => {
  fixture = await bidFixture();
  const boris = await createPerson(fixture.db, { creditLimitYen: -1 });
  bidId = await fixture.placed(boris, await createLot(fixture.db), 500_000);
  maria = await createPerson(fixture.db, { roleId: ROLE.manager });
  const bare = (flag: string, language: 692 | 693) =>
    createPerson(fixture.db, { roleId: ROLE.manager, permissions: { [flag]: false }, language });
  managers.withoutOverbid = await bare('adjustmentPriceShow', 692);
  managers.withoutType = await bare('exportTypeShow', 693);
  const edited = { bidId, amount: 505_000, adjustmentPrice: OVERBID_YEN, exportType: 3 };
  expect((await fixture.ask(maria, 'PUT', '/v1/bid/update-bid-price', edited)).status).toBe(200);
});
afterAll(() => fixture.close());

/** The text of every reply that shows this bid to a manager. */
async function everything(manager: Person): Promise<string> {
  const read: string[] = [];
  const take = async (path: string) => {
    const { status, raw } = await fixture.ask(manager, 'GET', path);
    expect([path, status]).toEqual([path, 200]);
    read.push(raw.body);
    return raw.body;
  };
  await take('/v1/bid/index');
  await take('/v1/bid/history');
  await take(`/v1/bid/logs?bidId=${bidId}`);
  const [open] = await fixture.db
    .selectFrom('bids')
    .innerJoin('lots', 'lots.id', 'bids.lot_id')
    .select('lots.auction_day')
    .where('bids.id', '=', bidId)
    .execute();
  await take(`/v1/bid/day-view?day=${open?.auction_day}`);
  await take(JSON.parse(await take('/v1/bid/export-list?list=index')));
  const saved = await fixture.ask(manager, 'PUT', '/v1/bid/update-bid-price', { bidId, amount: 505_000 });
  expect(saved.status).toBe(200);
  return [...read, saved.raw.body].join('\n');
}

test('a manager with both flags sees overbid and export type', async () => {
  const read = await everything(maria);
  expect(read).toMatch(OVERBID);
  expect(read).toMatch(EXPORT_TYPE);
});

// @covers ASVS-8.2.3
test('without adjustmentPriceShow no reply contains the overbid or a placeholder for it', async () => {
  const read = await everything(managers.withoutOverbid);
  expect(read).not.toMatch(OVERBID);
  expect(read).not.toMatch(/adjustment|overbid/i);
  expect(read).toMatch(EXPORT_TYPE);
});

// @covers ASVS-8.2.3
test('without exportTypeShow no reply contains the export type or a placeholder for it', async () => {
  const read = await everything(managers.withoutType);
  expect(read).not.toMatch(EXPORT_TYPE);
  expect(read).not.toMatch(/тип экспорта/i);
  expect(read).toMatch(OVERBID);
});
