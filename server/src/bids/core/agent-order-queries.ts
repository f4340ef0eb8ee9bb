import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import { JOBS } from '../../platform/jobs/jobs.ts';
import { parseContext } from './context.ts';
import type { Candidate, CompanyRule, StandingOrder } from './next-order.ts';

interface LotOrder {
  agentCutoffAt: Date;
  standing: StandingOrder | null;
  candidates: Candidate[];
  rule: CompanyRule;
}

/** Locks the lot's row first: two changes of one lot never decide on its order concurrently. Null for a lot that is not at auction. */
export async function lockedLotOrder(tx: Tx, lotId: number): Promise<LotOrder | null> {
  await sql`select 1 from lots where id = ${lotId} for no key update`.execute(tx);
  const { rows } = await sql<{ facts: Record<string, unknown> }>`
    select bid_context(0, ${lotId}, null) as facts`.execute(tx);
  const context = parseContext(rows[0]?.facts ?? {});
  if (context.lot?.lotSource !== 'auction') return null;
  return {
    agentCutoffAt: context.lot.agentCutoffAt,
    standing: context.order,
    candidates: context.rivals,
    rule: context.settings.bidRule,
  };
}

/** CTEs that write a new version of the agent's order and queue the job that sends it. The job has no key: a shared key would block bids on other lots. */
export const orderParts = (lotId: number, order: StandingOrder, bidId: RawBuilder<number>) => sql`
  standing_order as (
    insert into agent_orders (lot_id, version, kind, bid_id, client_id, max_yen, overbid_yen, after_sale)
    values (${lotId}, ${order.version}, ${order.kind}, ${bidId}, ${order.clientId}, ${order.maxYen}, ${order.overbidYen},
      ${order.afterSale ?? false})
    on conflict (lot_id) do update set
      version = excluded.version, kind = excluded.kind, bid_id = excluded.bid_id, client_id = excluded.client_id,
      max_yen = excluded.max_yen, overbid_yen = excluded.overbid_yen, after_sale = excluded.after_sale,
      state = 'waiting', attempts = 0,
      next_attempt_at = clock_timestamp(), claim_token = null, claimed_until = null, acknowledged_at = null,
      last_error = null, updated_at = clock_timestamp()
    returning *),
  order_version as (
    insert into agent_order_versions (lot_id, version, kind, bid_id, client_id, max_yen, overbid_yen, after_sale)
    select lot_id, version, kind, bid_id, client_id, max_yen, overbid_yen, after_sale from standing_order),
  woken as (select graphile_worker.add_job('deliver_orders', '{}'::json, max_attempts := ${JOBS.deliver_orders.attempts}::int)
    from standing_order)`;

export async function writeOrder(tx: Tx, lotId: number, order: StandingOrder): Promise<void> {
  await sql`with ${orderParts(lotId, order, sql<number>`${order.bidId}::bigint`)} select count(*) from woken`.execute(
    tx,
  );
}

/** The newest order of a locked lot if its delivery failed: the agent refused it, or it was too late. */
export const findFailedOrder = (tx: Tx, lotId: number) =>
  tx
    .selectFrom('agent_orders')
    .select('after_sale as afterSale')
    .where('lot_id', '=', lotId)
    .where('state', '=', 'failed')
    .executeTakeFirst();
