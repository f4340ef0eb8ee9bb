import { needsDoor } from '../../lots/core/condition-queries.ts';
import { readSettings } from '../../platform/company-settings.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { queueMail } from '../../platform/mail-outbox.ts';
import { notify } from '../../platform/notifications.ts';
import type { Log } from '../../platform/process/log.ts';
import { isFiltered, readParams } from '../../searches/read-params.ts';
import {
  type AlertSearch,
  createAlert,
  findAlertSearches,
  findMatching,
  findUsersWithDueMatches,
  insertMatches,
  type SearchQuery,
  takeAlertLock,
  takeLotsToMatch,
} from './search-alert-queries.ts';

/** Queue rows per transaction; each holds some hundred lots. */
const NOTE_BATCH_SIZE = 10;
/** Searches per statement, which reads the lots once for all of them. */
const SEARCH_BATCH_SIZE = 100;

/**
 * Matches the saved searches against newly imported lots, then queues a mail for every owner with matches: immediately, or
 * with the daily digest. Queue, matches and mails change in common transactions, so a crashed worker loses nothing and
 * sends nothing twice.
 */
export async function notifyNewLots(db: Db, log: Log): Promise<void> {
  while (await db.transaction().execute((tx) => matchLots(tx, log)));
  const { alertDigestAt } = await readSettings(db);
  for (const userId of await findUsersWithDueMatches(db, alertDigestAt))
    await db.transaction().execute((tx) => notifyOwner(tx, userId, alertDigestAt));
}

/** True if more lots may be queued. */
async function matchLots(tx: Tx, log: Log): Promise<boolean> {
  if (!(await takeAlertLock(tx))) return false;
  const lotIds = await takeLotsToMatch(tx, NOTE_BATCH_SIZE);
  if (lotIds.length === 0) return false;
  const searches = groupEqualSearches(await findAlertSearches(tx), log);
  for (let at = 0; at < searches.length; at += SEARCH_BATCH_SIZE) {
    const part = searches.slice(at, at + SEARCH_BATCH_SIZE);
    const answers = await findMatching(tx, lotIds, part);
    const found = answers.flatMap(({ question, lot_id: lotId }) =>
      (part[question]?.searchIds ?? []).map((searchId) => ({ searchId, lotId })),
    );
    if (found.length > 0) await insertMatches(tx, found);
  }
  return true;
}

/** Groups equal searches of several people, so that each is executed once. */
function groupEqualSearches(searches: AlertSearch[], log: Log): (SearchQuery & { searchIds: number[] })[] {
  const grouped = new Map<string, SearchQuery & { searchIds: number[] }>();
  for (const { id, page_type: pageType, params, door_slot: doorSlot } of searches) {
    const read = readParams(pageType, params)?.filter;
    if (!read) {
      log.warn({ searchId: id }, 'a saved search is no longer valid and matches nothing');
      continue;
    }
    // A new lot counts whether bidding is open or not. A search with no other filter would match every lot, so it is skipped.
    const filter = { ...read, open: undefined, ...(needsDoor(read) ? { doorSlot } : {}) };
    if (!isFiltered(filter)) continue;
    const key = JSON.stringify([pageType, filter]);
    const query = grouped.get(key) ?? { pageType, filter, searchIds: [] };
    query.searchIds.push(id);
    grouped.set(key, query);
  }
  return [...grouped.values()];
}

async function notifyOwner(tx: Tx, userId: number, digestAt: string): Promise<void> {
  const alertId = await createAlert(tx, userId, digestAt);
  if (alertId === null) return;
  const key = `alert:${alertId}`;
  await queueMail(tx, { kind: 'new_lots', userId, alertId }, key);
  await notify(tx, { userId, kind: 'new_lots', data: { alertId }, dedupeKey: key });
}
