import { sql } from 'kysely';
import type { Db, Tx } from '../db/db.ts';

/**
 * Concurrency of the queues in a worker. Mail servers, auction houses and sheets are slow, and orders must wait for
 * none of them. `stopMs` is the time a running job gets when the worker is asked to stop.
 */
export const QUEUES = {
  main: { concurrency: 8, stopMs: 5_000 },
  agent: { concurrency: 2, stopMs: 5_000 },
  mail: { concurrency: 2, stopMs: 3_000 },
  notices: { concurrency: 3, stopMs: 3_000 },
  /** Each job waits about half a minute for its auction house. */
  photos: { concurrency: 10, stopMs: 1_000 },
  /** A sheet occupies a processor for seconds, and its engine needs some 200 MB. */
  sheets: { concurrency: 1, stopMs: 3_000 },
} as const;
export type Queue = keyof typeof QUEUES;

export interface Job {
  queue: Queue;
  /** In UTC, in crontab format; null for jobs that only run on demand. */
  cron: string | null;
  /** Also enqueued by a change, in its transaction. */
  onDemand?: true;
  /** How far back missed runs are made up for. */
  fill?: string;
  /** One at a time, whatever the number of workers. */
  serial?: true;
  attempts: number;
  does: string;
}

/** Each use has its reason beside it. */
const EVERY_MINUTE = '* * * * *';
/** Three days: the pause between attempts grows to six hours. */
const MAIL_ATTEMPTS = 20;
const USUAL = { queue: 'main', attempts: 25 } as const;
const RARE = { ...USUAL, serial: true } as const;

/** All background jobs; the workers run this table and `npm run admin -- jobs` prints it. */
export const JOBS = {
  // Each run enqueues the next one; cron serves auctions that are moved and agents that are configured later.
  deliver_orders: {
    ...USUAL,
    queue: 'agent',
    cron: EVERY_MINUTE,
    onDemand: true,
    does: 'sends due orders to the agent',
  },
  // Enqueued with each win for its time; cron serves delays that were shortened and prices that came later.
  settle_wins: {
    ...RARE,
    cron: EVERY_MINUTE,
    onDemand: true,
    does: 'books wins as purchases when they are due',
  },
  // Import transactions would wait for one another at a shared job, so they enqueue none: cron serves interrupted imports.
  notify_outcomes: { ...RARE, cron: EVERY_MINUTE, does: 'applies results of an interrupted import' },
  sync_groups: { ...USUAL, cron: null, does: "decides on a client's bid groups" },
  // The times depend on lots, which the feed changes by thousands: a job for each would have to be moved with its lot.
  notify_not_forwarded: { ...RARE, cron: EVERY_MINUTE, does: 'notifies clients whose bids missed the cut-off' },
  sync_all_groups: { ...RARE, cron: EVERY_MINUTE, does: 'decides on groups whose lots passed their cut-off' },
  notify_closing_soon: { ...RARE, cron: EVERY_MINUTE, does: 'notifies about bidding that closes soon' },
  turn_day: { ...RARE, cron: EVERY_MINUTE, does: "takes yesterday's lots off the pages of upcoming lots" },
  // The hour of the digest is a setting; the other jobs pause between runs or resume after a stopped worker.
  notify_new_lots: { ...RARE, cron: EVERY_MINUTE, onDemand: true, does: 'notifies saved searches of new lots' },
  apply_names: {
    ...RARE,
    cron: EVERY_MINUTE,
    onDemand: true,
    does: 'imports lots of newly named auction houses, renames lots',
  },
  count_words: { ...RARE, cron: EVERY_MINUTE, onDemand: true, does: 'counts the words of lots for translators' },
  update_doors: { ...RARE, cron: EVERY_MINUTE, does: 'computes totals at the door for lists' },
  retime_lots: { ...RARE, cron: null, does: 'updates closing times of lots after a change of settings' },
  account_request: { ...USUAL, cron: null, attempts: 20, does: 'answers a sign-up or a request for a link by email' },
  send_mail: { ...USUAL, queue: 'mail', cron: null, attempts: MAIL_ATTEMPTS, does: 'sends one email' },
  // Enqueued with each notification; cron serves quiet hours and digests that end, and pauses of a service.
  deliver_notices: {
    ...USUAL,
    queue: 'notices',
    cron: EVERY_MINUTE,
    onDemand: true,
    does: 'sends due notices by push and messenger',
  },
  deliver_webhooks: { ...RARE, cron: null, does: 'sends due events to other programs' },
  find_extra_photos: {
    ...USUAL,
    queue: 'photos',
    cron: null,
    attempts: 3,
    does: 'requests further photos of a lot',
  },
  read_sheet: { ...USUAL, queue: 'sheets', cron: null, attempts: 3, does: 'reads an auction sheet' },
  // Also after each reading; cron serves scans that came with a file, and lots whose sheet was replaced.
  read_sheets_ahead: { ...RARE, cron: EVERY_MINUTE, does: 'queues sheets of upcoming lots that nobody has opened' },
  write_digests: { ...RARE, cron: '5 15 * * *', does: 'seals the bid history of a day in Japan' },
  check_ledger: { ...RARE, cron: '15 18 * * *', fill: '1d', does: 'checks the ledger' },
  remove_old_pictures: {
    ...RARE,
    cron: '40 17 * * *',
    does: 'removes photos whose time of retention is over',
  },
  // A fit writes all running lots of its models, so the results of an hour share one.
  fit_models: { ...RARE, cron: '35 * * * *', does: 'moves the price ranges of models with new sales' },
  // After the last auctions of a day in Japan; also requested by an import of many sales.
  refit_prices: { ...RARE, cron: '10 17 * * *', onDemand: true, fill: '1d', does: 'fits the price model' },
  remove_outdated: { ...RARE, cron: '20 * * * *', does: 'deletes outdated records' },
  // A crashed worker reports nothing.
  recover_jobs: { ...USUAL, cron: EVERY_MINUTE, onDemand: true, does: 'frees jobs of workers that died' },
} as const satisfies Record<string, Job>;
export type JobName = keyof typeof JOBS;
export const JOB_NAMES = Object.keys(JOBS) as JobName[];
/** Returns a row of the table with all optional fields. */
export const jobOf = (name: JobName): Job => JOBS[name];

interface Options {
  /** Replaces a waiting job of the same key. */
  key?: string;
  /** Not before this instant. */
  runAt?: Date | null;
  /** Runs only when no other job of its queue waits. */
  isSpare?: boolean;
}

/** Jobs of smaller numbers come first; usual ones have 0. */
const SPARE_PRIORITY = 100;

/** Adds a job in the caller's transaction: it starts after the commit, or never. */
export async function addJob(
  db: Db | Tx,
  name: JobName,
  payload: Record<string, unknown> = {},
  { key, runAt = null, isSpare = false }: Options = {},
): Promise<void> {
  await sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json,
    queue_name := ${serialQueueOf(name)}, run_at := ${runAt}::timestamptz, max_attempts := ${JOBS[name].attempts}::int,
    job_key := ${key ?? null}, priority := ${isSpare ? SPARE_PRIORITY : 0}::int)`.execute(db);
}

/** Makes a spare job of this key that still waits a usual one; does nothing when there is none. */
export async function hurryJob(
  db: Db | Tx,
  name: JobName,
  payload: Record<string, unknown>,
  key: string,
): Promise<void> {
  const { rows } = await sql`select from graphile_worker.jobs
    where key = ${key} and priority = ${SPARE_PRIORITY} and locked_at is null`.execute(db);
  if (rows.length > 0) await addJob(db, name, payload, { key });
}

const serialQueueOf = (name: JobName): string | null => (jobOf(name).serial ? name : null);

/** Returns the crontab of a queue. A waiting cron run is replaced by the next one, so each job has at most one. */
export const crontabOf = (queue: Queue): string =>
  JOB_NAMES.flatMap((name) => {
    const { cron, fill, attempts } = jobOf(name);
    if (cron === null || JOBS[name].queue !== queue) return [];
    const serial = serialQueueOf(name);
    const options = [
      `jobKey=cron:${name}`,
      `max=${attempts}`,
      ...(serial ? [`queue=${serial}`] : []),
      ...(fill ? [`fill=${fill}`] : []),
    ];
    return [`${cron} ${name} ?${options.join('&')}`];
  }).join('\n');
