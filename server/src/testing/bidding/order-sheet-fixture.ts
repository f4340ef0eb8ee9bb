import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { sendOrderSheets } from '../../agent/order-sheet.ts';
import { agentSheetRoutes } from '../../agent/sheet-routes.ts';
import { releaseHeld } from '../../bids/outcomes/apply-lot-result.ts';
import { bidRoutes } from '../../bids/routes.ts';
import { sendMail } from '../../mail/send-mail.ts';
import { fileTransport } from '../../mail/transports.ts';
import { orderSheetKey } from '../../platform/mail-outbox.ts';
import { createLog } from '../../platform/process/log.ts';
import { createLot } from '../fixtures/lots.ts';
import { SECRET_KEY } from '../http/auth-cookies.ts';
import { createPerson, type Person } from '../http/people.ts';
import { type BidFixture, bidFixture } from './bid-fixture.ts';

export const AGENT_ADDRESS = 'orders@agent.example';

type LotValues = Parameters<typeof createLot>[1];

/**
 * Writes, sends and confirms order sheets. Each test has a client and an auction house of its own, so that no sheet
 * contains another test's lots.
 */
export function orderSheetFixture() {
  let fixture: BidFixture;
  let anna: Person;
  let folder: string;
  let house: string;
  let houses = 0;

  beforeAll(async () => {
    fixture = await bidFixture((app, database) => {
      bidRoutes(app, database, { settleWin: async () => {} });
      agentSheetRoutes(app, database, { onAcknowledged: releaseHeld });
    });
    folder = mkdtempSync(join(tmpdir(), 'seri-order-sheets-'));
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await fixture.close();
  });
  beforeEach(async () => {
    anna = await createPerson(fixture.db, { creditLimitYen: 90_000_000, autobid: true });
    house = `House ${++houses}`;
  });

  const sheets = () =>
    fixture.db
      .selectFrom('order_sheets')
      .innerJoin('auction_houses', 'auction_houses.id', 'order_sheets.house_id')
      .selectAll('order_sheets')
      .where('auction_houses.name', '=', house)
      .orderBy('order_sheets.version')
      .execute();
  const deliver = (mailId: number) =>
    sendMail(
      {
        smtp: null,
        folder: fileTransport(folder),
        publicUrl: 'https://seri.example',
        secretKey: SECRET_KEY,
        db: fixture.db,
        mailFrom: undefined,
        log: createLog('test', 'silent'),
      },
      { mailId, isLast: false, signal: new AbortController().signal },
    );

  return {
    get fixture() {
      return fixture;
    },
    get anna() {
      return anna;
    },
    get folder() {
      return folder;
    },
    get house() {
      return house;
    },
    send: () => sendOrderSheets(fixture.database, { to: AGENT_ADDRESS, onAcknowledged: releaseHeld }),
    orderedLot: async (amount = 400_000, more: LotValues = {}) => {
      const lotId = await createLot(fixture.db, { house, ...more });
      return { lotId, bidId: await fixture.placed(anna, lotId, amount) };
    },
    /** Moves the cut-off of the lots as close as a sheet requires. */
    cutOff: (lots: number[]) =>
      fixture.db
        .updateTable('lots')
        .set({ agent_cutoff_at: new Date(Date.now() + 30_000) })
        .where('id', 'in', lots)
        .execute(),
    sheets,
    newest: async () => {
      const sheet = (await sheets()).at(-1);
      if (!sheet) throw new Error('no sheet was written');
      return { houseId: sheet.house_id, day: sheet.day, version: sheet.version };
    },
    confirm: (person: Person | null, key: object) =>
      fixture.ask(person, 'POST', '/v1/agent/confirm-sheet', key, { 'content-type': 'application/json' }),
    rowOfMail: (key: Parameters<typeof orderSheetKey>[0]) =>
      fixture.db.selectFrom('mails').selectAll().where('dedupe_key', '=', orderSheetKey(key)).executeTakeFirstOrThrow(),
    deliver,
    received: async (mailId: number) => {
      await deliver(mailId);
      return new PostalMime().parse(readFileSync(join(folder, `${mailId}.eml`)));
    },
  };
}
