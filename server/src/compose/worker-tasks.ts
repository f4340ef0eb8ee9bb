import type { Task } from 'graphile-worker';
import * as z from 'zod/mini';
import type { OrderDelivery } from '../agent/deliver-orders.ts';
import { removeOutdated } from '../auth/remove-outdated.ts';
import { deleteOldReadCalls } from '../back-office/token-queries.ts';
import { writeDailyDigest } from '../bids/audit-log/daily-digest.ts';
import { syncAllGroups, syncGroups } from '../bids/groups/sync-groups.ts';
import { notifyNotForwarded } from '../bids/manage/notify-not-forwarded.ts';
import { deliverNotices, type NoticeOptions } from '../channels/deliver-notices.ts';
import { deleteOldChannels } from '../channels/delivery-queries.ts';
import { updateDoorTotals } from '../costs/totals/update-door-totals.ts';
import { notifyOutcomes } from '../feed/merge/notify-outcomes.ts';
import { deleteOldStamps } from '../feed/merge/stamp-queries.ts';
import { fitDueModels } from '../feed/projections/average-queries.ts';
import { runRefit } from '../feed/projections/run-refit.ts';
import { countLotTerms } from '../feed/words/count-words.ts';
import { handleAccountRequest } from '../flows/accounts/handle-account-request.ts';
import { notifyNewLots } from '../flows/alerts/notify-new-lots.ts';
import { onLotResult } from '../flows/auctions/on-lot-result.ts';
import { settleDueWins } from '../flows/auctions/settle-win.ts';
import { applyNames } from '../flows/lots/apply-names.ts';
import { readSheetsAhead } from '../flows/lots/read-sheet.ts';
import { retimeLots } from '../flows/lots/retime-lots.ts';
import { pictureToRead } from '../flows/lots/sheet-picture.ts';
import { forgetLotChanges, turnDay } from '../lots/listing/day-queries.ts';
import { deleteOldMails } from '../mail/queries.ts';
import { type Delivery, sendMail } from '../mail/send-mail.ts';
import { notifyClosingSoon, notifyManagers } from '../notifications/closing-soon-queries.ts';
import { deleteOldNotifications } from '../notifications/queries.ts';
import { checkLedger } from '../payments/check-ledger.ts';
import type { ExtraPhotoSource } from '../photos/extra/extra-photo-source.ts';
import { findExtraPhotos } from '../photos/extra/find-extra-photos.ts';
import { removeOldPictures } from '../photos/fetch/remove-pictures.ts';
import type { SheetSource } from '../photos/sheet-source.ts';
import type { PhotoStore } from '../photos/store/photo-store.ts';
import { readSettings } from '../platform/company-settings.ts';
import type { Database, Db } from '../platform/db/db.ts';
import { deleteOldIdempotencyKeys } from '../platform/http/idempotency.ts';
import { deleteOldBudgets } from '../platform/http/limits/budget-queries.ts';
import type { JobName } from '../platform/jobs/jobs.ts';
import { recoverJobs } from '../platform/jobs/live-workers.ts';
import type { Log } from '../platform/process/log.ts';
import { deleteOldMatches } from '../searches/queries.ts';
import { deleteOldShares } from '../sharing/queries.ts';
import { readQueuedSheet } from '../sheets/read-queued-sheet.ts';
import type { SheetReader } from '../sheets/sheet-reader.ts';
import { deliverEvents } from '../webhooks/deliver-events.ts';
import { deleteOldDeliveries } from '../webhooks/queries.ts';

export interface Tools {
  database: Database;
  /** Null: no agent receives single orders. */
  orders: OrderDelivery | null;
  mail: Delivery;
  webhooksInside: boolean;
  notices: Omit<NoticeOptions, 'signal'>;
  /** Null: no auction house supplies further photos. */
  extraPhotos: ExtraPhotoSource | null;
  sheets: { reader: SheetReader; pictures: SheetSource };
  /** Store of photos. */
  photos: PhotoStore;
  /** Aborts long work when the worker is asked to stop. */
  stopping: AbortSignal;
  log: Log;
}

/** Returns the implementation of each job in the table. */
export const tasksOf = ({
  database,
  orders,
  mail,
  webhooksInside,
  notices,
  extraPhotos,
  sheets,
  photos,
  stopping,
  log,
}: Tools) =>
  ({
    deliver_orders: async () => orders?.deliverDue(),
    settle_wins: async () => {
      for (const { bidId, error } of await settleDueWins(database))
        log.error({ err: error, bidId }, 'a win was not booked');
    },
    notify_outcomes: async () => {
      for (const { lotId, error } of await notifyOutcomes(database.db, onLotResult))
        log.error({ err: error, lotId }, 'the result of a lot was not applied to its bids');
    },
    notify_not_forwarded: () => notifyNotForwarded(database),
    sync_groups: (payload) => syncGroups(database, groupsPayload.parse(payload).userId),
    sync_all_groups: () => syncAllGroups(database),
    notify_closing_soon: async () => {
      await notifyClosingSoon(database.db);
      await notifyManagers(database.db);
    },
    turn_day: async () => void (await turnDay(database.db)),
    // Searches by total or verdict need the totals of the new lots.
    notify_new_lots: async () => {
      await updateDoorTotals(database, stopping);
      await notifyNewLots(database.db, log);
    },
    apply_names: () => applyNames(database, onLotResult, stopping),
    count_words: () => countLotTerms(database),
    update_doors: async () => void (await updateDoorTotals(database, stopping)),
    retime_lots: async () => void (await retimeLots(database.db, { signal: stopping })),
    account_request: (payload) =>
      handleAccountRequest(database.db, { ...requestPayload.parse(payload), secretKey: mail.secretKey }),
    send_mail: (payload, { job, abortSignal }) =>
      sendMail(mail, {
        mailId: mailPayload.parse(payload).mailId,
        isLast: job.attempts >= job.max_attempts,
        signal: abortSignal ?? stopping,
      }),
    deliver_notices: () => deliverNotices({ ...notices, signal: stopping }),
    deliver_webhooks: () =>
      deliverEvents({ db: database.db, secretKey: mail.secretKey, allowsPrivate: webhooksInside, log }),
    find_extra_photos: (payload, { abortSignal }) =>
      findExtraPhotos({ db: database.db, source: extraPhotos, log }, runPayload.parse(payload).runId, abortSignal),
    read_sheet: async (payload, { job }) => {
      await readQueuedSheet(
        {
          database,
          reader: sheets.reader,
          pictureOf: (lotId) => pictureToRead(database.db, lotId, sheets.pictures),
        },
        { readingId: sheetPayload.parse(payload).readingId, isLast: job.attempts >= job.max_attempts },
      );
      await readSheetsAhead(database.db, { sheets: sheets.pictures, readerName: sheets.reader.name });
    },
    read_sheets_ahead: async () =>
      void (await readSheetsAhead(database.db, { sheets: sheets.pictures, readerName: sheets.reader.name })),
    write_digests: async () => {
      const digest = await writeDailyDigest(database.db);
      // The only record of a digest outside the database (docs/decisions/008).
      if (digest)
        log.info(
          { day: digest.day, clients: digest.clients, hash: digest.hash },
          'the digest of the bid log is written',
        );
    },
    check_ledger: async () => {
      await checkLedger(database.db, log);
    },
    remove_old_pictures: async () => {
      const { photoRetentionDays } = await readSettings(database.db);
      await removeOldPictures({ db: database.db, store: photos, signal: stopping }, photoRetentionDays);
    },
    fit_models: () => fitDueModels(database),
    refit_prices: () => runRefit(database, log, stopping),
    remove_outdated: () => removeAllOutdated(database.db),
    recover_jobs: async () => {
      const dead = await recoverJobs(database.db);
      if (dead.length > 0) log.warn({ workers: dead.length }, 'jobs of dead workers were freed');
    },
  }) satisfies Record<JobName, Task>;

async function removeAllOutdated(db: Db): Promise<void> {
  await removeOutdated(db);
  await deleteOldIdempotencyKeys(db);
  await deleteOldReadCalls(db);
  await deleteOldMails(db);
  await deleteOldNotifications(db);
  await deleteOldChannels(db);
  await deleteOldMatches(db);
  await deleteOldBudgets(db);
  await deleteOldShares(db);
  await deleteOldDeliveries(db);
  await deleteOldStamps(db);
  await forgetLotChanges(db);
}

const sheetPayload = z.object({ readingId: z.int() });
const groupsPayload = z.object({ userId: z.int() });
const mailPayload = z.object({ mailId: z.int() });
const requestPayload = z.object({ requestId: z.int() });
const runPayload = z.object({ runId: z.int() });
