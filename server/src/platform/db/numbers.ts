import { ROLE, USER_TYPE } from '@seri/contract/auth/permissions.ts';
import { BID_STATUS } from '@seri/contract/bids/statuses.ts';
import { LOT_STATUS } from '@seri/contract/lots/statuses.ts';
import { type RawBuilder, sql } from 'kysely';

/** Each number as a part of a statement, written out: the planner uses an index for some statuses only when it sees which. */
const written = <Names extends string>(numbers: Record<Names, number>): Record<Names, RawBuilder<number>> =>
  Object.fromEntries(Object.entries<number>(numbers).map(([name, number]) => [name, sql.lit(number)])) as Record<
    Names,
    RawBuilder<number>
  >;

export const LOT = written(LOT_STATUS);
export const BID = written(BID_STATUS);
export const USER = written(USER_TYPE);
export const ROLES = written(ROLE);
