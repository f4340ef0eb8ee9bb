import type { Task } from 'graphile-worker';
import * as z from 'zod/mini';
import type { OrderDelivery } from '../agent/deliver-orders.ts';
import { removeOutdated } from '../auth/remove-outdated.ts';
import { forgetReads } from '../back-office/token-queries.ts';
import { sealEvents } from '../bids/audit-log/seal-events.ts';
import { syncAllGroups, syncGroups } from '../bids/groups/sync-groups.ts';
import { tellNotForwarded } from '../bids/manage/tell-not-forwarded.ts';
import { tellOutcomes } from '../feed/merge/notify-outcomes.ts';
import { forgetOldStamps } from '../feed/merge/stamp-queries.ts';
import { countLotWords } from '../feed/words/count-words.ts';
import { handleAccountRequest } from '../flows/accounts/handle-account-request.ts';
import { tellNewLots } from '../flows/alerts/notify-new-lots.ts';
import { lotFinished } from '../flows/auctions/on-lot-result.ts';
import { settleDueWins } from '../flows/auctions/settle-win.ts';
import { applyNames } from '../flows/lots/apply-names.ts';
import { retimeLots } from '../flows/lots/retime-lots.ts';
import { pictureToRead } from '../flows/lots/sheet-picture.ts';
import { forgetLotChanges, turnDay } from '../lots/listing/day-queries.ts';
import { forgetOldMails } from '../mail/queries.ts';
import { type Delivery, sendMail } from '../mail/send-mail.ts';
import { forgetOldNotifications } from '../notifications/queries.ts';
import { tellClosingSoon, tellManagers } from '../notifications/tell-soon-queries.ts';
import { checkLedger } from '../payments/check-ledger.ts';
import type { ExtraPhotoSource } from '../photos/extra/extra-photo-source.ts';
import { findExtraPhotos } from '../photos/extra/find-extra-photos.ts';
import type { SheetSource } from '../photos/sheet-source.ts';
import type { Database, Db } from '../platform/db/db.ts';
import { forgetOldKeys } from '../platform/http/idempotency.ts';
import { deleteOldBudgets } from '../platform/http/limits/budget-queries.ts';
import type { JobName } from '../platform/jobs/jobs.ts';
import { recoverJobs } from '../platform/jobs/live-workers.ts';
import type { Log } from '../platform/process/log.ts';
import { forgetOldMatches } from '../searches/queries.ts';
import { deleteOldShares } from '../sharing/queries.ts';
import { readWaitingSheet } from '../sheets/read-waiting-sheet.ts';
import type { SheetReader } from '../sheets/sheet-reader.ts';
import { deliverEvents } from '../webhooks/deliver-events.ts';
import { forgetOldDeliveries } from '../webhooks/queries.ts';

export interface Tools {
  database: Database;
  /** Null: no agent takes orders one by one. */
  orders: OrderDelivery | null;
  mail: Delivery;
  webhooksInside: boolean;
  /** Null: no auction house gives further photos here. */
  extraPhotos: ExtraPhotoSource | null;
  sheets: { reader: SheetReader; pictures: SheetSource };
  /** Long work ends early when the worker is asked to stop. */
  stopping: AbortSignal;
  log: Log;
}

/** How each job of the table is done. */
export const tasksOf = ({ database, orders, mail, webhooksInside, extraPhotos, sheets, stopping, log }: Tools) =>
  ({
    deliver_orders: async () => orders?.deliverDue(),
    settle_wins: async () => {
      for (const { bidId, error } of await settleDueWins(database))
        log.error({ err: error, bidId }, 'a win was not settled');
    },
    tell_outcomes: async () => {
      for (const { lotId, error } of await tellOutcomes(database.db, lotFinished))
        log.error({ err: error, lotId }, 'the bids of a lot were not told its outcome');
    },
    tell_not_forwarded: () => tellNotForwarded(database),
    sync_groups: (payload) => syncGroups(database, groupsPayload.parse(payload).userId),
    sync_all_groups: () => syncAllGroups(database),
    tell_soon: async () => {
      await tellClosingSoon(database.db);
      await tellManagers(database.db);
    },
    turn_day: async () => void (await turnDay(database.db)),
    tell_new_lots: () => tellNewLots(database.db, log),
    apply_names: () => applyNames(database, lotFinished, stopping),
    count_words: () => countLotWords(database),
    retime_lots: async () => void (await retimeLots(database.db, { signal: stopping })),
    account_request: (payload) =>
      handleAccountRequest(database.db, { ...requestPayload.parse(payload), secretKey: mail.secretKey }),
    send_mail: (payload, { job, abortSignal }) =>
      sendMail(mail, {
        mailId: mailPayload.parse(payload).mailId,
        isLast: job.attempts >= job.max_attempts,
        signal: abortSignal ?? stopping,
      }),
    deliver_webhooks: () =>
      deliverEvents({ db: database.db, secretKey: mail.secretKey, allowsInside: webhooksInside, log }),
    find_extra_photos: (payload, { abortSignal }) =>
      findExtraPhotos({ db: database.db, source: extraPhotos, log }, runPayload.parse(payload).runId, abortSignal),
    read_sheet: (payload, { job }) =>
      readWaitingSheet(
        {
          database,
          reader: sheets.reader,
          pictureOf: (lotId) => pictureToRead(database.db, lotId, sheets.pictures),
        },
        { readingId: sheetPayload.parse(payload).readingId, isLast: job.attempts >= job.max_attempts },
      ),
    seal_events: async () => {
      const seal = await sealEvents(database.db);
      // The one trace of a seal outside the database (docs/decisions/008).
      if (seal) log.info({ day: seal.day, clients: seal.clients, hash: seal.hash }, 'the bid log of a day is sealed');
    },
    check_ledger: async () => {
      await checkLedger(database.db, log);
    },
    remove_outdated: () => removeAllOutdated(database.db),
    recover_jobs: async () => {
      const dead = await recoverJobs(database.db);
      if (dead.length > 0) log.warn({ workers: dead.length }, 'the jobs of workers that died are free again');
    },
  }) satisfies Record<JobName, Task>;

async function removeAllOutdated(db: Db): Promise<void> {
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
  await forgetLotChanges(db);
}

const sheetPayload = z.object({ readingId: z.int() });
const groupsPayload = z.object({ userId: z.int() });
const mailPayload = z.object({ mailId: z.int() });
const requestPayload = z.object({ requestId: z.int() });
const runPayload = z.object({ runId: z.int() });
