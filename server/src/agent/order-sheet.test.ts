import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bidRoutes } from '../bids/routes.ts';
import { orderAcknowledged } from '../flows/order-acknowledged.ts';
import { folderOutlet } from '../mail/outlets.ts';
import { sendMail } from '../mail/send-mail.ts';
import { createLog } from '../platform/log.ts';
import { orderSheetKey } from '../platform/mail-outbox.ts';
import { type BidStage, bidStage } from '../testing/bids.ts';
import { SECRET_KEY } from '../testing/doors.ts';
import { createLot } from '../testing/lots.ts';
import { createPerson, type Person } from '../testing/people.ts';
import { sendOrderSheets } from './order-sheet.ts';
import { startSheetLoop } from './sheet-loop.ts';
import { agentSheetRoutes } from './sheet-routes.ts';

const TO = 'orders@agent.example';

let stage: BidStage;
let anna: Person;
let folder: string;
/** A house of each test's own, so that no sheet tells of another test's lots. */
let house: string;
let houses = 0;

beforeAll(async () => {
  stage = await bidStage((app, database) => {
    bidRoutes(app, database, { settleWin: async () => {} });
    agentSheetRoutes(app, database, { onAcknowledged: orderAcknowledged });
  });
  folder = mkdtempSync(join(tmpdir(), 'seri-order-sheets-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await stage.close();
});
beforeEach(async () => {
  anna = await createPerson(stage.db, { creditLimitYen: 90_000_000, autobid: true });
  house = `House ${++houses}`;
});

const send = () => sendOrderSheets(stage.database, { to: TO, onAcknowledged: orderAcknowledged });
const lot = (more: Parameters<typeof createLot>[1] = {}) => createLot(stage.db, { house, ...more });
const orderedLot = async (amount = 400_000, more: Parameters<typeof createLot>[1] = {}) => {
  const lotId = await lot(more);
  return { lotId, bidId: await stage.placed(anna, lotId, amount) };
};
/** The cut-off of the lots comes as near as a sheet waits for. */
const cutOff = (lots: number[]) =>
  stage.db
    .updateTable('lots')
    .set({ agent_cutoff_at: new Date(Date.now() + 30_000) })
    .where('id', 'in', lots)
    .execute();
const sheets = () =>
  stage.db
    .selectFrom('order_sheets')
    .innerJoin('auction_houses', 'auction_houses.id', 'order_sheets.house_id')
    .selectAll('order_sheets')
    .where('auction_houses.name', '=', house)
    .orderBy('order_sheets.version')
    .execute();
const newest = async () => {
  const sheet = (await sheets()).at(-1);
  if (!sheet) throw new Error('no sheet was written');
  return { houseId: sheet.house_id, day: sheet.day, version: sheet.version };
};
const confirm = (person: Person | null, key: object) =>
  stage.ask(person, 'POST', '/v1/agent/confirm-sheet', key, { 'content-type': 'application/json' });
const rowOfMail = async (key: Parameters<typeof orderSheetKey>[0]) =>
  stage.db.selectFrom('mails').selectAll().where('dedupe_key', '=', orderSheetKey(key)).executeTakeFirstOrThrow();
const deliver = async (mailId: number) => {
  const log = createLog('test', 'silent');
  const delivery = {
    smtp: null,
    folder: folderOutlet(folder),
    publicUrl: 'https://seri.example',
    secretKey: SECRET_KEY,
  };
  await sendMail(
    { ...delivery, db: stage.db, mailFrom: undefined, log },
    { mailId, isLast: false, signal: new AbortController().signal },
  );
};
const received = async (mailId: number) => {
  await deliver(mailId);
  return new PostalMime().parse(readFileSync(join(folder, `${mailId}.eml`)));
};
const linesOf = (csv: string): string[][] => parse(csv, { bom: true });

describe('a sheet is due', () => {
  test('a minute before the first cut-off of its house and day, once, with all orders in force', async () => {
    const first = await orderedLot(400_000, { lot_no: 7, chassis_number: '=cmd|calc' });
    const second = await orderedLot(500_000, { lot_no: 9, auctionInMinutes: 24 * 60 + 5, time_known: false });
    await send();
    expect(await sheets()).toEqual([]);
    await cutOff([second.lotId]);
    await send();
    await send();
    expect(await sheets()).toHaveLength(1);
    const [sheet] = await sheets();
    const { auction_at } = await stage.db
      .selectFrom('lots')
      .select('auction_at')
      .where('id', '=', first.lotId)
      .executeTakeFirstOrThrow();
    const time = new Intl.DateTimeFormat('sv-SE', { hour: '2-digit', minute: '2-digit', timeZone: 'Asia/Tokyo' });
    expect(linesOf(sheet?.csv ?? '')).toEqual([
      ['Lot', 'Time in Japan', 'Maker', 'Model', 'Chassis', 'Max (yen)', 'Overbid (yen)', 'Order key'],
      ['7', time.format(auction_at), 'TOYOTA', 'PRIUS', "'=cmd|calc", '400000', '10000', `${first.lotId}:1`],
      ['9', '', 'TOYOTA', 'PRIUS', 'ZVW50-1234567', '500000', '10000', `${second.lotId}:1`],
    ]);
  });

  test('its orders are sent, which is not acknowledged', async () => {
    const { lotId } = await orderedLot();
    await cutOff([lotId]);
    await send();
    await send();
    expect(await stage.order(lotId)).toMatchObject({ version: 1, state: 'sent' });
  });

  test('again when an order changed, naming the sheet it replaces, and not without a change', async () => {
    const changed = await orderedLot();
    const kept = await orderedLot();
    await cutOff([kept.lotId]);
    await send();
    await stage.edit(stage.maria, changed.bidId, 450_000);
    await send();
    await send();
    expect((await sheets()).map(({ version }) => version)).toEqual([1, 2]);
    const [before] = await sheets();
    const mail = await received((await rowOfMail(await newest())).id);
    const time = new Intl.DateTimeFormat('sv-SE', { timeStyle: 'short', timeZone: 'Asia/Tokyo' });
    const replaced = time.format(before?.written_at);
    expect(mail.subject).toBe(`Order sheet ${house} ${before?.day} no. 2, replaces the sheet of ${replaced}`);
    expect(mail.text).toContain('what is no longer in it is withdrawn');
  });

  test('again without an order that was taken back, but not for one that the agent never knew', async () => {
    const { lotId, bidId } = await orderedLot();
    const kept = await orderedLot();
    await cutOff([kept.lotId]);
    await send();
    await stage.setStatus(stage.maria, bidId, 3);
    const unknown = await orderedLot();
    await stage.setStatus(stage.maria, unknown.bidId, 3);
    await send();
    const [, second] = await sheets();
    expect(linesOf(second?.csv ?? '').map((line) => line.at(-1))).toEqual(['Order key', `${kept.lotId}:1`]);
    expect(await stage.order(lotId)).toMatchObject({ kind: 'withdraw', state: 'sent' });
    expect(await stage.order(unknown.lotId)).toMatchObject({ kind: 'withdraw', state: 'acknowledged' });
    await send();
    expect(await sheets()).toHaveLength(2);
    await stage.expectSound();
  });

  test('no more once the last lot has run; what stood on no sheet has failed then', async () => {
    const { lotId } = await orderedLot();
    await cutOff([lotId]);
    await stage.db.updateTable('lots').set({ auction_at: new Date() }).where('id', '=', lotId).execute();
    await send();
    expect(await sheets()).toEqual([]);
    expect(await stage.order(lotId)).toMatchObject({ state: 'failed' });
  });

  test('once, when several workers look at the same time', async () => {
    const { lotId } = await orderedLot();
    await cutOff([lotId]);
    await Promise.all([send(), send(), send()]);
    expect(await sheets()).toHaveLength(1);
  });
});

test('the loop of the worker writes the file of open bids and mails what is due', async () => {
  const { lotId } = await orderedLot();
  await cutOff([lotId]);
  const loop = startSheetLoop({
    database: stage.database,
    openBidsDir: join(folder, 'open-bids'),
    mailTo: TO,
    onAcknowledged: orderAcknowledged,
    log: createLog('test', 'silent'),
  });
  await expect.poll(async () => (await stage.order(lotId))?.state, { timeout: 10_000 }).toBe('sent');
  await loop.stop();
  expect(readFileSync(join(folder, 'open-bids', 'open-bids.csv'), 'utf8')).toContain(house);
});

describe('its mail', () => {
  test('goes to the agent with the sheet attached, as it was written', async () => {
    const { lotId } = await orderedLot();
    await cutOff([lotId]);
    await send();
    const key = await newest();
    const [sheet] = await sheets();
    const mail = await received((await rowOfMail(key)).id);
    expect(mail.to).toMatchObject([{ address: TO }]);
    expect(mail.subject).toBe(`Order sheet ${house} ${key.day} no. 1`);
    const [attachment] = mail.attachments;
    expect(attachment?.filename).toBe(`orders-${key.day}-${house.toLowerCase().replace(' ', '-')}-1.csv`);
    expect(attachment?.mimeType).toBe('text/csv');
    expect(Buffer.from(attachment?.content as ArrayBuffer).toString()).toBe(sheet?.csv);
    expect((await rowOfMail(key)).sent_at).not.toBeNull();
  });

  test('is dropped when a newer sheet was written meanwhile, so that it never arrives after it', async () => {
    const { lotId, bidId } = await orderedLot();
    await cutOff([lotId]);
    await send();
    const old = await rowOfMail(await newest());
    await stage.setStatus(stage.maria, bidId, 3);
    await send();
    await deliver(old.id);
    expect(await rowOfMail({ ...(await newest()), version: 1 })).toMatchObject({
      sent_at: null,
      drop_reason: 'a newer sheet replaces it',
    });
  });
});

describe('a manager confirms a sheet', () => {
  test('exactly the versions in it are acknowledged; what was written after it is not', async () => {
    const first = await orderedLot();
    const second = await orderedLot();
    await cutOff([first.lotId]);
    await send();
    await stage.edit(stage.maria, second.bidId, 450_000);
    const key = await newest();
    expect(await confirm(stage.maria, key)).toMatchObject({ status: 200, body: { success: true } });
    expect(await stage.order(first.lotId)).toMatchObject({ version: 1, state: 'acknowledged' });
    expect(await stage.order(second.lotId)).toMatchObject({ version: 2, state: 'waiting' });
    const acknowledged = await stage.db
      .selectFrom('agent_order_versions')
      .select(['lot_id', 'version'])
      .where('lot_id', 'in', [first.lotId, second.lotId])
      .where('acknowledged_at', 'is not', null)
      .orderBy('lot_id')
      .execute();
    expect(acknowledged).toEqual([
      { lot_id: first.lotId, version: 1 },
      { lot_id: second.lotId, version: 1 },
    ]);
    const [sheet] = await sheets();
    expect(sheet).toMatchObject({ confirmed_by: stage.maria.id });
    await stage.expectSound();
  });

  test('what the taken back order held is free then, and a repeat changes nothing', async () => {
    const { lotId, bidId } = await orderedLot(500_000);
    await cutOff([lotId]);
    await send();
    expect((await confirm(stage.maria, await newest())).status).toBe(200);
    await stage.setStatus(stage.maria, bidId, 3);
    await send();
    const key = await newest();
    expect(key.version).toBe(2);
    expect((await confirm(stage.maria, key)).status).toBe(200);
    expect((await confirm(stage.maria, key)).status).toBe(200);
    expect(await stage.order(lotId)).toMatchObject({ kind: 'withdraw', state: 'acknowledged' });
    expect(await stage.exposure(anna)).toBe(0);
    expect((await confirm(stage.maria, { ...key, version: 1 })).status).toBe(200);
    await stage.expectSound();
  });

  test('a sheet that a confirmed one has replaced can be confirmed no more, nor one that is not there', async () => {
    const { lotId, bidId } = await orderedLot();
    await cutOff([lotId]);
    await send();
    await stage.edit(stage.maria, bidId, 450_000);
    await send();
    const key = await newest();
    expect((await confirm(stage.maria, key)).status).toBe(200);
    expect((await confirm(stage.maria, { ...key, version: 1 })).status).toBe(404);
    expect((await confirm(stage.maria, { ...key, version: 3 })).status).toBe(404);
    expect((await confirm(stage.maria, { ...key, day: '2020-01-01' })).status).toBe(404);
  });

  test.each([
    ['POST', '/v1/agent/confirm-sheet'],
    ['GET', '/v1/agent/sheets'],
    ['GET', '/v1/agent/open-bids'],
  ] as const)('%s %s is for managers who handle bids', async (method, path) => {
    const ask = (person: Person | null) =>
      stage.ask(person, method, path, method === 'POST' ? { houseId: 1, day: '2026-11-24', version: 1 } : undefined);
    const reader = await createPerson(stage.db, { roleId: 991, permissions: { bidManagementEnabled: false } });
    expect((await ask(null)).status).toBe(401);
    expect((await ask(anna)).status).toBe(403);
    expect((await ask(reader)).status).toBe(403);
  });
});

describe('managers see', () => {
  test('the newest sheet of each house and day, when it left and when it was confirmed', async () => {
    const { lotId, bidId } = await orderedLot();
    await cutOff([lotId]);
    await send();
    await stage.edit(stage.maria, bidId, 450_000);
    await send();
    const mine = async () => {
      const { body } = await stage.ask(stage.maria, 'GET', '/v1/agent/sheets');
      return body.filter((sheet: { house: string }) => sheet.house === house);
    };
    const key = await newest();
    const listed = { ...key, house, orders: 1, writtenAt: expect.stringMatching(/\+09:00$/) };
    expect(await mine()).toEqual([{ ...listed, mailedAt: null, confirmedAt: null }]);
    await deliver((await rowOfMail(key)).id);
    await confirm(stage.maria, key);
    const stamp = expect.stringMatching(/\+09:00$/);
    expect(await mine()).toEqual([{ ...listed, mailedAt: stamp, confirmedAt: stamp }]);
  });

  test('the open bids, as they stand on the sheet', async () => {
    const { lotId, bidId } = await orderedLot();
    const { status, body } = await stage.ask(stage.maria, 'GET', '/v1/agent/open-bids');
    expect(status).toBe(200);
    expect(body.writtenAt).toMatch(/\+09:00$/);
    expect(body.bids.find((bid: { bidId: number }) => bid.bidId === bidId)).toMatchObject({
      lotId,
      house,
      maxYen: 400_000,
      overbidYen: 10_000,
      atMostYen: 410_000,
      clientId: `C-${String(anna.id).padStart(4, '0')}`,
      group: null,
      state: 'waiting',
      notForwarded: false,
    });
  });
});
