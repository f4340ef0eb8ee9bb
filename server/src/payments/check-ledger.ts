import type { Db } from '../platform/db/db.ts';
import type { Log } from '../platform/process/log.ts';
import { compareLedger, insertCheck } from './check-ledger-queries.ts';

const SHOWN = 20;

/** Nightly check of the ledger. The result is stored for `/readyz` and logged. It repairs nothing. */
export async function checkLedger(db: Db, log: Log): Promise<void> {
  const check = await compareLedger(db);
  await insertCheck(db, { ...check, faults: check.faults.slice(0, SHOWN) });
  const { postings, entries, faults } = check;
  if (faults.length > 0)
    log.error({ postings, entries, wrong: faults.length, some: faults.slice(0, SHOWN) }, 'the ledger does not add up');
  else log.info({ postings, entries }, 'the ledger adds up');
}
