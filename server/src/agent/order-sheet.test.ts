import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { releaseHeld } from '../bids/outcomes/apply-lot-result.ts';
import { createLog } from '../platform/process/log.ts';
import { AGENT_ADDRESS, orderSheetFixture } from '../testing/bidding/order-sheet-fixture.ts';
import { runUnsold } from '../testing/fixtures/lots.ts';
import { startSheetLoop } from './sheet-loop.ts';

const orders = orderSheetFixture();
const linesOf = (csv: string): string[][] => parse(csv, { bom: true });

describe('an order sheet is sent', () => {
  test('a minute before the first cut-off of its auction house and day, once, with all orders in force', async () => {
    const first = await orders.orderedLot(400_000, { lot_no: 7, chassis_number: '=cmd|calc' });
    const second = await orders.orderedLot(500_000, { lot_no: 9, auctionInMinutes: 24 * 60 + 5, time_known: false });
    await orders.send();
    expect(await orders.sheets()).toEqual([]);
    await orders.cutOff([second.lotId]);
    await orders.send();
    await orders.send();
    expect(await orders.sheets()).toHaveLength(1);
    const [sheet] = await orders.sheets();
    const { auction_at } = await orders.fixture.db
      .selectFrom('lots')
      .select('auction_at')
      .where('id', '=', first.lotId)
      .executeTakeFirstOrThrow();
    const time = new Intl.DateTimeFormat('sv-SE', { hour: '2-digit', minute: '2-digit', timeZone: 'Asia/Tokyo' });
    expect(linesOf(sheet?.csv ?? '')).toEqual([
      [
        'Lot',
        'Time in Japan',
        'Maker',
        'Model',
        'Chassis',
        'Max (yen)',
        'Overbid (yen)',
        'After the sale',
        'Order key',
      ],
      ['7', time.format(auction_at), 'TOYOTA', 'PRIUS', "'=cmd|calc", '400000', '10000', '', `${first.lotId}:1`],
      ['9', '', 'TOYOTA', 'PRIUS', 'ZVW50-1234567', '500000', '10000', '', `${second.lotId}:1`],
    ]);
  });

  // @covers MGMT-31
  test("days after the auction, once a client has accepted a seller's offer, and is confirmed like any other", async () => {
    const { lotId, bidId } = await orders.orderedLot();
    await orders.cutOff([lotId]);
    await orders.send();
    await runUnsold(orders.fixture.db, lotId);
    await orders.fixture.db.updateTable('lots').set({ auction_day: '2026-11-02' }).where('id', '=', lotId).execute();
    await orders.send();
    expect(await orders.sheets()).toHaveLength(1);
    const { offerId } = (
      await orders.fixture.ask(orders.fixture.maria, 'POST', '/v1/bid/make-offer', { bidId, amount: 450_000 })
    ).body;
    await orders.fixture.ask(orders.anna, 'POST', '/v1/bid/accept-offer', { offerId, amount: 450_000, confirm: 1 });
    for (const _ of [1, 2]) await orders.send();
    const key = { houseId: (await orders.newest()).houseId, day: '2026-11-02', version: 1 };
    const sheet = (await orders.sheets()).find(({ day }) => day === key.day);
    expect(linesOf(sheet?.csv ?? '')[1]?.slice(-4)).toEqual(['450000', '0', 'yes', `${lotId}:2`]);
    expect(await orders.fixture.order(lotId)).toMatchObject({ version: 2, state: 'sent' });
    expect((await orders.confirm(orders.fixture.maria, key)).status).toBe(200);
    expect(await orders.fixture.order(lotId)).toMatchObject({ version: 2, state: 'acknowledged' });
  });

  test('and its orders count as sent, not as acknowledged', async () => {
    const { lotId } = await orders.orderedLot();
    await orders.cutOff([lotId]);
    await orders.send();
    await orders.send();
    expect(await orders.fixture.order(lotId)).toMatchObject({ version: 1, state: 'sent' });
  });

  test('again after a change, naming the sheet it replaces, and not without a change', async () => {
    const changed = await orders.orderedLot();
    const orderedLot = await orders.orderedLot();
    await orders.cutOff([orderedLot.lotId]);
    await orders.send();
    await orders.fixture.edit(orders.fixture.maria, changed.bidId, 450_000);
    await orders.send();
    await orders.send();
    expect((await orders.sheets()).map(({ version }) => version)).toEqual([1, 2]);
    const [before] = await orders.sheets();
    const mail = await orders.received((await orders.rowOfMail(await orders.newest())).id);
    const time = new Intl.DateTimeFormat('sv-SE', { timeStyle: 'short', timeZone: 'Asia/Tokyo' });
    const replaced = time.format(before?.written_at);
    expect(mail.subject).toBe(`Order sheet ${orders.house} ${before?.day} no. 2, replaces the sheet of ${replaced}`);
    expect(mail.text).toContain('orders that are no longer in it are withdrawn');
  });

  test('again without a withdrawn order, but not for an order the agent never received', async () => {
    const { lotId, bidId } = await orders.orderedLot();
    const kept = await orders.orderedLot();
    await orders.cutOff([kept.lotId]);
    await orders.send();
    await orders.fixture.setStatus(orders.fixture.maria, bidId, 3);
    const unknown = await orders.orderedLot();
    await orders.fixture.setStatus(orders.fixture.maria, unknown.bidId, 3);
    await orders.send();
    const [, second] = await orders.sheets();
    expect(linesOf(second?.csv ?? '').map((line) => line.at(-1))).toEqual(['Order key', `${kept.lotId}:1`]);
    expect(await orders.fixture.order(lotId)).toMatchObject({ kind: 'withdraw', state: 'sent' });
    expect(await orders.fixture.order(unknown.lotId)).toMatchObject({ kind: 'withdraw', state: 'acknowledged' });
    await orders.send();
    expect(await orders.sheets()).toHaveLength(2);
    await orders.fixture.expectSound();
  });

  test('never after the last lot has run; orders that were on no sheet have failed then', async () => {
    const { lotId } = await orders.orderedLot();
    await orders.cutOff([lotId]);
    await orders.fixture.db.updateTable('lots').set({ auction_at: new Date() }).where('id', '=', lotId).execute();
    await orders.send();
    expect(await orders.sheets()).toEqual([]);
    expect(await orders.fixture.order(lotId)).toMatchObject({ state: 'failed' });
  });

  test('once, when several workers run at the same time', async () => {
    const { lotId } = await orders.orderedLot();
    await orders.cutOff([lotId]);
    await Promise.all([orders.send(), orders.send(), orders.send()]);
    expect(await orders.sheets()).toHaveLength(1);
  });
});

test("the worker's loop writes the file of open bids and mails due sheets", async () => {
  const { lotId } = await orders.orderedLot();
  await orders.cutOff([lotId]);
  const loop = startSheetLoop({
    database: orders.fixture.database,
    openBidsDir: join(orders.folder, 'open-bids'),
    mailTo: AGENT_ADDRESS,
    onAcknowledged: releaseHeld,
    log: createLog('test', 'silent'),
  });
  await expect.poll(async () => (await orders.fixture.order(lotId))?.state, { timeout: 10_000 }).toBe('sent');
  await loop.stop();
  expect(readFileSync(join(orders.folder, 'open-bids', 'open-bids.csv'), 'utf8')).toContain(orders.house);
});

describe('the mail of an order sheet', () => {
  test('goes to the agent with the sheet attached, as it was written', async () => {
    const { lotId } = await orders.orderedLot();
    await orders.cutOff([lotId]);
    await orders.send();
    const key = await orders.newest();
    const [sheet] = await orders.sheets();
    const mail = await orders.received((await orders.rowOfMail(key)).id);
    expect(mail.to).toMatchObject([{ address: AGENT_ADDRESS }]);
    expect(mail.subject).toBe(`Order sheet ${orders.house} ${key.day} no. 1`);
    const [attachment] = mail.attachments;
    expect(attachment?.filename).toBe(`orders-${key.day}-${orders.house.toLowerCase().replace(' ', '-')}-1.csv`);
    expect(attachment?.mimeType).toBe('text/csv');
    expect(Buffer.from(attachment?.content as ArrayBuffer).toString()).toBe(sheet?.csv);
    expect((await orders.rowOfMail(key)).sent_at).not.toBeNull();
  });

  test('is dropped if a newer sheet was written, so that it never arrives after that', async () => {
    const { lotId, bidId } = await orders.orderedLot();
    await orders.cutOff([lotId]);
    await orders.send();
    const old = await orders.rowOfMail(await orders.newest());
    await orders.fixture.setStatus(orders.fixture.maria, bidId, 3);
    await orders.send();
    await orders.deliver(old.id);
    expect(await orders.rowOfMail({ ...(await orders.newest()), version: 1 })).toMatchObject({
      sent_at: null,
      drop_reason: 'a newer sheet replaces it',
    });
  });
});
