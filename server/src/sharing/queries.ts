import type { Permissions } from '@seri/contract/auth/permissions.ts';
import type { PageType } from '@seri/contract/lots/page-types.ts';
import { type Insertable, sql } from 'kysely';
import type { Db, Tx } from '../platform/db/db.ts';
import { ROLES } from '../platform/db/numbers.ts';
import type { Shares } from '../platform/db/tables.ts';

/** Limits for wrong codes: a network is locked out for `LOCKED_MINUTES`, and the share ends after `MAX_WRONG_IN_ALL` (business-rules.md#share-attempts). */
const MAX_WRONG_PER_NETWORK = 5;
const LOCKED_MINUTES = 15;
const MAX_WRONG_IN_ALL = 30;
const VISIT_SECONDS = 24 * 60 * 60;
const RETENTION_DAYS = 30;

/** Neither revoked nor expired, of an active account, and of a lot that is not private. */
const isLive = sql<boolean>`(shares.ended_at is null and shares.expires_at > clock_timestamp()
  and exists (select 1 from users where users.id = shares.user_id and role_id <> ${ROLES.disabled})
  and exists (select 1 from lots where lots.id = shares.lot_id and not is_private))`;

const shareColumns = ['id', 'user_id', 'expires_at', 'views'] as const;

export interface ShareKey {
  userId: number;
  lotId: number;
  pageType: PageType;
}

export const findOwnShare = (db: Db | Tx, { userId, lotId, pageType }: ShareKey) =>
  db
    .selectFrom('shares')
    .select(shareColumns)
    .where('user_id', '=', userId)
    .where('lot_id', '=', lotId)
    .where('page_type', '=', pageType)
    .where(isLive)
    .executeTakeFirst();
export type OwnShare = NonNullable<Awaited<ReturnType<typeof findOwnShare>>>;

/** Undefined if another request inserted it first. */
export const insertShare = (tx: Tx, share: Insertable<Shares>) =>
  tx
    .insertInto('shares')
    .values(share)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'lot_id', 'page_type']).where('ended_at', 'is', null).doNothing(),
    )
    .returning(shareColumns)
    .executeTakeFirst();

/** Ends an expired share, so that a new one can be inserted. */
export async function endOverdueShare(tx: Tx, { userId, lotId, pageType }: ShareKey): Promise<void> {
  await tx
    .updateTable('shares')
    .set({ ended_at: sql`clock_timestamp()` })
    .where('user_id', '=', userId)
    .where('lot_id', '=', lotId)
    .where('page_type', '=', pageType)
    .where('ended_at', 'is', null)
    .where('expires_at', '<=', sql<Date>`clock_timestamp()`)
    .execute();
}

export async function endOwnShare(db: Db, id: string, userId: number): Promise<boolean> {
  const ended = await db
    .updateTable('shares')
    .set({ ended_at: sql`clock_timestamp()` })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return ended !== undefined;
}

/** Whether this network may try a code. One statement for all reasons, so that timing does not distinguish them. */
export async function isOpenTo(db: Db | Tx, id: string, network: string): Promise<boolean> {
  const { rows } = await sql<{ open: boolean }>`
    select exists (select 1 from shares where id = ${id} and ${isLive})
      and not exists (select 1 from share_attempts
        where share_id = ${id} and network = ${network} and locked_until > clock_timestamp()) as open`.execute(db);
  return rows[0]?.open ?? false;
}

/** Locks the share until the end of the transaction, so that its codes are checked one after the other. */
export async function lockShare(tx: Tx, id: string): Promise<void> {
  await tx.selectFrom('shares').select('id').where('id', '=', id).forUpdate().execute();
}

export async function countWrongCode(tx: Tx, id: string, network: string): Promise<void> {
  await sql`
    insert into share_attempts as attempt (share_id, network, wrong) values (${id}, ${network}, 1)
    on conflict (share_id, network) do update set last_at = clock_timestamp(),
      wrong = case when attempt.last_at < clock_timestamp() - make_interval(mins => ${LOCKED_MINUTES})
        or attempt.locked_until is not null then 1 else attempt.wrong + 1 end,
      locked_until = null`.execute(tx);
  await sql`
    update share_attempts set locked_until = clock_timestamp() + make_interval(mins => ${LOCKED_MINUTES})
    where share_id = ${id} and network = ${network} and wrong >= ${MAX_WRONG_PER_NETWORK}`.execute(tx);
  await sql`
    update shares set wrong_codes = wrong_codes + 1,
      ended_at = case when wrong_codes + 1 >= ${MAX_WRONG_IN_ALL} then clock_timestamp() end
    where id = ${id}`.execute(tx);
}

export async function countView(tx: Tx, id: string, tokenHash: Buffer): Promise<void> {
  await tx
    .updateTable('shares')
    .set((eb) => ({ views: eb('views', '+', 1) }))
    .where('id', '=', id)
    .execute();
  await tx
    .insertInto('share_visits')
    .values({
      share_id: id,
      token_hash: tokenHash,
      expires_at: sql`clock_timestamp() + make_interval(secs => ${VISIT_SECONDS})`,
    })
    .execute();
}

/** A live share, and whether this browser has opened it. */
export const findShare = (db: Db, id: string, tokenHash: Buffer | null) =>
  db
    .selectFrom('shares')
    .innerJoin('users', 'users.id', 'shares.user_id')
    .select((eb) => [
      'lot_id',
      eb.ref('users.permissions').$castTo<Permissions>().as('sharerPermissions'),
      eb.ref('page_type').$castTo<PageType>().as('page_type'),
      eb
        .exists(
          eb
            .selectFrom('share_visits')
            .select('share_id')
            .whereRef('share_visits.share_id', '=', 'shares.id')
            .where('token_hash', '=', tokenHash)
            .where('share_visits.expires_at', '>', sql<Date>`clock_timestamp()`),
        )
        .as('is_open'),
    ])
    .where('shares.id', '=', id)
    .where(isLive)
    .executeTakeFirst();

/** The data of a live share that a messenger's preview may show. */
export const findPreview = (db: Db, id: string) =>
  db
    .selectFrom('shares')
    .innerJoin('lots', 'lots.id', 'shares.lot_id')
    .innerJoin('auction_houses as house', 'house.id', 'lots.house_id')
    .select((eb) => [
      'house.name as house',
      'lots.lot_no',
      'lots.maker',
      'lots.model',
      'lots.year',
      eb.ref('shares.page_type').$castTo<PageType>().as('page_type'),
    ])
    .select(sql<string | null>`coalesce(shares.image, lots.images[1])`.as('image'))
    .where('shares.id', '=', id)
    .where(isLive)
    .executeTakeFirst();
export type SharePreview = NonNullable<Awaited<ReturnType<typeof findPreview>>>;

/** Deletes expired visits, and shares that expired a month ago with their attempts. */
export async function deleteOldShares(db: Db): Promise<void> {
  await sql`delete from share_visits where expires_at < clock_timestamp()`.execute(db);
  await sql`delete from shares where expires_at < clock_timestamp() - make_interval(days => ${RETENTION_DAYS})`.execute(
    db,
  );
}
