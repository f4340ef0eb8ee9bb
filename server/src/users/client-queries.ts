import { type Permissions, ROLE, USER_TYPE } from '@seri/contract/auth/permissions.ts';
import { type ExpressionBuilder, sql } from 'kysely';
import type { Db, Tx } from '../platform/db/db.ts';
import type { DB } from '../platform/db/tables.ts';

interface ClientFilter {
  search?: string | undefined;
  roleId?: number | undefined;
}

const columns = [
  'users.id',
  'full_name',
  'company',
  'email',
  'role_id',
  'country_id',
  'manager_id',
  'credit_limit_yen',
  'balance_yen',
  'exposure_yen',
  'last_login_at',
  'users.created_at',
] as const;

function matches({ search, roleId }: ClientFilter) {
  const like = `%${search?.replace(/[\\%_]/g, '\\$&')}%`;
  const number = Number(/^(?:c-?)?0*([1-9]\d{0,8})$/i.exec(search ?? '')?.[1] ?? 0);
  return (eb: ExpressionBuilder<DB, 'users' | 'bid_clients'>) =>
    eb.and([
      ...(roleId === undefined ? [] : [eb('role_id', '=', roleId)]),
      ...(search
        ? [
            eb.or([
              eb('full_name', 'ilike', like),
              eb('company', 'ilike', like),
              eb(sql<string>`email::text`, 'ilike', like),
              eb('users.id', '=', number),
            ]),
          ]
        : []),
    ]);
}

const clients = (db: Db | Tx) => db.selectFrom('users').innerJoin('bid_clients', 'bid_clients.user_id', 'users.id');

/** Clients, newest first. */
export const findClients = (db: Db, filter: ClientFilter, { page, pageSize }: { page: number; pageSize: number }) =>
  clients(db)
    .select(columns)
    .where(matches(filter))
    .orderBy('users.id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
export type ClientRowFound = Awaited<ReturnType<typeof findClients>>[number];

export async function countClients(db: Db, filter: ClientFilter): Promise<{ found: number; all: number }> {
  return clients(db)
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere(matches(filter)).as('found'),
      eb.fn.countAll<number>().as('all'),
    ])
    .executeTakeFirstOrThrow();
}

export const findClient = (db: Db, userId: number) =>
  clients(db)
    .select([
      ...columns,
      'city',
      'mobile',
      'office_phone',
      'language',
      'email_verified_at',
      'dealer_id',
      'daily_bid_limit',
      'daily_uss_limit',
      'autobid',
      'client_note',
      'invoice_link',
      'permissions',
    ])
    .$narrowType<{ permissions: Partial<Permissions> }>()
    .where('users.id', '=', userId)
    .executeTakeFirst();
export type ClientFound = NonNullable<Awaited<ReturnType<typeof findClient>>>;

/** Managers and dealers, to whom a client can be assigned. */
export const findAssignees = (db: Db) =>
  db
    .selectFrom('users')
    .select(['id', 'full_name', 'user_type'])
    .where('role_id', 'in', [ROLE.manager, ROLE.dealer])
    .orderBy('full_name')
    .orderBy('id')
    .execute();

/** Decisions about an account with their authors, newest first. */
export const findDecisions = (db: Db, userId: number, count: number) =>
  db
    .selectFrom('user_events')
    .leftJoin('users as actor', 'actor.id', 'user_events.actor_id')
    .leftJoin('service_tokens', 'service_tokens.id', 'user_events.token_id')
    .select((eb) => [
      'at',
      'event',
      'before',
      'after',
      eb.fn.coalesce('actor.full_name', 'service_tokens.name').as('by'),
    ])
    .where('user_events.user_id', '=', userId)
    .orderBy('user_events.id', 'desc')
    .limit(count)
    .execute();

/** Whether this account is a client's, not one of staff. */
export async function isClient(db: Db | Tx, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('user_type', '=', USER_TYPE.client)
    .executeTakeFirst();
  return row !== undefined;
}
