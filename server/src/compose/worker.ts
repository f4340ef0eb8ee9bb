import { run } from 'graphile-worker';
import type { Pool } from 'pg';
import { orderDelivery } from '../agent/deliver-orders.ts';
import { startSheetLoop } from '../agent/sheet-loop.ts';
import { type AgentAddress, webhookClient } from '../agent/webhook-client.ts';
import { releaseHeld } from '../bids/outcomes/apply-lot-result.ts';
import { type SearchLine, startTelegramBot } from '../channels/bot/start-bot.ts';
import { noticeSenders } from '../channels/senders.ts';
import { pullSources } from '../feed/sources/pull-sources.ts';
import { importInbox } from '../feed/sources/watch-inbox.ts';
import { onLotResult } from '../flows/auctions/on-lot-result.ts';
import { sheetArrived } from '../flows/lots/read-sheet.ts';
import type { Sender } from '../mail/mail-envelope.ts';
import { fileTransport, smtpTransport } from '../mail/transports.ts';
import type { ExtraPhotoSource } from '../photos/extra/extra-photo-source.ts';
import { fetchPictures } from '../photos/fetch/fetch-pictures.ts';
import { openPictureDecoder } from '../photos/fetch/picture-decoder.ts';
import type { SheetSource } from '../photos/sheet-source.ts';
import type { PhotoStore } from '../photos/store/photo-store.ts';
import type { Database } from '../platform/db/db.ts';
import { jobLogger } from '../platform/jobs/job-log.ts';
import { addJob, crontabOf, JOB_NAMES, JOBS, QUEUES, type Queue } from '../platform/jobs/jobs.ts';
import { holdWorkerLocks, type LiveWorkers, recoverJobs } from '../platform/jobs/live-workers.ts';
import { type OutsideDoor, openOutsideDoor } from '../platform/outside-fetch.ts';
import { type Messengers, NO_MESSENGERS } from '../platform/process/config.ts';
import type { Log } from '../platform/process/log.ts';
import { startLoop } from '../platform/process/loop.ts';
import type { SheetReader } from '../sheets/sheet-reader.ts';
import { tasksOf } from './worker-tasks.ts';

const INBOX_EVERY_MS = 500;
const SOURCES_EVERY_MS = 5_000;
/** A worker that was just killed may still look alive at the start. */
const RECOVER_AGAIN_MS = 5_000;

/** One on which each queue listens, one for the locks of live workers, and three to take jobs and mark them as done. */
export const JOB_CONNECTIONS = Object.keys(QUEUES).length + 4;

export interface WorkerOptions {
  database: Database;
  /** Of {@link JOB_CONNECTIONS}, apart from those of the jobs themselves, which would otherwise leave it none. */
  jobPool: Pool;
  /** Null: no agent is configured, so orders wait. */
  agent: AgentAddress | null;
  /** Folder of the sheet of open bids. */
  openBidsDir: string;
  /** Null: order sheets have no recipient. */
  agentMailTo: string | null;
  /** Folder of feed files to import, with table mappings and the list of sources to pull. */
  inboxDir: string;
  mail: MailOptions;
  /** Webhooks may use addresses inside a network. */
  webhooksInside: boolean;
  messengers?: Messengers;
  /** Tests only: push services on this machine. */
  pushInside?: boolean;
  /** Answers a search line of a messenger. */
  searchLine?: SearchLine;
  /** A picture of a lot for messengers. */
  photoOf?: (lotId: number) => Promise<Buffer | null>;
  /** Null: no auction house supplies further photos. */
  extraPhotos: ExtraPhotoSource | null;
  sheets: SheetOptions;
  /** Store of fetched pictures. */
  photos: PhotoStore;
  /** Tests replace the door to the internet. */
  door?: OutsideDoor;
  log: Log;
}

interface SheetOptions {
  reader: SheetReader;
  pictures: SheetSource;
}

export interface MailOptions extends Sender {
  /** Undefined: emails are written into the folder. */
  smtpUrl: string | undefined;
  folder: string;
}

/** Starts all work outside requests: the jobs of the table (`platform/jobs/jobs.ts`), and the folders of this machine. */
export async function startWorker({
  database,
  jobPool,
  agent,
  openBidsDir,
  agentMailTo,
  inboxDir,
  mail: { smtpUrl, folder, ...sender },
  webhooksInside,
  messengers = NO_MESSENGERS,
  pushInside = false,
  searchLine,
  photoOf,
  extraPhotos,
  sheets,
  photos,
  door = openOutsideDoor(),
  log,
}: WorkerOptions): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController();
  const smtp = smtpUrl ? smtpTransport(smtpUrl) : null;
  const orders = agent
    ? orderDelivery({ database, send: webhookClient(agent), onAcknowledged: releaseHeld, log })
    : null;
  if (!agent && !agentMailTo)
    log.warn('no agent is configured: orders wait until AGENT_WEBHOOK_URL or AGENT_MAIL_TO is set');
  const mail = { ...sender, db: database.db, smtp, folder: fileTransport(folder), log };
  const { publicUrl, secretKey } = sender;
  const senders = await noticeSenders(database.db, { messengers, publicUrl, secretKey, pushInside });
  const notices = { db: database.db, senders, publicUrl, ...(photoOf ? { photoOf } : {}), log };
  const tasks = tasksOf({
    ...{ database, orders, mail, webhooksInside, notices, extraPhotos, sheets, photos, stopping: stopping.signal, log },
  });
  await recoverJobs(database.db);
  await addJob(database.db, 'recover_jobs', {}, { key: 'recover', runAt: new Date(Date.now() + RECOVER_AGAIN_MS) });
  const live = holdWorkerLocks(jobPool, log);
  const runners = await Promise.all(
    (Object.keys(QUEUES) as Queue[]).map((queue) => startQueue({ queue, tasks, pool: jobPool, live, log })),
  );
  const loops = [
    // Files arrive in a folder of this machine. The database cannot report them, nor can a network folder.
    startLoop({
      name: 'the import of feed files',
      everyMs: INBOX_EVERY_MS,
      log,
      work: () => importInbox({ dir: inboxDir, database, photos, onOutcome: onLotResult, log }),
    }),
    // `sources.json` is in that folder too, and sources may be polled every ten seconds; cron has only minutes.
    startLoop({
      name: 'the pull of lists',
      everyMs: SOURCES_EVERY_MS,
      log,
      work: () => pullSources({ dir: inboxDir, database, door, onOutcome: onLotResult, log, signal: stopping.signal }),
    }),
    startSheetLoop({
      database,
      openBidsDir,
      mailTo: agent ? null : agentMailTo,
      onAcknowledged: releaseHeld,
      log,
    }),
  ];
  const decoder = openPictureDecoder();
  const pictures = fetchPictures({
    ...{ db: database.db, door, store: photos, decoder, log, signal: stopping.signal },
    onSheetStored: (lotId) =>
      sheetArrived(database.db, lotId, { sheets: sheets.pictures, readerName: sheets.reader.name }),
  });
  const bot = startTelegramBot({ database, account: messengers.telegram, publicUrl, searchLine, log });
  return {
    stop: async () => {
      stopping.abort();
      decoder.close();
      await pictures;
      door.close();
      await Promise.all([...loops, ...runners, bot].map((work) => work.stop()));
      await live.stop();
      smtp?.close();
      await sheets.reader.close();
    },
  };
}

interface QueueOptions {
  queue: Queue;
  tasks: ReturnType<typeof tasksOf>;
  pool: Pool;
  live: LiveWorkers;
  log: Log;
}

function startQueue({ queue, tasks, pool, live, log }: QueueOptions) {
  const { concurrency, stopMs } = QUEUES[queue];
  return run({
    pgPool: pool,
    concurrency,
    noHandleSignals: true,
    pollInterval: 1_000,
    logger: jobLogger(log),
    events: live.events,
    preset: { worker: { gracefulShutdownAbortTimeout: stopMs } },
    crontab: crontabOf(queue),
    taskList: Object.fromEntries(
      JOB_NAMES.filter((name) => JOBS[name].queue === queue).map((name) => [name, tasks[name]]),
    ),
  });
}
