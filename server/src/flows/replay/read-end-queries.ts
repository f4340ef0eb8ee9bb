import { bidExposureYen, type LiveBid } from '@seri/contract/bids/rules.ts';
import { sql } from 'kysely';
import { type GroupRow, parseGrouped } from '../../bids/core/context.ts';
import { roundsExposureYen } from '../../bids/core/group-membership.ts';
import { readSettings } from '../../platform/company-settings.ts';
import type { Db } from '../../platform/db/db.ts';
import { BID } from '../../platform/db/numbers.ts';
import { readOrders } from './read-day-queries.ts';

/** Final state of a day: one line of text per bid, order, purchase and client, by name. */
export type End = Map<string, string>;

interface Scope {
  lotIds: number[];
  clientIds: number[];
}

/** Bids, orders, purchases, and the clients' exposure on these lots. */
export async function readEnd(db: Db, scope: Scope): Promise<End> {
  return new Map([
    ...(await bidLines(db, scope)),
    ...(await orderLines(db, scope)),
    ...(await purchaseLines(db, scope)),
    ...(await exposureLines(db, scope)),
  ]);
}

type Line = [string, string];

async function bidLines(db: Db, { lotIds }: Scope): Promise<Line[]> {
  const { rows } = await sql<{ id: number; lotId: number; facts: Record<string, unknown> }>`
    select id, lot_id as "lotId", bid_state(b) || jsonb_build_object('client', user_id, 'placedBy', placed_by,
      'heldYen', held_yen, 'groupCleared', group_cleared) as facts
    from bids b where lot_id = any(${lotIds}::bigint[]) order by id`.execute(db);
  return rows.map(({ id, lotId, facts }) => [`bid ${id} on lot ${lotId}`, textOf(facts)]);
}

async function orderLines(db: Db, { lotIds }: Scope): Promise<Line[]> {
  const orders = await readOrders(db, lotIds);
  return orders.map(({ lotId, version, createdAt, acknowledgedAt, ...order }) => [
    `order ${lotId}:${version}`,
    textOf({ ...order, acknowledged: acknowledgedAt !== null }),
  ]);
}

async function purchaseLines(db: Db, { lotIds }: Scope): Promise<Line[]> {
  const rows = await db
    .selectFrom('purchases')
    .select(['lot_id', 'bid_id as bidId', 'car_price_yen as carPriceYen', 'total_yen as totalYen'])
    .where(sql<boolean>`lot_id = any(${lotIds}::bigint[])`)
    .orderBy('lot_id')
    .execute();
  return rows.map(({ lot_id, ...bought }) => [`purchase of lot ${lot_id}`, textOf(bought)]);
}

interface Holding {
  userId: number;
  alone: LiveBid[];
  groups: GroupRow[];
  grouped: unknown;
}

/** Exposure by the contract's rule on these lots only, since clients may have more on other lots. */
async function exposureLines(db: Db, { lotIds, clientIds }: Scope): Promise<Line[]> {
  const settings = await readSettings(db);
  const { rows } = await sql<Holding>`
    select user_id as "userId", bid_group_rows(user_id) as groups, group_bids(user_id) as grouped,
      (select coalesce(jsonb_agg(bid_facts(b)), '[]') from bids b where b.user_id = c.user_id
        and b.lot_id = any(${lotIds}::bigint[]) and b.status in (${BID.new}, ${BID.bid}, ${BID.win})
        and b.group_round is null) as alone
    from bid_clients c where user_id = any(${clientIds}::integer[]) order by user_id`.execute(db);
  return rows.map(({ userId, alone, groups, grouped }) => {
    const inRounds = parseGrouped(grouped).filter(({ lotId }) => lotIds.includes(lotId));
    const aloneYen = alone.reduce((sum, bid) => sum + bidExposureYen(bid), 0);
    return [`exposure of client ${userId}`, `${aloneYen + roundsExposureYen({ groups, settings }, inRounds)} yen`];
  });
}

const textOf = (facts: Record<string, unknown>): string =>
  Object.keys(facts)
    .sort()
    .filter((name) => facts[name] !== null && facts[name] !== false)
    .map((name) => `${name} ${facts[name]}`)
    .join(', ');
