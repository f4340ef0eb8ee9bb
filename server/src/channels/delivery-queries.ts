import type { Channel } from '@seri/contract/channels/channels.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../platform/db/db.ts';
import { addJob } from '../platform/jobs/jobs.ts';

/** Longer than the longest attempt of a batch. */
const LEASE_SECONDS = 90;
/** Three days, with pauses of up to six hours. */
const MAX_ATTEMPTS = 20;
const FIRST_DELAY_SECONDS = 10;
const MAX_DELAY_SECONDS = 6 * 3_600;
/** An address that fails this long without one delivery is removed. */
const SILENCE_DAYS = 14;

export interface ClaimedDelivery {
  id: number;
  claimToken: string;
  userId: number;
  notificationId: number | null;
  endpointId: number | null;
  code: string | null;
  isUrgent: boolean;
  isGrouped: boolean;
  /** Of the message that an earlier attempt sent or wanted to send; null before the first attempt. */
  messageId: number | null;
  attempts: number;
  language: number | null;
  isDisabled: boolean;
  showsDetails: boolean;
  address: string | null;
  pushKeys: { p256dh: string; auth: string } | null;
}

export interface Claim {
  deliveries: ClaimedDelivery[];
  /** Milliseconds to wait before the first message, so that all workers together respect the channel's rate. */
  startInMs: number;
}

/**
 * Claims due deliveries of a channel, urgent ones first, and reserves the time that sending them takes. A grouped
 * delivery comes with all others of its address, a repeated one with all others of its message. Empty while the channel
 * pauses.
 */
export async function claimDue(
  db: Db,
  { channel, limit, perSecond }: { channel: Channel; limit: number; perSecond: number | null },
): Promise<Claim> {
  return db.transaction().execute(async (tx) => {
    const { rows: states } = await sql<{ startInMs: number; isPaused: boolean }>`
      select greatest(0, extract(epoch from next_send_at - clock_timestamp()) * 1000)::float as "startInMs",
             coalesce(paused_until > clock_timestamp(), false) as "isPaused"
        from notice_channels where channel = ${channel} for update`.execute(tx);
    const [state] = states;
    if (!state || state.isPaused) return { deliveries: [], startInMs: 0 };
    const { rows: deliveries } = await sql<ClaimedDelivery>`
      with free as (
        select id, endpoint_id, is_grouped, message_id from notice_deliveries
         where state = 'waiting' and channel = ${channel} and due_at <= clock_timestamp()
           and (claimed_until is null or claimed_until <= clock_timestamp())
         order by is_urgent desc, due_at, id limit ${limit} for update skip locked
      ), whole as (
        select id from free
        union select d.id from notice_deliveries d
         where d.state = 'waiting' and d.is_grouped and d.due_at <= clock_timestamp()
           and (d.claimed_until is null or d.claimed_until <= clock_timestamp())
           and d.endpoint_id in (select endpoint_id from free where is_grouped)
        union select d.id from notice_deliveries d
         where d.state = 'waiting' and d.message_id in (select message_id from free)
      ), claimed as (
        update notice_deliveries d
           set claim_token = gen_random_uuid(), attempts = attempts + 1,
               claimed_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
          from whole where d.id = whole.id
        returning d.*
      )
      select c.id, c.claim_token as "claimToken", c.user_id as "userId", c.notification_id as "notificationId",
             c.endpoint_id as "endpointId", c.code, c.is_urgent as "isUrgent", c.is_grouped as "isGrouped", c.attempts,
             c.message_id::float8 as "messageId",
             u.language, u.role_id = 982 as "isDisabled", coalesce(s.shows_details, false) as "showsDetails",
             e.address, e.push_keys as "pushKeys"
        from claimed c join users u on u.id = c.user_id
        left join notice_endpoints e on e.id = c.endpoint_id
        left join notice_settings s on s.user_id = c.user_id
       order by c.is_urgent desc, c.due_at, c.id`.execute(tx);
    const addresses = new Set(deliveries.map(({ id, isGrouped, endpointId }) => (isGrouped ? endpointId : -id))).size;
    if (perSecond !== null && addresses > 0)
      await sql`
        update notice_channels
           set next_send_at = greatest(next_send_at, clock_timestamp()) + make_interval(secs => ${addresses / perSecond})
         where channel = ${channel}`.execute(tx);
    return { deliveries, startInMs: perSecond === null ? 0 : state.startInMs };
  });
}

/** Writes which deliveries are sent as one message, before any of them is sent. */
export async function saveMessages(db: Db, messages: { messageId: number; ids: number[] }[]): Promise<void> {
  const members = messages.flatMap(({ messageId, ids }) => ids.map((id) => ({ id, messageId })));
  await sql`
    update notice_deliveries d set message_id = given.message_id
      from unnest(${members.map(({ id }) => id)}::bigint[], ${members.map(({ messageId }) => messageId)}::bigint[])
           given(id, message_id)
     where d.id = given.id and d.message_id is null`.execute(db);
}

type Held = Pick<ClaimedDelivery, 'id' | 'claimToken'>;
const heldBy = (held: Held[]) =>
  sql`(id, claim_token) in (select * from unnest(${held.map(({ id }) => id)}::bigint[],
    ${held.map(({ claimToken }) => claimToken)}::uuid[]))`;

/** Marks deliveries as sent, and their address as alive. */
export async function markDelivered(db: Db | Tx, held: Held[], endpointId: number | null): Promise<void> {
  await sql`
    with done as (
      update notice_deliveries set state = 'sent', reason = null, code = null, claim_token = null, claimed_until = null,
             finished_at = clock_timestamp() where ${heldBy(held)})
    update notice_endpoints set last_delivered_at = clock_timestamp(), failing_since = null
     where id = ${endpointId}`.execute(db);
}

export async function dropDeliveries(db: Db, held: Held[], reason: string): Promise<void> {
  await sql`
    update notice_deliveries set state = 'dropped', reason = ${reason}, code = null, claim_token = null,
           claimed_until = null, finished_at = clock_timestamp() where ${heldBy(held)}`.execute(db);
}

/**
 * Schedules another attempt after `afterSeconds`, or after a pause that doubles; the last attempt drops the delivery.
 * Marks the address as failing. A pause of the whole channel counts for neither.
 */
export async function postponeDeliveries(
  db: Db,
  held: Held[],
  { reason, afterSeconds, everyone, endpointId }: Postponement,
): Promise<void> {
  await sql`
    update notice_deliveries
       set attempts = attempts - ${everyone ? 1 : 0}::integer, reason = ${reason}, claim_token = null, claimed_until = null,
           state = case when attempts >= ${MAX_ATTEMPTS} and not ${everyone}::boolean then 'dropped' else state end,
           finished_at = case when attempts >= ${MAX_ATTEMPTS} and not ${everyone}::boolean then clock_timestamp() end,
           due_at = clock_timestamp() + make_interval(secs => coalesce(${afterSeconds ?? null}::float8,
             least(${MAX_DELAY_SECONDS}, ${FIRST_DELAY_SECONDS} * power(2, attempts - 1))))
     where ${heldBy(held)}`.execute(db);
  if (endpointId !== null && !everyone)
    await sql`
      update notice_endpoints set failing_since = coalesce(failing_since, clock_timestamp())
       where id = ${endpointId}`.execute(db);
}

interface Postponement {
  reason: string;
  afterSeconds: number | undefined;
  everyone: boolean;
  endpointId: number | null;
}

/** Lets nobody send on the channel until then: its service asked for a pause. */
export async function pauseChannel(db: Db, channel: Channel, seconds: number): Promise<void> {
  await sql`
    update notice_channels
       set paused_until = greatest(paused_until, clock_timestamp() + make_interval(secs => ${seconds}))
     where channel = ${channel}`.execute(db);
}

/** Removes an address, and drops what still waits for it. */
export async function removeDeadEndpoint(db: Db, endpointId: number, reason: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`
      update notice_deliveries set state = 'dropped', reason = ${reason}, code = null, claim_token = null,
             claimed_until = null, finished_at = clock_timestamp()
       where endpoint_id = ${endpointId} and state = 'waiting'`.execute(tx);
    await sql`delete from notice_endpoints where id = ${endpointId}`.execute(tx);
  });
}

/** Adds a job for the delivery that is due next, if any waits. */
export async function scheduleNext(db: Db, channels: readonly Channel[]): Promise<void> {
  const { rows } = await sql<{ dueAt: Date | null }>`
    select greatest(min(greatest(d.due_at, d.claimed_until, c.paused_until)), clock_timestamp() + interval '1 second') as "dueAt"
      from notice_deliveries d join notice_channels c using (channel)
     where d.state = 'waiting' and d.channel = any(${channels as Channel[]}::text[]) having count(*) > 0`.execute(db);
  const dueAt = rows[0]?.dueAt;
  if (dueAt) await addJob(db, 'deliver_notices', {}, { key: 'notices:next', runAt: dueAt });
}

/** Removes addresses that failed for long, codes that expired, and addresses that nobody confirmed. */
export async function deleteOldChannels(db: Db): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from notice_endpoints
     where failing_since < clock_timestamp() - make_interval(days => ${SILENCE_DAYS})`.execute(db);
  for (const { id } of rows) await removeDeadEndpoint(db, id, 'the address has not answered for two weeks');
  await sql`delete from notice_links where expires_at < clock_timestamp() - interval '1 day'`.execute(db);
  await sql`
    delete from notice_endpoints
     where confirmed_at is null and created_at < clock_timestamp() - interval '1 day'`.execute(db);
  await sql`
    delete from notice_deliveries
     where state <> 'waiting' and finished_at < clock_timestamp() - interval '90 days'`.execute(db);
}
