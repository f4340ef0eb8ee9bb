import type { Database } from '../platform/db/db.ts';
import type { Log } from '../platform/process/log.ts';
import { startLoop } from '../platform/process/loop.ts';
import { writeOpenBids } from './open-bid-sheet.ts';
import { type OnAcknowledged, sendOrderSheets } from './order-sheet.ts';

/**
 * Twice a minute, so that a sheet due within the next minute is never late by the length of a round; cron knows whole
 * minutes, and the file of open bids is one of each machine.
 */
const EVERY_MS = 30_000;

interface SheetLoop {
  database: Database;
  /** Folder of the sheet of open bids; each worker writes its own. */
  openBidsDir: string;
  /** Null: the agent takes orders one by one, or none is configured. */
  mailTo: string | null;
  onAcknowledged: OnAcknowledged;
  log: Log;
}

/** Keeps what is read outside the portal true: the sheet of open bids, and the order sheets of an agent by mail. */
export function startSheetLoop({ database, openBidsDir, mailTo, onAcknowledged, log }: SheetLoop) {
  const mailSheets = async (to: string) => {
    const { sheets, failed } = await sendOrderSheets(database, { to, onAcknowledged });
    for (const sheet of sheets) log.info(sheet, 'an order sheet is queued');
    if (failed > 0) log.error({ orders: failed }, 'orders were on no sheet before their auction');
  };
  return startLoop({
    name: 'the sheets for outside the portal',
    everyMs: EVERY_MS,
    log,
    work: async () => {
      // A full disk keeps no order from the agent, nor a broken order the file from those who need it.
      const done = await Promise.allSettled([
        writeOpenBids({ db: database.db, dir: openBidsDir }),
        mailTo ? mailSheets(mailTo) : null,
      ]);
      for (const result of done) if (result.status === 'rejected') throw result.reason;
    },
  });
}
