import { readSettings } from '../../platform/company-settings.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { queueMail } from '../../platform/mail-outbox.ts';
import { notify } from '../../platform/notifications.ts';
import type { Log } from '../../platform/process/log.ts';
import { isFiltered, readParams } from '../../searches/read-params.ts';
import {
  type AlertSearch,
  findAlertSearches,
  findMatching,
  findReadersToTell,
  insertMatches,
  type Question,
  takeAlert,
  takeAlertLock,
  takeLotsToMatch,
} from './search-alert-queries.ts';

/** Of some hundred lots each. */
const NOTE_BATCH_SIZE = 10;
/** Of one statement; its lots are read once for all of them. */
const SEARCH_BATCH_SIZE = 100;

/**
 * Asks the saved searches about the lots that imports have written, then writes a mail to everybody with something
 * new: at once, or with the digest of the day. The queue, the finds and the mails change in the transactions that
 * belong together, so a worker that dies loses nothing and tells nothing twice.
 */
export async function notifyNewLots(db: Db, log: Log): Promise<void> {
  while (await db.transaction().execute((tx) => matchLots(tx, log)));
  const { alertDigestAt } = await readSettings(db);
  for (const userId of await findReadersToTell(db, alertDigestAt))
    await db.transaction().execute((tx) => tellReader(tx, userId, alertDigestAt));
}

/** True while there may be more to do. */
async function matchLots(tx: Tx, log: Log): Promise<boolean> {
  if (!(await takeAlertLock(tx))) return false;
  const lotIds = await takeLotsToMatch(tx, NOTE_BATCH_SIZE);
  if (lotIds.length === 0) return false;
  const asked = askedBy(await findAlertSearches(tx), log);
  for (let at = 0; at < asked.length; at += SEARCH_BATCH_SIZE) {
    const part = asked.slice(at, at + SEARCH_BATCH_SIZE);
    const answers = await findMatching(tx, lotIds, part);
    const found = answers.flatMap(({ question, lot_id: lotId }) =>
      (part[question]?.searchIds ?? []).map((searchId) => ({ searchId, lotId })),
    );
    if (found.length > 0) await insertMatches(tx, found);
  }
  return true;
}

/** The same question of several people is asked once. */
function askedBy(searches: AlertSearch[], log: Log): (Question & { searchIds: number[] })[] {
  const asked = new Map<string, Question & { searchIds: number[] }>();
  for (const { id, page_type: pageType, params } of searches) {
    const read = readParams(pageType, params)?.filter;
    if (!read) {
      log.warn({ searchId: id }, 'a saved search is no longer understood, so it finds nothing');
      continue;
    }
    // A new lot is new whether it is open for bidding yet or not; a search for nothing else would name every lot.
    const filter = { ...read, open: undefined };
    if (!isFiltered(filter)) continue;
    const key = JSON.stringify([pageType, filter]);
    const question = asked.get(key) ?? { pageType, filter, searchIds: [] };
    question.searchIds.push(id);
    asked.set(key, question);
  }
  return [...asked.values()];
}

async function tellReader(tx: Tx, userId: number, digestAt: string): Promise<void> {
  const alertId = await takeAlert(tx, userId, digestAt);
  if (alertId === null) return;
  const key = `alert:${alertId}`;
  await queueMail(tx, { kind: 'new_lots', userId, alertId }, key);
  await notify(tx, { userId, kind: 'new_lots', data: { alertId }, dedupeKey: key });
}
