import type { Permissions } from '@seri/contract/auth/permissions.ts';
import { type Insertable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../platform/db/db.ts';
import { PREPARED } from '../platform/db/named-queries.ts';
import type { Users } from '../platform/db/tables.ts';

export const findPerson = (db: Db, userId: number) =>
  db
    .selectFrom('users')
    .modifyFront(PREPARED)
    .select([
      'id',
      'full_name',
      'email',
      'company',
      'country_id',
      'role_id',
      'city',
      'address',
      'last_login_at',
      'mobile',
      'office_phone',
      'bid_email_notify',
      'language',
      'invoice_link',
      'user_type',
      'permissions',
    ])
    .$narrowType<{ permissions: Permissions }>()
    .where('id', '=', userId)
    .executeTakeFirst();
export type PersonRow = NonNullable<Awaited<ReturnType<typeof findPerson>>>;

/** Money and limits of a client; undefined for managers. `bids_left` and `uss_left` are for today in Asia/Tokyo; -1 means unlimited. */
export const findAllowance = (db: Db, userId: number) =>
  db
    .selectFrom('bid_clients')
    .modifyFront(PREPARED)
    .select((eb) => [
      'balance_yen',
      'credit_limit_yen',
      'exposure_yen',
      sql<number>`case when daily_uss_limit = -1 then -1
        else greatest(0, daily_uss_limit - coalesce((select used from extra_photo_days photos
          where photos.user_id = bid_clients.user_id
            and photos.day = (clock_timestamp() at time zone 'Asia/Tokyo')::date), 0)) end`.as('uss_left'),
      sql<number>`case
        when daily_bid_limit = -1 then -1
        when bids_day = (clock_timestamp() at time zone 'Asia/Tokyo')::date then greatest(0, daily_bid_limit - bids_that_day)
        else daily_bid_limit end`.as('bids_left'),
      eb
        .selectFrom('bids')
        .select(eb.fn.countAll<number>().as('count'))
        .whereRef('bids.user_id', '=', 'bid_clients.user_id')
        .where('bids.status', 'in', [1, 2, 6])
        .$asScalar()
        .$notNull()
        .as('active_bids'),
    ])
    .where('user_id', '=', userId)
    .executeTakeFirst();
export type AllowanceRow = NonNullable<Awaited<ReturnType<typeof findAllowance>>>;

/** Clients and dealers whose name, company or email address contains the text, or whose number it is. */
export function findClientsLike(db: Db, text: string, limit: number) {
  const like = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  const number = /^c-?0*([1-9]\d{0,8})$/i.exec(text)?.[1];
  return db
    .selectFrom('users')
    .innerJoin('bid_clients', 'bid_clients.user_id', 'users.id')
    .select(['users.id', 'full_name', 'company'])
    .where((eb) =>
      eb.or([
        eb('full_name', 'ilike', like),
        eb('company', 'ilike', like),
        eb(sql<string>`email::text`, 'ilike', like),
        ...(number ? [eb('users.id', '=', Number(number))] : []),
      ]),
    )
    .orderBy('full_name')
    .orderBy('users.id')
    .limit(limit)
    .execute();
}

/** The lot if the reader may see it: a private lot is visible to staff and to clients with a bid on it. */
export const findVisibleLot = (db: Db, lotId: number, { userId, isStaff }: { userId: number; isStaff: boolean }) =>
  db
    .selectFrom('lots')
    .select('id')
    .where('id', '=', lotId)
    .where((eb) =>
      eb.or([
        eb('is_private', '=', false),
        eb.val(isStaff),
        eb.exists(
          eb
            .selectFrom('bids as own')
            .select('own.id')
            .whereRef('own.lot_id', '=', 'lots.id')
            .where('own.user_id', '=', userId),
        ),
      ]),
    )
    .executeTakeFirst();

export async function updateSettings(
  tx: Db | Tx,
  userId: number,
  { bidEmailNotify, language }: { bidEmailNotify: boolean; language: number },
): Promise<void> {
  await tx.updateTable('users').set({ bid_email_notify: bidEmailNotify, language }).where('id', '=', userId).execute();
}

export async function saveProfile(db: Db | Tx, userId: number, profile: Updateable<Users>): Promise<void> {
  await db.updateTable('users').set(profile).where('id', '=', userId).execute();
}

export const insertUser = (tx: Tx, user: Insertable<Users>) =>
  tx.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow();

/** Allows an account to bid: creates its limits and its ledger account. */
export async function openBiddingAccount(
  tx: Tx,
  userId: number,
  limits: { creditLimitYen: number; dailyBidLimit: number; dailyUssLimit: number },
): Promise<void> {
  await tx
    .insertInto('bid_clients')
    .values({
      user_id: userId,
      credit_limit_yen: limits.creditLimitYen,
      daily_bid_limit: limits.dailyBidLimit,
      daily_uss_limit: limits.dailyUssLimit,
    })
    .execute();
  await tx.insertInto('ledger_accounts').values({ kind: 'client', user_id: userId }).execute();
}

export const findUserByEmail = (tx: Db | Tx, email: string) =>
  tx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
