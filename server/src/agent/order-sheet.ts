import { createHash } from 'node:crypto';
import { stringify } from 'csv-stringify/sync';
import { NotFound } from '../platform/calls/errors.ts';
import type { Database, Db, Tx } from '../platform/db/db.ts';
import { japanIso } from '../platform/i18n/japan-time.ts';
import { queueOrderSheet } from '../platform/mail-outbox.ts';
import { confirmSheetOrder, lockOrderedLot, type OrderVersion } from './order-queries.ts';
import {
  failUnsentOrders,
  findDueSheets,
  findSheet,
  findSheetOrders,
  findUnmarkedOrders,
  findUnsentWithdrawals,
  insertSheet,
  lockSheets,
  markConfirmed,
  markOnSheet,
  type SheetKey,
  type SheetOrder,
} from './order-sheet-queries.ts';

/** Applies an acknowledged order to the bids of its lot, inside the transaction that confirms it. */
export type OnAcknowledged = (tx: Tx, lotId: number) => Promise<void>;

interface SheetDelivery {
  /** The agent's address. */
  to: string;
  onAcknowledged: OnAcknowledged;
}

/**
 * Queues the mail of every due sheet, one per auction house and day, and returns the sheets. Their orders count as sent;
 * they are acknowledged only when a manager confirms that the agent has the sheet.
 */
export async function sendOrderSheets(
  { db }: Pick<Database, 'db'>,
  { to, onAcknowledged }: SheetDelivery,
): Promise<{ sheets: SheetKey[]; failed: number }> {
  const { sheets, unsent } = await db.transaction().execute(async (tx) => {
    await lockSheets(tx);
    const due = await findDueSheets(tx);
    for (const sheet of due) await writeSheet(tx, sheet, to);
    return { sheets: due, unsent: await findUnsentWithdrawals(tx) };
  });
  // One by one: updating several lots in one transaction could deadlock with bids.
  for (const order of await findUnmarkedOrders(db)) await markOnSheet(db, order);
  await acknowledge(db, unsent, onAcknowledged);
  return { sheets, failed: await failUnsentOrders(db) };
}

async function writeSheet(tx: Tx, sheet: SheetKey, to: string): Promise<void> {
  const orders = await findSheetOrders(tx, sheet);
  const csv = sheetCsv(orders.filter(({ kind }) => kind === 'order'));
  await insertSheet(tx, sheet, { csv, hash: createHash('sha256').update(csv).digest('hex'), orders });
  await queueOrderSheet(tx, { kind: 'order_sheet', to, ...sheet });
}

const HEADINGS = [
  'Lot',
  'Time in Japan',
  'Maker',
  'Model',
  'Chassis',
  'Max (yen)',
  'Overbid (yen)',
  'After the sale',
  'Order key',
];

const sheetCsv = (orders: readonly SheetOrder[]): string =>
  stringify(
    [
      HEADINGS,
      ...orders.map((order) => [
        order.lotNo,
        order.timeKnown ? japanIso(order.auctionAt).slice(11, 16) : '',
        order.maker,
        order.model,
        order.chassis,
        order.maxYen,
        order.overbidYen,
        order.afterSale ? 'yes' : '',
        `${order.lotId}:${order.version}`,
      ]),
    ],
    { bom: true, escape_formulas: true, record_delimiter: 'windows' },
  );

/** Confirms, for a manager, that the agent has this sheet. Orders changed after it was written keep their state. Throws NotFound. */
export async function confirmSheet(
  { db }: Pick<Database, 'db'>,
  { userId, onAcknowledged, ...key }: SheetKey & { userId: number; onAcknowledged: OnAcknowledged },
): Promise<void> {
  const sheet = await findSheet(db, key);
  if (sheet?.isConfirmed) return;
  if (!sheet || sheet.isReplaced) throw new NotFound();
  await acknowledge(db, sheet.orders, onAcknowledged);
  // Last, so that a manager can retry an interrupted confirmation.
  await markConfirmed(db, key, userId);
}

/** One transaction per lot, as with the webhook, so that only the clients of one lot are locked at a time. */
async function acknowledge(db: Db, orders: readonly OrderVersion[], onAcknowledged: OnAcknowledged): Promise<void> {
  for (const order of orders)
    await db.transaction().execute(async (tx) => {
      await lockOrderedLot(tx, order.lotId);
      await confirmSheetOrder(tx, order);
      await onAcknowledged(tx, order.lotId);
    });
}
