import { Logger, run } from 'graphile-worker';
import * as z from 'zod/mini';
import { orderDelivery } from './agent/deliver-orders.ts';
import { listenForOrders } from './agent/listen-queries.ts';
import { type AgentAddress, webhookClient } from './agent/webhook-client.ts';
import { removeOldSessions } from './auth/remove-old-sessions.ts';
import { tellOutcomes } from './feed/tell-outcomes.ts';
import { importInbox } from './feed/watch-inbox.ts';
import { lotFinished } from './flows/lot-finished.ts';
import { orderAcknowledged } from './flows/order-acknowledged.ts';
import { SETTLE_WIN } from './flows/queries.ts';
import { SYSTEM, settleOverdueWins, settleWin } from './flows/settle-win.ts';
import type { Database } from './platform/db.ts';
import { forgetOldKeys } from './platform/idempotency.ts';
import type { Log } from './platform/log.ts';
import { startLoop } from './platform/loop.ts';
import { Refused } from './platform/refusals.ts';

const ORDERS_EVERY_MS = 2_000;
const INBOX_EVERY_MS = 500;
const LEFTOVERS_EVERY_MS = 10_000;
const HOUSEKEEPING_EVERY_MS = 60 * 60_000;

export interface WorkerOptions {
  database: Database;
  /** Null: no agent is configured, orders wait. */
  agent: AgentAddress | null;
  /** Folder of feed files to import. */
  inboxDir: string;
  log: Log;
}

/** Everything that must not happen inside a request: orders to the agent, feed files, settlements. */
export async function startWorker({
  database,
  agent,
  inboxDir,
  log,
}: WorkerOptions): Promise<{ stop(): Promise<void> }> {
  const inbox = startLoop({
    name: 'the import of feed files',
    everyMs: INBOX_EVERY_MS,
    log,
    work: () => importInbox({ dir: inboxDir, database, onOutcome: lotFinished, log }),
  });
  const leftovers = startLoop({
    name: 'the search for unfinished work',
    everyMs: LEFTOVERS_EVERY_MS,
    log,
    work: () => finishLeftovers(database, log),
  });
  const housekeeping = startLoop({
    name: 'the removal of what is out of date',
    everyMs: HOUSEKEEPING_EVERY_MS,
    log,
    work: async () => {
      await removeOldSessions(database.db);
      await forgetOldKeys(database.db);
    },
  });
  const orders = agent ? startDelivery(database, agent, log) : null;
  if (!agent) log.warn('no agent is configured: orders wait until AGENT_WEBHOOK_URL is set');
  const jobs = await run({
    pgPool: database.pool,
    concurrency: 2,
    noHandleSignals: true,
    pollInterval: 1_000,
    logger: jobLogger(log),
    taskList: { [SETTLE_WIN]: (payload) => settleJob(database, payload, log) },
  });
  return {
    stop: async () => {
      await Promise.all([inbox.stop(), leftovers.stop(), housekeeping.stop(), orders?.stop(), jobs.stop()]);
    },
  };
}

function startDelivery(database: Database, agent: AgentAddress, log: Log) {
  const delivery = orderDelivery({ database, send: webhookClient(agent), onAcknowledged: orderAcknowledged, log });
  const listener = listenForOrders(database.pool, () => loop.wake(), log);
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

/** What a worker that died left behind: outcomes nobody was told, wins whose job is locked by the dead. */
async function finishLeftovers(database: Database, log: Log): Promise<void> {
  for (const { lotId, error } of await tellOutcomes(database.db, lotFinished))
    log.error({ err: error, lotId }, 'the bids of a lot were not told its outcome');
  for (const { bidId, error } of await settleOverdueWins(database))
    log.error({ err: error, bidId }, 'a win was not settled');
}

const settlePayload = z.object({ bidId: z.int() });

async function settleJob(database: Database, payload: unknown, log: Log): Promise<void> {
  const { bidId } = settlePayload.parse(payload);
  try {
    await settleWin(database, { bidId, actor: SYSTEM, repeat: null });
  } catch (error) {
    // The win was taken back meanwhile, or has no price yet: asking again would not change that.
    if (!(error instanceof Refused)) throw error;
    log.info({ bidId, code: error.code }, 'a win is not settled');
  }
}

const jobLogger = (log: Log) =>
  new Logger(() => (level, message, meta) => {
    log[level === 'error' ? 'error' : level === 'warning' ? 'warn' : 'debug']({ jobs: meta }, message);
  });
