import { ROLE, USER_TYPE } from '@seri/contract/auth/permissions.ts';
import { BID_STATUS } from '@seri/contract/bids/statuses.ts';
import { LOT_STATUS } from '@seri/contract/lots/statuses.ts';
import { type RawBuilder, sql } from 'kysely';

/** Returns each number as a literal of a statement: the planner uses a partial index only when it sees the value. */
const written = <Names extends string>(numbers: Record<Names, number>): Record<Names, RawBuilder<number>> =>
  Object.fromEntries(Object.entries<number>(numbers).map(([name, number]) => [name, sql.lit(number)])) as Record<
    Names,
    RawBuilder<number>
  >;

export const LOT = written(LOT_STATUS);
export const BID = written(BID_STATUS);
export const USER = written(USER_TYPE);
export const ROLES = written(ROLE);
