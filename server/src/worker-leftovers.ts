import * as z from 'zod/mini';
import { SYSTEM } from './bids/change-bid.ts';
import { tellOutcomes } from './feed/tell-outcomes.ts';
import { handleLeftRequests } from './flows/handle-account-request.ts';
import { lotFinished } from './flows/lot-finished.ts';
import { settleOverdueWins, settleWin } from './flows/settle-win.ts';
import { requeueLostRuns } from './photos/extra-photo-queries.ts';
import type { Database } from './platform/db.ts';
import type { Log } from './platform/log.ts';
import { requeueLostMails } from './platform/mail-outbox.ts';
import { Refused } from './platform/refusals.ts';
import { requeueLostSheets } from './sheets/queries.ts';

/** What a worker that died left behind: outcomes nobody was told, wins and mails whose job is locked by the dead. */
export async function finishLeftovers(database: Database, secretKey: string, log: Log): Promise<void> {
  for (const { lotId, error } of await tellOutcomes(database.db, lotFinished))
    log.error({ err: error, lotId }, 'the bids of a lot were not told its outcome');
  for (const { bidId, error } of await settleOverdueWins(database))
    log.error({ err: error, bidId }, 'a win was not settled');
  for (const { requestId, error } of await handleLeftRequests(database.db, secretKey))
    log.error({ err: error, requestId }, 'what a stranger asked for was not dealt with');
  await requeueLostMails(database.db);
  await requeueLostRuns(database.db);
  await requeueLostSheets(database.db);
}

const settlePayload = z.object({ bidId: z.int() });

/** Settles a win when its time has come. */
export async function settleJob(database: Database, payload: unknown, log: Log): Promise<void> {
  const { bidId } = settlePayload.parse(payload);
  try {
    await settleWin(database, { bidId, actor: SYSTEM, repeat: null });
  } catch (error) {
    // The win was taken back meanwhile, or has no price yet: asking again would not change that.
    if (!(error instanceof Refused)) throw error;
    log.info({ bidId, code: error.code }, 'a win is not settled');
  }
}
