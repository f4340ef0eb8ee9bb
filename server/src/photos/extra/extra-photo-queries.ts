import { photoAddressesOf } from '@seri/contract/photos/names.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/db.ts';
import { addJob } from '../../platform/jobs/jobs.ts';
import type { SourceLot } from './extra-photo-source.ts';

/** A lease besides the lock of the job: a worker that only seems dead must neither end a run nor count its photos. */
const CLAIM_SECONDS = 30;

type RunState = 'waiting' | 'working' | 'done' | 'failed' | 'cancelled';

const LIVE = ['waiting', 'working'];
const todayInJapan = sql<string>`(clock_timestamp() at time zone 'Asia/Tokyo')::date`;

/** Held until the end of the transaction, so that requests of one client are admitted one after the other. */
export async function lockRequester(tx: Tx, userId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`extra photos ${userId}`}, 18))`.execute(tx);
}

export async function findExtraImages(db: Db | Tx, lotId: number): Promise<string[]> {
  const row = await db.selectFrom('lot_extra_images').select('images').where('lot_id', '=', lotId).executeTakeFirst();
  return photoAddressesOf(row?.images ?? []);
}

/** Requests per day, -1 for unlimited; also for a user without a bidding account. */
export async function findDailyLimit(db: Db | Tx, userId: number): Promise<number> {
  const row = await db
    .selectFrom('bid_clients')
    .select('daily_uss_limit')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.daily_uss_limit ?? -1;
}

/** Requests of this day in Japan: answered ones and current ones. */
export async function countRequestsToday(db: Db | Tx, userId: number): Promise<number> {
  const { rows } = await sql<{ requests: number }>`
    select coalesce((select used from extra_photo_days where user_id = ${userId} and day = ${todayInJapan}), 0)
      + (select count(*) from extra_photo_requests
          join extra_photo_runs run on run.id = run_id
          where user_id = ${userId} and day = ${todayInJapan} and cancelled_at is null
            and state = any(${LIVE})) as requests`.execute(db);
  return rows[0]?.requests ?? 0;
}

/** The current run of a lot, locked so that it cannot end while a request joins it. */
export const lockLiveRun = (tx: Tx, lotId: number) =>
  tx
    .selectFrom('extra_photo_runs')
    .select('id')
    .where('lot_id', '=', lotId)
    .where('state', 'in', LIVE)
    .forUpdate()
    .executeTakeFirst();

/** Creates a run with its job; undefined when another request has just created one. */
export async function insertRun(tx: Tx, lotId: number): Promise<{ id: number } | undefined> {
  const run = await tx
    .insertInto('extra_photo_runs')
    .values({ lot_id: lotId })
    .onConflict((conflict) => conflict.column('lot_id').where('state', 'in', LIVE).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (run) await addRunJob(tx, run.id);
  return run;
}

const addRunJob = (db: Db | Tx, runId: number, runAt: Date | null = null) =>
  addJob(db, 'find_extra_photos', { runId }, { key: `extra-photos:${runId}`, runAt });

export const findRequest = (db: Db | Tx, runId: number, userId: number) =>
  db
    .selectFrom('extra_photo_requests')
    .select('cancelled_at')
    .where('run_id', '=', runId)
    .where('user_id', '=', userId)
    .executeTakeFirst();

export async function upsertRequest(tx: Tx, runId: number, userId: number, allowed: number): Promise<void> {
  await tx
    .insertInto('extra_photo_requests')
    .values({ run_id: runId, user_id: userId, allowed, day: todayInJapan })
    .onConflict((conflict) =>
      conflict.columns(['run_id', 'user_id']).doUpdateSet({ cancelled_at: null, allowed, day: todayInJapan }),
    )
    .execute();
}

/** State of a run for one of its requesters. */
export const findRunFor = (db: Db, runId: number, userId: number) =>
  db
    .selectFrom('extra_photo_runs as run')
    .innerJoin('extra_photo_requests as request', 'request.run_id', 'run.id')
    .select((eb) => ['run.percent', 'request.cancelled_at', eb.ref('run.state').$castTo<RunState>().as('state')])
    .where('run.id', '=', runId)
    .where('request.user_id', '=', userId)
    .executeTakeFirst();

/** This person's newest run on the lot. */
export const findLatestRun = (db: Db, lotId: number, userId: number) =>
  db
    .selectFrom('extra_photo_runs as run')
    .innerJoin('extra_photo_requests as request', 'request.run_id', 'run.id')
    .select((eb) => [
      'run.id',
      'run.percent',
      'request.cancelled_at',
      eb.ref('run.state').$castTo<RunState>().as('state'),
    ])
    .where('run.lot_id', '=', lotId)
    .where('request.user_id', '=', userId)
    .orderBy('run.id', 'desc')
    .limit(1)
    .executeTakeFirst();

export async function cancelRequest(tx: Tx, runId: number, userId: number): Promise<boolean> {
  const cancelled = await tx
    .updateTable('extra_photo_requests')
    .set({ cancelled_at: sql`clock_timestamp()` })
    .where('run_id', '=', runId)
    .where('user_id', '=', userId)
    .where('cancelled_at', 'is', null)
    .returning('run_id')
    .executeTakeFirst();
  return cancelled !== undefined;
}

/** Ends a run that nobody waits for; undefined when someone does. */
export async function endAbandonedRun(tx: Tx, runId: number): Promise<void> {
  await sql`
    update extra_photo_runs set state = 'cancelled', finished_at = clock_timestamp()
    where id = ${runId} and state = any(${LIVE})
      and not exists (select 1 from extra_photo_requests where run_id = ${runId} and cancelled_at is null)`.execute(tx);
}

interface ClaimedRun extends SourceLot {
  token: string;
}

/** Claims a waiting run, or one whose worker's lease expired; undefined when there is none. */
export async function claimRun(db: Db, runId: number): Promise<ClaimedRun | undefined> {
  const { rows } = await sql<ClaimedRun>`
    update extra_photo_runs run set state = 'working', claim_token = gen_random_uuid(),
      claimed_until = clock_timestamp() + make_interval(secs => ${CLAIM_SECONDS})
    from lots join auction_houses house on house.id = house_id
    where run.id = ${runId} and lots.id = run.lot_id and run.state = any(${LIVE})
      and (claimed_until is null or claimed_until < clock_timestamp())
    returning run.claim_token as token, lots.id as "lotId", house.name as house, lot_no as "lotNo",
      auction_day as "auctionDay", lots.images`.execute(db);
  return rows[0];
}

/** Records the progress and renews the lease; false when it was canceled or another worker has it. */
export async function renewRunLease(db: Db, runId: number, token: string, percent: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update extra_photo_runs set percent = greatest(percent, ${percent}),
      claimed_until = clock_timestamp() + make_interval(secs => ${CLAIM_SECONDS})
    where id = ${runId} and claim_token = ${token} and state = 'working'`.execute(db);
  return numAffectedRows === 1n;
}

/** Ends a run that is still ours; false when all requesters have canceled. */
export async function endRun(tx: Tx | Db, runId: number, token: string, state: 'done' | 'failed'): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update extra_photo_runs set state = ${state}, finished_at = clock_timestamp(),
      percent = case when ${state} = 'done' then 100 else percent end
    where id = ${runId} and claim_token = ${token} and state = 'working'`.execute(tx);
  return numAffectedRows === 1n;
}

/** Returns a run that is still ours to the queue. */
export async function releaseRun(db: Db, runId: number, token: string): Promise<void> {
  await sql`
    update extra_photo_runs set state = 'waiting', claim_token = null, claimed_until = null, percent = 0
    where id = ${runId} and claim_token = ${token} and state = 'working'`.execute(db);
  await addRunJob(db, runId);
}

export async function storeExtraImages(tx: Tx, lotId: number, images: string[]): Promise<void> {
  await tx
    .insertInto('lot_extra_images')
    .values({ lot_id: lotId, images })
    .onConflict((conflict) => conflict.column('lot_id').doUpdateSet({ images, found_at: sql`clock_timestamp()` }))
    .execute();
}

/** Counts one request for each requester still waiting, on the day of their request. */
export async function countRequests(tx: Tx, runId: number): Promise<void> {
  await sql`
    insert into extra_photo_days as kept (user_id, day, used, allowed)
    select user_id, day, 1, allowed from extra_photo_requests
    where run_id = ${runId} and cancelled_at is null order by user_id
    on conflict (user_id, day) do update set used = kept.used + 1,
      allowed = case when -1 in (kept.allowed, excluded.allowed) then -1
        else greatest(kept.allowed, excluded.allowed) end`.execute(tx);
}

/** Schedules another look at a run after the lease of its possibly dead worker. */
export async function scheduleAfterLease(db: Db, runId: number): Promise<void> {
  const held = await db
    .selectFrom('extra_photo_runs')
    .select('claimed_until')
    .where('id', '=', runId)
    .where('state', 'in', LIVE)
    .where('claimed_until', 'is not', null)
    .executeTakeFirst();
  if (held) await addRunJob(db, runId, held.claimed_until);
}
