import type { QueueKind } from '@seri/contract/bids/work-queue.ts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { BID } from '../../platform/db/numbers.ts';
import { type BidListFilter, inFilteredList, listed } from './list-conditions-queries.ts';
import { ofStatus } from './list-queries.ts';

// The same parts and order as `queuePlaceOf` of the contract.
const isStock = sql`l.lot_source = 'stock'`;
const isComing = sql`l.agent_cutoff_at > now()`;
const kind = sql<QueueKind>`case
  when ${isStock} then case when b.status in (${BID.new}, ${BID.bid}) then 'stock' else 'results' end
  when ${isComing} then 'hour' when b.status = ${BID.new} then 'passed' else 'results' end`;
const hour = sql`case when not ${isStock} and ${isComing} then date_trunc('hour', l.agent_cutoff_at, 'UTC') end`;
const PLACE = sql`array_position(array['passed', 'hour', 'stock', 'results'], ${kind})`;

/**
 * A page of ids of the bid manager's queue (business-rules.md#work-queue): the parts in their order, in each the
 * undecided bids first, by cut-off; among results the wins first, then accepted bids, the latest cut-off first.
 */
export async function findQueueIds(
  db: Db,
  f: BidListFilter,
  range: { limit: number; offset: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select b.id from ${listed} where ${inFilteredList(f)} and ${ofStatus(f)}
    order by ${PLACE}, ${hour}, b.status <> ${BID.new},
      case when ${kind} = 'results' then array_position(array[${BID.win}, ${BID.bid}], b.status::integer) end,
      case when ${kind} = 'results' then l.agent_cutoff_at end desc, l.agent_cutoff_at, b.id
    limit ${range.limit} offset ${range.offset}`.execute(db);
  return rows.map(({ id }) => id);
}

export interface QueueCount {
  kind: QueueKind;
  hour: Date | null;
  first_cutoff: Date | null;
  counts: Record<string, number>;
}

/** Bids in each part of the queue by status, under all filters but the status. */
export async function countQueue(db: Db, f: BidListFilter): Promise<QueueCount[]> {
  const { rows } = await sql<QueueCount>`
    select kind, hour, case when kind = 'hour' then min(first) end as first_cutoff,
      jsonb_object_agg(status, bids) as counts
    from (select ${kind} as kind, ${hour} as hour, b.status, count(*) as bids, min(l.agent_cutoff_at) as first
          from ${listed} where ${inFilteredList(f)} group by 1, 2, 3) parts
    group by kind, hour order by array_position(array['passed', 'hour', 'stock', 'results'], kind), hour`.execute(db);
  return rows;
}
