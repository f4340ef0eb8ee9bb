import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';

/** A client's newest event. */
export interface Head {
  clientId: number;
  chainNo: number;
  hash: string;
}

export interface DailyDigest {
  /** Day in Asia/Tokyo. */
  day: string;
  writtenAt: Date;
  clients: number;
  headsHash: string;
  previousHash: string | null;
  hash: string;
}

export interface ChainedEvent extends Head {
  previousHash: string | null;
  /** The hashed text, rebuilt from the row. */
  line: string;
}

const PAGE_SIZE = 5_000;
/** Page size for events that are streamed to the client. */
export const LOG_PAGE_SIZE = 500;

/** A client's next events after `chainNo`, each as the hashed line; empty at the end. */
export async function findLogAfter(db: Db, { clientId, chainNo }: Pick<Head, 'clientId' | 'chainNo'>) {
  const { rows } = await sql<Pick<ChainedEvent, 'chainNo' | 'line' | 'hash'>>`
    select chain_no as "chainNo", bid_event_line(e) as line, encode(hash, 'hex') as hash
    from bid_events e where client_id = ${clientId} and chain_no > ${chainNo}
    order by chain_no limit ${LOG_PAGE_SIZE}`.execute(db);
  return rows;
}

/** The next events of all clients in chain order, after `last`; empty at the end. */
export async function findChainedAfter(db: Db, last: Pick<Head, 'clientId' | 'chainNo'>): Promise<ChainedEvent[]> {
  const { rows } = await sql<ChainedEvent>`
    select client_id as "clientId", chain_no as "chainNo", encode(previous_hash, 'hex') as "previousHash",
      encode(hash, 'hex') as hash, bid_event_line(e) as line
    from bid_events e where (client_id, chain_no) > (${last.clientId}, ${last.chainNo})
    order by client_id, chain_no limit ${PAGE_SIZE}`.execute(db);
  return rows;
}

/** The newest event of each client, in one snapshot. */
export async function findHeads(db: Db): Promise<Head[]> {
  const { rows } = await sql<Head>`
    select client_id as "clientId", chain_no as "chainNo", encode(hash, 'hex') as hash
    from bid_event_heads order by client_id`.execute(db);
  return rows;
}

/** Every digest, oldest first. */
export async function findDigests(db: Db): Promise<DailyDigest[]> {
  const { rows } = await sql<DailyDigest>`
    select day, written_at as "writtenAt", clients, encode(heads_hash, 'hex') as "headsHash",
      encode(previous_hash, 'hex') as "previousHash", encode(hash, 'hex') as hash
    from bid_event_digests order by day`.execute(db);
  return rows;
}

/** The current events behind the heads of a day's digest; a missing event has an empty hash. */
export async function findDigestHeads(db: Db, day: string): Promise<Head[]> {
  const { rows } = await sql<Head>`
    select h.key::integer as "clientId", h.value::integer as "chainNo", coalesce(encode(e.hash, 'hex'), '') as hash
    from bid_event_digests s cross join lateral jsonb_each_text(s.heads) h
      left join bid_events e on e.client_id = h.key::integer and e.chain_no = h.value::integer
    where s.day = ${day} order by 1`.execute(db);
  return rows;
}

/** The last ended day in Japan, and the hash of the newest digest; `hasDigest` if that day already has one. */
export async function findDayForDigest(db: Db) {
  const { rows } = await sql<{ day: string; writtenAt: Date; previousHash: string | null; hasDigest: boolean }>`
    select ended.day, now()::timestamptz(3) as "writtenAt", encode(newest.hash, 'hex') as "previousHash",
      coalesce(newest.day >= ended.day, false) as "hasDigest"
    from (select (now() at time zone 'Asia/Tokyo')::date - 1 as day) ended
      left join (select day, hash from bid_event_digests order by day desc limit 1) newest on true`.execute(db);
  return rows[0];
}

/** False if another process inserted it first. */
export async function insertDigest(db: Db, digest: DailyDigest, heads: readonly Head[]): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('bid_event_digests')
    .values({
      day: digest.day,
      written_at: digest.writtenAt,
      clients: digest.clients,
      heads: JSON.stringify(Object.fromEntries(heads.map(({ clientId, chainNo }) => [clientId, chainNo]))),
      heads_hash: Buffer.from(digest.headsHash, 'hex'),
      previous_hash: digest.previousHash === null ? null : Buffer.from(digest.previousHash, 'hex'),
      hash: Buffer.from(digest.hash, 'hex'),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}
