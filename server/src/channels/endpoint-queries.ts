import type { Channel } from '@seri/contract/channels/channels.ts';
import type { NoticeSettings } from '@seri/contract/channels/routes.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../platform/db/db.ts';
import { addJob } from '../platform/jobs/jobs.ts';

export const MAX_ENDPOINTS = 20;
const LINK_MINUTES = 15;
const CODE_MINUTES = 15;
/** Codes that an account may request in a day; each costs the company a message to a number that the user typed. */
const MAX_CODES_PER_DAY = 5;
const MAX_CODE_ATTEMPTS = 5;
const MUTE_HOURS = 24;

export interface EndpointRow {
  id: number;
  channel: Channel;
  label: string;
  session_id: string | null;
  created_at: Date;
  confirmed_at: Date | null;
  last_delivered_at: Date | null;
  failing_since: Date | null;
  muted_until: Date | null;
}

export const findEndpoints = (db: Db, userId: number): Promise<EndpointRow[]> =>
  db
    .selectFrom('notice_endpoints')
    .select(['id', 'channel', 'label', 'session_id', 'created_at', 'confirmed_at', 'last_delivered_at'])
    .select(['failing_since', 'muted_until'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .$castTo<EndpointRow>()
    .execute();

interface NewEndpoint {
  userId: number;
  channel: Channel;
  address: string;
  label: string;
  push?: { keys: { p256dh: string; auth: string }; sessionId: string };
}

/** Serialises changes of one user's addresses, so that the limit holds. */
const lockUser = (tx: Tx, userId: number) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`notice endpoints ${userId}`}, 12))`.execute(tx);

/** Adds a confirmed address, which another account may have had before. False when the user has too many. */
export async function addEndpoint(tx: Tx, { userId, channel, address, label, push }: NewEndpoint): Promise<boolean> {
  await lockUser(tx, userId);
  await sql`
    delete from notice_endpoints
     where channel = ${channel}
       and (address = ${address} or session_id = ${push?.sessionId ?? null}::uuid
            or (user_id = ${userId} and ${channel} = 'telegram'))`.execute(tx);
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from notice_endpoints where user_id = ${userId}`.execute(tx);
  if ((rows[0]?.count ?? 0) >= MAX_ENDPOINTS) return false;
  await sql`
    insert into notice_endpoints (user_id, channel, address, push_keys, session_id, label, confirmed_at)
    values (${userId}, ${channel}, ${address}, ${push ? JSON.stringify(push.keys) : null}::jsonb,
            ${push?.sessionId ?? null}::uuid, ${label}, clock_timestamp())`.execute(tx);
  return true;
}

export async function removeOwnEndpoint(db: Db, userId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('notice_endpoints')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Creates a one-time key that links a chat; earlier ones of the user expire. Returns its expiry. */
export async function createLink(db: Db, userId: number, channel: Channel, keyHash: Buffer): Promise<Date> {
  const { rows } = await sql<{ until: Date }>`
    with earlier as (
      delete from notice_links where user_id = ${userId} and channel = ${channel} and endpoint_id is null)
    insert into notice_links (user_id, channel, key_hash, expires_at)
    values (${userId}, ${channel}, ${keyHash}, clock_timestamp() + make_interval(mins => ${LINK_MINUTES}))
    returning expires_at as until`.execute(db);
  if (!rows[0]) throw new Error('a link was not created');
  return rows[0].until;
}

/** Uses up a key. Returns its user; undefined when it was used, replaced or has expired, or the account is disabled. */
export async function takeLink(tx: Tx, channel: Channel, keyHash: Buffer): Promise<number | undefined> {
  const { rows } = await sql<{ user_id: number }>`
    delete from notice_links k using users u
     where k.channel = ${channel} and k.key_hash = ${keyHash} and k.endpoint_id is null
       and k.expires_at > clock_timestamp() and u.id = k.user_id and u.role_id <> 982
    returning k.user_id`.execute(tx);
  return rows[0]?.user_id;
}

export type CodeRequest = 'sent' | 'too many codes' | 'too many addresses';

/** Adds an unconfirmed address and queues the code that confirms it. */
export async function requestCode(
  db: Db,
  {
    userId,
    channel,
    address,
    code,
    codeHash,
  }: { userId: number; channel: Channel; address: string; code: string; codeHash: Buffer },
): Promise<CodeRequest> {
  return db.transaction().execute(async (tx) => {
    await lockUser(tx, userId);
    const { rows } = await sql<{ codes: number; endpoints: number }>`
      select (select count(*) from notice_links where user_id = ${userId} and endpoint_id is not null
                and created_at > clock_timestamp() - interval '1 day')::integer as codes,
             (select count(*) from notice_endpoints where user_id = ${userId})::integer as endpoints`.execute(tx);
    const { codes = 0, endpoints = 0 } = rows[0] ?? {};
    if (codes >= MAX_CODES_PER_DAY) return 'too many codes';
    if (endpoints >= MAX_ENDPOINTS) return 'too many addresses';
    await sql`
      update notice_links set expires_at = clock_timestamp() where user_id = ${userId} and channel = ${channel}`.execute(
      tx,
    );
    await sql`
      with endpoint as (
        insert into notice_endpoints (user_id, channel, address, label)
        values (${userId}, ${channel}, ${address}, ${address}) returning id
      ), link as (
        insert into notice_links (user_id, channel, endpoint_id, key_hash, expires_at)
        select ${userId}, ${channel}, id, ${codeHash}, clock_timestamp() + make_interval(mins => ${CODE_MINUTES}) from endpoint)
      insert into notice_deliveries (user_id, endpoint_id, channel, code, is_urgent)
      select ${userId}, id, ${channel}, ${code}, true from endpoint`.execute(tx);
    await addJob(tx, 'deliver_notices');
    return 'sent';
  });
}

/** Confirms the address of the user's newest code. False for a wrong or expired code, or after too many attempts. */
export async function confirmCode(db: Db, userId: number, channel: Channel, codeHash: Buffer): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await lockUser(tx, userId);
    const { rows } = await sql<{ id: number; endpointId: number; keyHash: Buffer; address: string }>`
      update notice_links k set attempts = k.attempts + 1
        from notice_endpoints e
       where e.id = k.endpoint_id and k.user_id = ${userId} and k.channel = ${channel}
         and k.expires_at > clock_timestamp() and k.attempts < ${MAX_CODE_ATTEMPTS}
      returning k.id, e.id as "endpointId", k.key_hash as "keyHash", e.address`.execute(tx);
    const [link] = rows;
    if (!link?.keyHash.equals(codeHash)) return false;
    // The address may have belonged to another account; its owner of today has proved it.
    await sql`
      delete from notice_endpoints
       where channel = ${channel} and address = ${link.address} and id <> ${link.endpointId}`.execute(tx);
    await sql`update notice_endpoints set confirmed_at = clock_timestamp() where id = ${link.endpointId}`.execute(tx);
    await sql`update notice_links set expires_at = clock_timestamp() where id = ${link.id}`.execute(tx);
    return true;
  });
}

export interface ChatOwner {
  endpointId: number;
  userId: number;
  language: number | null;
  mutedUntil: Date | null;
}

/** The account that a chat is linked to. */
export async function findChatOwner(db: Db, channel: Channel, address: string): Promise<ChatOwner | undefined> {
  const { rows } = await sql<ChatOwner>`
    select e.id as "endpointId", e.user_id as "userId", u.language, e.muted_until as "mutedUntil"
      from notice_endpoints e join users u on u.id = e.user_id
     where e.channel = ${channel} and e.address = ${address} and e.confirmed_at is not null and u.role_id <> 982`.execute(
    db,
  );
  return rows[0];
}

/** Mutes an address for a day, or ends that. */
export async function muteEndpoint(db: Db, id: number, isMuted: boolean): Promise<void> {
  await sql`
    update notice_endpoints
       set muted_until = case when ${isMuted}::boolean then clock_timestamp() + make_interval(hours => ${MUTE_HOURS}) end
     where id = ${id}`.execute(db);
}

export async function removeChat(db: Db, channel: Channel, address: string): Promise<void> {
  await sql`delete from notice_endpoints where channel = ${channel} and address = ${address}`.execute(db);
}

interface SettingsRow {
  choices: NoticeSettings['choices'];
  quiet_from: string | null;
  quiet_to: string | null;
  time_zone: string;
  urgent_breaks_quiet: boolean;
  digest_at: string;
  shows_details: boolean;
}

export async function findSettings(db: Db, userId: number): Promise<NoticeSettings | undefined> {
  const row = await db
    .selectFrom('notice_settings')
    .selectAll()
    .where('user_id', '=', userId)
    .$castTo<SettingsRow>()
    .executeTakeFirst();
  return (
    row && {
      choices: row.choices,
      quiet: row.quiet_from && row.quiet_to ? { from: row.quiet_from.slice(0, 5), to: row.quiet_to.slice(0, 5) } : null,
      timeZone: row.time_zone,
      urgentBreaksQuiet: row.urgent_breaks_quiet,
      digestAt: row.digest_at.slice(0, 5),
      showsDetails: row.shows_details,
    }
  );
}

/** Saves the settings. False when the database does not know the time zone. */
export async function saveSettings(db: Db, userId: number, settings: NoticeSettings): Promise<boolean> {
  const row = {
    choices: JSON.stringify(settings.choices),
    quiet_from: settings.quiet?.from ?? null,
    quiet_to: settings.quiet?.to ?? null,
    time_zone: settings.timeZone,
    urgent_breaks_quiet: settings.urgentBreaksQuiet,
    digest_at: settings.digestAt,
    shows_details: settings.showsDetails,
  };
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from pg_timezone_names where lower(name) = lower(${settings.timeZone})) as known`.execute(db);
  if (!rows[0]?.known) return false;
  await db
    .insertInto('notice_settings')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute();
  return true;
}

/** Name of the bot, once the worker has reached Telegram with its token. */
export async function findBotName(db: Db): Promise<string | null> {
  const row = await db
    .selectFrom('notice_channels')
    .select('account_name')
    .where('channel', '=', 'telegram')
    .executeTakeFirst();
  return row?.account_name ?? null;
}

export async function saveBotName(db: Db, name: string | null): Promise<void> {
  await db.updateTable('notice_channels').set({ account_name: name }).where('channel', '=', 'telegram').execute();
}

export interface DeliveryRow {
  channel: Channel;
  kind: string;
  lotNo: number | null;
  state: 'waiting' | 'sent' | 'dropped';
  reason: string | null;
  at: Date;
  finishedAt: Date | null;
}

/** Newest notices and mails to a client; undefined for other accounts. */
export async function findDeliveries(db: Db, userId: number, limit: number): Promise<DeliveryRow[] | undefined> {
  const client = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('user_type', '=', 2)
    .executeTakeFirst();
  if (!client) return undefined;
  const { rows } = await sql<DeliveryRow>`
    select channel, kind, lot_no as "lotNo", state, reason, at, finished_at as "finishedAt" from (
      (select d.channel, coalesce(n.kind, 'code') as kind, l.lot_no, d.state, d.reason, d.created_at as at, d.finished_at
         from notice_deliveries d left join notifications n on n.id = d.notification_id
         left join bids b on b.id = n.bid_id left join lots l on l.id = coalesce(n.lot_id, b.lot_id)
        where d.user_id = ${userId} and d.channel <> 'mail' order by d.id desc limit ${limit})
      union all
      (select 'mail', m.kind, l.lot_no,
              case when m.sent_at is not null then 'sent' when m.dropped_at is not null then 'dropped' else 'waiting' end,
              coalesce(m.drop_reason, m.last_error), m.created_at, coalesce(m.sent_at, m.dropped_at)
         from mails m left join bids b on b.id = (m.data ->> 'bidId')::bigint left join lots l on l.id = b.lot_id
        where m.user_id = ${userId} order by m.created_at desc limit ${limit})) all_of_them
     order by at desc limit ${limit}`.execute(db);
  return rows;
}
