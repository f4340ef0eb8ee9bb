import type { GroupBid, GroupDecision } from '@seri/contract/bids/groups.ts';
import { type CompanySettingsValues, companySettingsSchema } from '@seri/contract/company/settings.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/db.ts';
import { type GroupedBid, type GroupRow, parseGrouped } from '../core/context.ts';

export interface ClientGroups {
  now: Date;
  nowText: string;
  client: { balanceYen: number; creditLimitYen: number; exposureYen: number; creditLimitCheck: boolean } | null;
  groups: GroupRow[];
  grouped: GroupedBid[];
  settings: CompanySettingsValues;
}

/** A client's groups and the bids of their open rounds. Lock the client's row first if the result is used for a decision. */
export async function findGroups(db: Db | Tx, userId: number): Promise<ClientGroups> {
  const { rows } = await sql<{
    now: string;
    client: ClientGroups['client'];
    groups: GroupRow[];
    grouped: unknown;
    settings: unknown;
  }>`
    select to_json(clock_timestamp()) #>> '{}' as now, bid_group_rows(${userId}) as groups, group_bids(${userId}) as grouped,
      (select jsonb_build_object('balanceYen', c.balance_yen, 'creditLimitYen', c.credit_limit_yen,
          'exposureYen', c.exposure_yen, 'creditLimitCheck', (u.permissions ->> 'creditLimitCheck') is distinct from 'false')
        from bid_clients c join users u on u.id = c.user_id where c.user_id = ${userId}) as client,
      (select coalesce(jsonb_object_agg(key, value), '{}') from company_settings) as settings`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the query returned no row');
  return {
    now: new Date(row.now),
    nowText: row.now,
    client: row.client,
    groups: row.groups,
    grouped: parseGrouped(row.grouped),
    settings: companySettingsSchema.parse(row.settings),
  };
}

/** A separate statement, so that the next one sees what other transactions committed during the wait. */
export const lockClient = (tx: Tx, userId: number) =>
  sql`select 1 from bid_clients where user_id = ${userId} for update`.execute(tx);

/** Locks in ascending order, like all code that locks several lots. */
export const lockLots = (tx: Tx, lotIds: readonly number[]) =>
  sql`select 1 from lots where id = any(${[...lotIds]}::bigint[]) order by id for no key update`.execute(tx);

export async function setCleared(tx: Tx, bidIds: readonly number[], isCleared: boolean): Promise<void> {
  if (bidIds.length === 0) return;
  await tx
    .updateTable('bids')
    .set({ group_cleared: isCleared })
    .where('id', 'in', [...bidIds])
    .execute();
}

interface DecisionRecord {
  userId: number;
  value: number;
  round: number;
  at: string;
  cars: number;
  bids: readonly GroupBid[];
  decision: GroupDecision;
}

/** Records a decision with its input; the row never changes. */
export const recordDecision = (tx: Tx, { userId, value, round, at, cars, bids, decision }: DecisionRecord) =>
  sql`insert into group_decisions (user_id, group_value, group_round, at, cars, bids, decision)
      values (${userId}, ${value}, ${round}, ${at}::timestamptz, ${cars}, ${JSON.stringify(bids)}::jsonb,
        ${JSON.stringify(decision)}::jsonb)`.execute(tx);

export async function saveCars(
  tx: Tx,
  userId: number,
  { value, cars }: { value: number; cars: number },
): Promise<void> {
  await sql`insert into bid_groups (user_id, value, cars, round) values (${userId}, ${value}, ${cars}, 0)
            on conflict (user_id, value) do update set cars = excluded.cars`.execute(tx);
}

export const setExposure = (tx: Tx, userId: number, exposureYen: number) =>
  tx.updateTable('bid_clients').set({ exposure_yen: exposureYen }).where('user_id', '=', userId).execute();

/** Records a changed number of cars in the account's history. */
export const recordCars = (
  tx: Tx,
  { userId, actorId, before, after }: { userId: number; actorId: number; before: object; after: object },
) =>
  tx
    .insertInto('user_events')
    .values({
      user_id: userId,
      actor_id: actorId,
      event: 'bid_group',
      before: JSON.stringify(before),
      after: JSON.stringify(after),
    })
    .execute();

/** Clients with bids that still wait for a decision of their group. */
export async function findGroupClients(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('bids')
    .select('user_id')
    .distinct()
    .where('group_round', 'is not', null)
    .where('status', 'in', [1, 2])
    .orderBy('user_id')
    .execute();
  return rows.map(({ user_id }) => user_id);
}
