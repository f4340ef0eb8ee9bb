import { removeOutdated } from './auth/remove-outdated.ts';
import { forgetReads } from './back-office/token-queries.ts';
import { sealEvents } from './bids/seal-events.ts';
import { syncAllGroups } from './bids/sync-groups.ts';
import { tellNotForwarded } from './bids/tell-not-forwarded.ts';
import { checkComingPrices } from './feed/check-coming-prices.ts';
import { checkCounters } from './feed/check-counters.ts';
import { checkSaleSums } from './feed/check-sale-sums.ts';
import { followOrders, turnDay } from './feed/counter-queries.ts';
import { forgetOldStamps } from './feed/merge/stamp-queries.ts';
import { forgetOldMails } from './mail/queries.ts';
import { forgetOldNotifications } from './notifications/queries.ts';
import { tellClosingSoon, tellManagers } from './notifications/tell-soon-queries.ts';
import { checkLedger } from './payments/check-ledger.ts';
import type { Database, Db } from './platform/db.ts';
import { deleteOldBudgets } from './platform/http/budget-queries.ts';
import { forgetOldKeys } from './platform/idempotency.ts';
import type { Log } from './platform/log.ts';
import { forgetOldMatches } from './searches/queries.ts';
import { deleteOldShares } from './sharing/queries.ts';
import { forgetOldDeliveries } from './webhooks/queries.ts';

/** In UTC: counters and ledger are checked at a quarter past three at night in Japan (the ledger also late, after a night that was missed), the log of a day is sealed once it is over. */
export const TIMETABLE =
  '* * * * * turn_listings\n* * * * * sync_all_groups\n* * * * * tell_not_forwarded\n* * * * * tell_soon\n5 15 * * * seal_events\n15 18 * * * check_counters\n15 18 * * * check_ledger ?fill=1d';

/** What the timetable calls; each is once for all workers on one database. */
export const timetableJobs = (database: Database, log: Log) => ({
  turn_listings: async () => {
    await turnDay(database);
    await followOrders(database);
  },
  check_counters: async () => {
    await checkCounters(database, log);
    await checkComingPrices(database, log);
    await checkSaleSums(database.db, log);
  },
  check_ledger: async () => {
    await checkLedger(database.db, log);
  },
  sync_all_groups: () => syncAllGroups(database),
  tell_not_forwarded: () => tellNotForwarded(database),
  tell_soon: async () => {
    await tellClosingSoon(database.db);
    await tellManagers(database.db);
  },
  seal_events: async () => {
    const seal = await sealEvents(database.db);
    // The one trace of a seal outside the database (docs/decisions/019).
    if (seal) log.info({ day: seal.day, clients: seal.clients, hash: seal.hash }, 'the bid log of a day is sealed');
  },
});

/** Takes away what is out of date. */
export async function tidy(db: Db): Promise<void> {
  await removeOutdated(db);
  await forgetOldKeys(db);
  await forgetReads(db);
  await forgetOldMails(db);
  await forgetOldNotifications(db);
  await forgetOldMatches(db);
  await deleteOldBudgets(db);
  await deleteOldShares(db);
  await forgetOldDeliveries(db);
  await forgetOldStamps(db);
}
