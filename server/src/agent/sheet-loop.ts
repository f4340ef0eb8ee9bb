import type { Database } from '../platform/db/db.ts';
import type { Log } from '../platform/process/log.ts';
import { startLoop } from '../platform/process/loop.ts';
import { writeOpenBids } from './open-bid-sheet.ts';
import { type OnAcknowledged, sendOrderSheets } from './order-sheet.ts';

/**
 * Twice a minute, so that a sheet due within the next minute is never late. Not a cron job: cron has a resolution of a
 * minute, and every machine writes its own file of open bids.
 */
const EVERY_MS = 30_000;

interface SheetLoop {
  database: Database;
  /** Folder of the sheet of open bids; each worker writes its own. */
  openBidsDir: string;
  /** Null if the agent gets orders one by one, or if no agent is configured. */
  mailTo: string | null;
  onAcknowledged: OnAcknowledged;
  log: Log;
}

/** Keeps the documents for use outside the portal up to date: the sheet of open bids, and the agent's order sheets by mail. */
export function startSheetLoop({ database, openBidsDir, mailTo, onAcknowledged, log }: SheetLoop) {
  const mailSheets = async (to: string) => {
    const { sheets, failed } = await sendOrderSheets(database, { to, onAcknowledged });
    for (const sheet of sheets) log.info(sheet, 'an order sheet is queued');
    if (failed > 0) log.error({ orders: failed }, 'orders were not on a sheet before their auction');
  };
  return startLoop({
    name: 'the sheets for outside the portal',
    everyMs: EVERY_MS,
    log,
    work: async () => {
      // Independent of each other: a full disk must not stop the orders, nor a failed order the file.
      const done = await Promise.allSettled([
        writeOpenBids({ db: database.db, dir: openBidsDir }),
        mailTo ? mailSheets(mailTo) : null,
      ]);
      for (const result of done) if (result.status === 'rejected') throw result.reason;
    },
  });
}
