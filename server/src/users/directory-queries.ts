import { type Permissions, ROLE, type RoleId } from '@seri/contract/auth/permissions.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../platform/db/db.ts';

const columns = [
  'users.id',
  'email',
  'full_name',
  'role_id',
  'user_type',
  'dealer_id',
  'manager_id',
  'last_login_at',
  'credit_limit_yen',
  'balance_yen',
] as const;

interface AccountFilter {
  /** Part of the name, the company or the email address. */
  search?: string | undefined;
  roleId?: RoleId | undefined;
  limit: number;
}

/** Accounts by id, oldest first. */
export const findAccounts = (db: Db, { search, roleId, limit }: AccountFilter) => {
  const like = `%${search?.trim().replace(/[\\%_]/g, '\\$&')}%`;
  return db
    .selectFrom('users')
    .leftJoin('bid_clients', 'bid_clients.user_id', 'users.id')
    .select(columns)
    .$if(Boolean(search?.trim()), (query) =>
      query.where((eb) =>
        eb.or([
          eb('full_name', 'ilike', like),
          eb('company', 'ilike', like),
          eb(sql<string>`email::text`, 'ilike', like),
        ]),
      ),
    )
    .$if(roleId !== undefined, (query) => query.where('role_id', '=', Number(roleId)))
    .orderBy('users.id')
    .limit(limit)
    .execute();
};

/** Everything staff may see of an account, without hashes and secrets. */
export const findAccountInFull = (db: Db, userId: number) =>
  db
    .selectFrom('users')
    .leftJoin('bid_clients', 'bid_clients.user_id', 'users.id')
    .leftJoin('second_factors', 'second_factors.user_id', 'users.id')
    .select((eb) => [
      ...columns,
      'company',
      'country_id',
      'city',
      'mobile',
      'office_phone',
      'language',
      'permissions',
      'autobid',
      'client_note',
      'invoice_link',
      'referral_code',
      'email_verified_at',
      'users.created_at',
      'daily_bid_limit',
      'daily_uss_limit',
      'exposure_yen',
      eb('password_hash', 'is not', null).as('has_password'),
      eb('second_factors.user_id', 'is not', null).as('has_second_factor'),
      eb
        .selectFrom('sessions')
        .select((session) => session.fn.countAll<number>().as('count'))
        .whereRef('sessions.user_id', '=', 'users.id')
        .where('ended_at', 'is', null)
        .where('refresh_expires_at', '>', sql<Date>`clock_timestamp()`)
        .$asScalar()
        .$notNull()
        .as('sessions'),
    ])
    .$narrowType<{ permissions: Partial<Permissions> }>()
    .where('users.id', '=', userId)
    .executeTakeFirst();
export type AccountInFull = NonNullable<Awaited<ReturnType<typeof findAccountInFull>>>;

/** Finds an account by number (17, C-0017) or email address. */
export async function findAccountId(db: Db | Tx, text: string): Promise<number | null> {
  const id = Number(/^(?:C-)?0*([1-9]\d{0,8})$/i.exec(text.trim())?.[1]);
  const row = await db
    .selectFrom('users')
    .select('id')
    .$call((query) => (id ? query.where('id', '=', id) : query.where('email', '=', text.trim())))
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function hasAnybodyLoggedIn(db: Db): Promise<boolean> {
  const somebody = await db
    .selectFrom('users')
    .select('id')
    .where('last_login_at', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return somebody !== undefined;
}

export const findFirstManager = (db: Db) =>
  db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('role_id', '=', ROLE.manager)
    .where('email_verified_at', 'is not', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
