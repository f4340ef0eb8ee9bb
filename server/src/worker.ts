import { run } from 'graphile-worker';
import * as z from 'zod/mini';
import { orderDelivery } from './agent/deliver-orders.ts';
import { startSheetLoop } from './agent/sheet-loop.ts';
import { type AgentAddress, webhookClient } from './agent/webhook-client.ts';
import { ACCOUNT_REQUEST } from './auth/request-queries.ts';
import { SYNC_GROUPS } from './bids/queries.ts';
import { syncGroups } from './bids/sync-groups.ts';
import { countLotWords } from './feed/count-words.ts';
import { pullSources } from './feed/pull-sources.ts';
import { importInbox } from './feed/watch-inbox.ts';
import { applyNames } from './flows/apply-names.ts';
import { handleAccountRequest } from './flows/handle-account-request.ts';
import { lotFinished } from './flows/lot-finished.ts';
import { orderAcknowledged } from './flows/order-acknowledged.ts';
import { SETTLE_WIN } from './flows/queries.ts';
import { retimeLots } from './flows/retime-lots.ts';
import { RETIME_LOTS } from './flows/retime-queries.ts';
import { renderSheetOf } from './flows/sheet-picture.ts';
import { tellNewLots } from './flows/tell-new-lots.ts';
import type { Sender } from './mail/mail-envelope.ts';
import { folderOutlet, smtpOutlet } from './mail/outlets.ts';
import { sendMail } from './mail/send-mail.ts';
import { FIND_EXTRA_PHOTOS } from './photos/extra-photo-queries.ts';
import type { ExtraPhotoSource } from './photos/extra-photo-source.ts';
import { findExtraPhotos } from './photos/find-extra-photos.ts';
import { unpackSheetFonts } from './photos/sheet-fonts.ts';
import type { Database } from './platform/db.ts';
import { jobLogger } from './platform/job-log.ts';
import { listenTo } from './platform/listener.ts';
import type { Log } from './platform/log.ts';
import { startLoop } from './platform/loop.ts';
import { SEND_MAIL } from './platform/mail-outbox.ts';
import { READ_SHEET } from './sheets/queries.ts';
import { readWaitingSheet } from './sheets/read-waiting-sheet.ts';
import type { SheetReader } from './sheets/sheet-reader.ts';
import { deliverEvents } from './webhooks/deliver-events.ts';
import { finishLeftovers, settleJob } from './worker-leftovers.ts';
import { TIMETABLE, tidy, timetableJobs } from './worker-timetable.ts';

const ORDERS_EVERY_MS = 2_000;
const INBOX_EVERY_MS = 500;
const SOURCES_EVERY_MS = 5_000;
const NAMES_EVERY_MS = 2_000;
const WORDS_EVERY_MS = 2_000;
const NEW_LOTS_EVERY_MS = 5_000;
const LEFTOVERS_EVERY_MS = 10_000;
const EVENTS_EVERY_MS = 2_000;
const HOUSEKEEPING_EVERY_MS = 60 * 60_000;
const MAILS_AT_ONCE = 2;
/** They wait for their house nearly all of the time. */
const EXTRA_PHOTOS_AT_ONCE = 10;
const EXTRA_PHOTOS_STOP_MS = 1_000;
const SHEETS_STOP_MS = 3_000;
/** What is being sent when the worker is asked to stop may still be taken for so long. */
const MAIL_STOP_MS = 3_000;

export interface WorkerOptions {
  database: Database;
  /** Null: no agent is configured, orders wait. */
  agent: AgentAddress | null;
  /** Folder of the sheet of open bids. */
  openBidsDir: string;
  /** Null: order sheets go to nobody. */
  agentMailTo: string | null;
  /** Folder of feed files to import, with the mappings of tables and the sources to pull. */
  inboxDir: string;
  mail: MailOptions;
  /** Events may also be told to addresses inside a network. */
  webhooksInside: boolean;
  /** Null: no house gives further photos here. */
  extraPhotos: ExtraPhotoSource | null;
  sheets: SheetOptions;
  log: Log;
}

interface SheetOptions {
  reader: SheetReader;
  /** Folder the letters of sheets are unpacked into. */
  fontDir: string;
}

export interface MailOptions extends Sender {
  /** Undefined: mails are written into the folder. */
  smtpUrl: string | undefined;
  folder: string;
}

/** Everything that must not happen inside a request: orders to the agent, feed files, settlements. */
export async function startWorker({
  database,
  agent,
  openBidsDir,
  agentMailTo,
  inboxDir,
  mail,
  webhooksInside,
  extraPhotos,
  sheets,
  log,
}: WorkerOptions): Promise<{ stop(): Promise<void> }> {
  const inbox = startLoop({
    name: 'the import of feed files',
    everyMs: INBOX_EVERY_MS,
    log,
    work: () => importInbox({ dir: inboxDir, database, onOutcome: lotFinished, log }),
  });
  const stopping = new AbortController();
  const sources = startLoop({
    name: 'the pull of lists',
    everyMs: SOURCES_EVERY_MS,
    log,
    work: () => pullSources({ dir: inboxDir, database, onOutcome: lotFinished, log, signal: stopping.signal }),
  });
  const names = startLoop({
    name: 'the renaming of lots',
    everyMs: NAMES_EVERY_MS,
    log,
    work: () => applyNames(database, lotFinished, stopping.signal),
  });
  const words = startLoop({
    name: 'the counting of words',
    everyMs: WORDS_EVERY_MS,
    log,
    work: () => countLotWords(database),
  });
  const newLots = startLoop({
    name: 'the mails about new lots',
    everyMs: NEW_LOTS_EVERY_MS,
    log,
    work: () => tellNewLots(database.db, log),
  });
  const leftovers = startLoop({
    name: 'the search for unfinished work',
    everyMs: LEFTOVERS_EVERY_MS,
    log,
    work: () => finishLeftovers(database, mail.secretKey, log),
  });
  const housekeeping = startLoop({
    name: 'the removal of what is out of date',
    everyMs: HOUSEKEEPING_EVERY_MS,
    log,
    work: () => tidy(database.db),
  });
  const events = startLoop({
    name: 'the telling of events',
    everyMs: EVENTS_EVERY_MS,
    log,
    work: () => deliverEvents({ db: database.db, secretKey: mail.secretKey, allowsInside: webhooksInside, log }),
  });
  const orders = agent ? startDelivery(database, agent, log) : null;
  const outside = startSheetLoop({
    database,
    openBidsDir,
    mailTo: agent ? null : agentMailTo,
    onAcknowledged: orderAcknowledged,
    log,
  });
  if (!agent && !agentMailTo)
    log.warn('no agent is configured: orders wait until AGENT_WEBHOOK_URL or AGENT_MAIL_TO is set');
  const jobs = await run({
    pgPool: database.pool,
    concurrency: 2,
    noHandleSignals: true,
    pollInterval: 1_000,
    logger: jobLogger(log),
    crontab: TIMETABLE,
    taskList: {
      ...timetableJobs(database, log),
      [SYNC_GROUPS]: (payload) => syncGroups(database, groupsPayload.parse(payload).userId),
      [SETTLE_WIN]: (payload) => settleJob(database, payload, log),
      [RETIME_LOTS]: async () => void (await retimeLots(database.db, { signal: stopping.signal })),
      [ACCOUNT_REQUEST]: (payload) =>
        handleAccountRequest(database.db, { ...requestPayload.parse(payload), secretKey: mail.secretKey }),
    },
  });
  const mails = await startMails(database, mail, log);
  const photos = await startExtraPhotos(database, extraPhotos, log);
  const sheetJobs = await startSheets(database, sheets, log);
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all([
        inbox.stop(),
        sources.stop(),
        names.stop(),
        words.stop(),
        newLots.stop(),
        leftovers.stop(),
        housekeeping.stop(),
        events.stop(),
        orders?.stop(),
        outside.stop(),
        jobs.stop(),
        mails.stop(),
        photos.stop(),
        sheetJobs.stop(),
      ]);
    },
  };
}

/** Jobs of their own, so that a slow mail server keeps no other work waiting. */
async function startMails(database: Database, { smtpUrl, folder: dir, ...sender }: MailOptions, log: Log) {
  const smtp = smtpUrl ? smtpOutlet(smtpUrl) : null;
  const delivery = { ...sender, db: database.db, smtp, folder: folderOutlet(dir), log };
  const jobs = await run({
    pgPool: database.pool,
    concurrency: MAILS_AT_ONCE,
    noHandleSignals: true,
    pollInterval: 1_000,
    logger: jobLogger(log),
    preset: { worker: { gracefulShutdownAbortTimeout: MAIL_STOP_MS } },
    taskList: {
      [SEND_MAIL]: (payload, { job, abortSignal }) =>
        sendMail(delivery, {
          mailId: mailPayload.parse(payload).mailId,
          isLast: job.attempts >= job.max_attempts,
          signal: abortSignal,
        }),
    },
  });
  return {
    stop: async () => {
      await jobs.stop();
      smtp?.close();
    },
  };
}

/** Jobs of their own, as each of them takes half a minute. */
const startExtraPhotos = ({ db, pool }: Database, source: ExtraPhotoSource | null, log: Log) =>
  run({
    pgPool: pool,
    concurrency: EXTRA_PHOTOS_AT_ONCE,
    noHandleSignals: true,
    pollInterval: 1_000,
    logger: jobLogger(log),
    preset: { worker: { gracefulShutdownAbortTimeout: EXTRA_PHOTOS_STOP_MS } },
    taskList: {
      [FIND_EXTRA_PHOTOS]: (payload, { abortSignal }) =>
        findExtraPhotos({ db, source, log }, runPayload.parse(payload).runId, abortSignal),
    },
  });

/** One at a time: a sheet keeps a processor busy for seconds, and its engine holds some 200 MB. */
async function startSheets(database: Database, { reader, fontDir }: SheetOptions, log: Log) {
  const jobs = await run({
    pgPool: database.pool,
    concurrency: 1,
    noHandleSignals: true,
    pollInterval: 1_000,
    logger: jobLogger(log),
    preset: { worker: { gracefulShutdownAbortTimeout: SHEETS_STOP_MS } },
    taskList: {
      [READ_SHEET]: (payload, { job }) =>
        readWaitingSheet(
          {
            database,
            reader,
            pictureOf: (lotId) => renderSheetOf(database.db, lotId, () => unpackSheetFonts(fontDir)),
          },
          { readingId: sheetPayload.parse(payload).readingId, isLast: job.attempts >= job.max_attempts },
        ),
    },
  });
  return {
    stop: async () => {
      await jobs.stop();
      await reader.close();
    },
  };
}

function startDelivery(database: Database, agent: AgentAddress, log: Log) {
  const delivery = orderDelivery({ database, send: webhookClient(agent), onAcknowledged: orderAcknowledged, log });
  const listener = listenTo({ pool: database.pool, channel: 'agent_orders', onNotice: () => loop.wake(), log });
  const loop = startLoop({
    name: 'the delivery of orders',
    everyMs: ORDERS_EVERY_MS,
    log,
    work: async () => {
      await listener.ensure();
      await delivery.deliverDue();
    },
  });
  return {
    stop: async () => {
      await loop.stop();
      listener.stop();
    },
  };
}

const sheetPayload = z.object({ readingId: z.int() });
const groupsPayload = z.object({ userId: z.int() });
const mailPayload = z.object({ mailId: z.int() });
const requestPayload = z.object({ requestId: z.int() });
const runPayload = z.object({ runId: z.int() });
