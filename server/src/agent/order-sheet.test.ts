import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { releaseHeld } from '../bids/outcomes/apply-lot-result.ts';
import { createLog } from '../platform/process/log.ts';
import { AGENT_ADDRESS, orderSheetFixture } from '../testing/bidding/order-sheet-fixture.ts';
import { runUnsold } from '../testing/fixtures/lots.ts';
import { startSheetLoop } from './sheet-loop.ts';

const desk = orderSheetFixture();
const linesOf = (csv: string): string[][] => parse(csv, { bom: true });

describe('an order sheet is sent', () => {
  test('a minute before the first cut-off of its auction house and day, once, with all orders in force', async () => {
    const first = await desk.orderedLot(400_000, { lot_no: 7, chassis_number: '=cmd|calc' });
    const second = await desk.orderedLot(500_000, { lot_no: 9, auctionInMinutes: 24 * 60 + 5, time_known: false });
    await desk.send();
    expect(await desk.sheets()).toEqual([]);
    await desk.cutOff([second.lotId]);
    await desk.send();
    await desk.send();
    expect(await desk.sheets()).toHaveLength(1);
    const [sheet] = await desk.sheets();
    const { auction_at } = await desk.fixture.db
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
    const { lotId, bidId } = await desk.orderedLot();
    await desk.cutOff([lotId]);
    await desk.send();
    await runUnsold(desk.fixture.db, lotId);
    await desk.fixture.db.updateTable('lots').set({ auction_day: '2026-11-02' }).where('id', '=', lotId).execute();
    await desk.send();
    expect(await desk.sheets()).toHaveLength(1);
    const { offerId } = (
      await desk.fixture.ask(desk.fixture.maria, 'POST', '/v1/bid/make-offer', { bidId, amount: 450_000 })
    ).body;
    await desk.fixture.ask(desk.anna, 'POST', '/v1/bid/accept-offer', { offerId, amount: 450_000, confirm: 1 });
    for (const _ of [1, 2]) await desk.send();
    const key = { houseId: (await desk.newest()).houseId, day: '2026-11-02', version: 1 };
    const sheet = (await desk.sheets()).find(({ day }) => day === key.day);
    expect(linesOf(sheet?.csv ?? '')[1]?.slice(-4)).toEqual(['450000', '0', 'yes', `${lotId}:2`]);
    expect(await desk.fixture.order(lotId)).toMatchObject({ version: 2, state: 'sent' });
    expect((await desk.confirm(desk.fixture.maria, key)).status).toBe(200);
    expect(await desk.fixture.order(lotId)).toMatchObject({ version: 2, state: 'acknowledged' });
  });

  test('and its orders count as sent, not as acknowledged', async () => {
    const { lotId } = await desk.orderedLot();
    await desk.cutOff([lotId]);
    await desk.send();
    await desk.send();
    expect(await desk.fixture.order(lotId)).toMatchObject({ version: 1, state: 'sent' });
  });

  test('again after a change, naming the sheet it replaces, and not without a change', async () => {
    const changed = await desk.orderedLot();
    const kept = await desk.orderedLot();
    await desk.cutOff([kept.lotId]);
    await desk.send();
    await desk.fixture.edit(desk.fixture.maria, changed.bidId, 450_000);
    await desk.send();
    await desk.send();
    expect((await desk.sheets()).map(({ version }) => version)).toEqual([1, 2]);
    const [before] = await desk.sheets();
    const mail = await desk.received((await desk.rowOfMail(await desk.newest())).id);
    const time = new Intl.DateTimeFormat('sv-SE', { timeStyle: 'short', timeZone: 'Asia/Tokyo' });
    const replaced = time.format(before?.written_at);
    expect(mail.subject).toBe(`Order sheet ${desk.house} ${before?.day} no. 2, replaces the sheet of ${replaced}`);
    expect(mail.text).toContain('orders that are no longer in it are withdrawn');
  });

  test('again without a withdrawn order, but not for an order the agent never received', async () => {
    const { lotId, bidId } = await desk.orderedLot();
    const kept = await desk.orderedLot();
    await desk.cutOff([kept.lotId]);
    await desk.send();
    await desk.fixture.setStatus(desk.fixture.maria, bidId, 3);
    const unknown = await desk.orderedLot();
    await desk.fixture.setStatus(desk.fixture.maria, unknown.bidId, 3);
    await desk.send();
    const [, second] = await desk.sheets();
    expect(linesOf(second?.csv ?? '').map((line) => line.at(-1))).toEqual(['Order key', `${kept.lotId}:1`]);
    expect(await desk.fixture.order(lotId)).toMatchObject({ kind: 'withdraw', state: 'sent' });
    expect(await desk.fixture.order(unknown.lotId)).toMatchObject({ kind: 'withdraw', state: 'acknowledged' });
    await desk.send();
    expect(await desk.sheets()).toHaveLength(2);
    await desk.fixture.expectSound();
  });

  test('never after the last lot has run; orders that were on no sheet have failed then', async () => {
    const { lotId } = await desk.orderedLot();
    await desk.cutOff([lotId]);
    await desk.fixture.db.updateTable('lots').set({ auction_at: new Date() }).where('id', '=', lotId).execute();
    await desk.send();
    expect(await desk.sheets()).toEqual([]);
    expect(await desk.fixture.order(lotId)).toMatchObject({ state: 'failed' });
  });

  test('once, when several workers run at the same time', async () => {
    const { lotId } = await desk.orderedLot();
    await desk.cutOff([lotId]);
    await Promise.all([desk.send(), desk.send(), desk.send()]);
    expect(await desk.sheets()).toHaveLength(1);
  });
});

test("the worker's loop writes the file of open bids and mails due sheets", async () => {
  const { lotId } = await desk.orderedLot();
  await desk.cutOff([lotId]);
  const loop = startSheetLoop({
    database: desk.fixture.database,
    openBidsDir: join(desk.folder, 'open-bids'),
    mailTo: AGENT_ADDRESS,
    onAcknowledged: releaseHeld,
    log: createLog('test', 'silent'),
  });
  await expect.poll(async () => (await desk.fixture.order(lotId))?.state, { timeout: 10_000 }).toBe('sent');
  await loop.stop();
  expect(readFileSync(join(desk.folder, 'open-bids', 'open-bids.csv'), 'utf8')).toContain(desk.house);
});

describe('the mail of an order sheet', () => {
  test('goes to the agent with the sheet attached, as it was written', async () => {
    const { lotId } = await desk.orderedLot();
    await desk.cutOff([lotId]);
    await desk.send();
    const key = await desk.newest();
    const [sheet] = await desk.sheets();
    const mail = await desk.received((await desk.rowOfMail(key)).id);
    expect(mail.to).toMatchObject([{ address: AGENT_ADDRESS }]);
    expect(mail.subject).toBe(`Order sheet ${desk.house} ${key.day} no. 1`);
    const [attachment] = mail.attachments;
    expect(attachment?.filename).toBe(`orders-${key.day}-${desk.house.toLowerCase().replace(' ', '-')}-1.csv`);
    expect(attachment?.mimeType).toBe('text/csv');
    expect(Buffer.from(attachment?.content as ArrayBuffer).toString()).toBe(sheet?.csv);
    expect((await desk.rowOfMail(key)).sent_at).not.toBeNull();
  });

  test('is dropped if a newer sheet was written, so that it never arrives after that', async () => {
    const { lotId, bidId } = await desk.orderedLot();
    await desk.cutOff([lotId]);
    await desk.send();
    const old = await desk.rowOfMail(await desk.newest());
    await desk.fixture.setStatus(desk.fixture.maria, bidId, 3);
    await desk.send();
    await desk.deliver(old.id);
    expect(await desk.rowOfMail({ ...(await desk.newest()), version: 1 })).toMatchObject({
      sent_at: null,
      drop_reason: 'a newer sheet replaces it',
    });
  });
});
