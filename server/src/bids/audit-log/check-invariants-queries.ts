import { BID_STATUS } from '@seri/contract/bids/statuses.ts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { BID, LOT } from '../../platform/db/numbers.ts';
import { parseContext } from '../core/context.ts';
import { nextOrder } from '../core/next-order.ts';
import { findFault, type StoredDecision } from '../groups/check-decisions.ts';
import { findExposures } from '../outcomes/outcome-queries.ts';
import { findBrokenChains } from './check-events.ts';
import { findUnreplayed } from './replay-log-queries.ts';

/**
 * Describes every violated invariant of bids and money; empty for a healthy database.
 * Reads one snapshot without locks, so it may run on a live portal.
 */
export async function findBrokenInvariants(db: Db): Promise<string[]> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      await sql`set local statement_timeout = '5min'`.execute(tx);
      const plain = await Promise.all(INVARIANTS.map((query) => query.execute(tx)));
      return [
        ...(await wrongExposures(tx)),
        ...(await wrongOrders(tx)),
        ...(await wrongDecisions(tx)),
        ...(await findBrokenChains(tx)),
        ...(await findUnreplayed(tx)),
        ...plain.flatMap(({ rows }) => rows.map(({ broken }) => broken)),
      ];
    });
}

const invariant = sql<{ broken: string }>;

const INVARIANTS = [
  invariant`select format('client %s has %s live bids on lot %s', user_id, count(*), lot_id) as broken
    from bids where status in (${BID.new}, ${BID.bid}, ${BID.win}, ${BID.won})
   group by user_id, lot_id having count(*) > 1`,
  invariant`select format('lot %s is won %s times', lot_id, count(*)) as broken
    from bids where status in (${BID.win}, ${BID.won}) group by lot_id having count(*) > 1`,
  invariant`select format('%s orders of lot %s are accepted', count(*), lot_id) as broken
    from bids where lot_source = 'stock' and status in (${BID.bid}, ${BID.win}, ${BID.won})
   group by lot_id having count(*) > 1`,
  invariant`select format('bid %s offers %s, not a whole step', id, amount_yen) as broken
    from bids where lot_source = 'auction' and amount_yen % 5000 <> 0`,
  invariant`select format('bid %s has %s events for %s versions', b.id, count(e.id), b.version) as broken
    from bids b left join bid_events e on e.bid_id = b.id group by b.id
    having count(e.id) <> b.version or count(distinct e.after ->> 'version') <> b.version`,
  invariant`select format('bid %s does not match the end of its history', b.id) as broken
    from bids b where not exists (select 1 from bid_events e where e.bid_id = b.id and e.after @> bid_state(b))`,
  invariant`select format('event %s of bid %s does not follow the previous event', id, bid_id) as broken
    from (select id, bid_id, before, lag(after) over (partition by bid_id order by id) as previous from bid_events) chained
    where before is distinct from case when previous is null then null else previous - '{notForwardedNow,lastHourAccepted,offerYen,importVerdict,importDestination}'::text[] end`,
  invariant`select format('lot %s: order version %s, its last recorded version is %s', o.lot_id, o.version, max(v.version)) as broken
    from agent_orders o left join agent_order_versions v on v.lot_id = o.lot_id group by o.lot_id
    having max(v.version) is distinct from o.version or count(v.version) <> o.version`,
  invariant`select format('posting %s sums to %s', posting_id, sum(amount_yen)) as broken
    from ledger_entries group by posting_id having sum(amount_yen) <> 0`,
  invariant`select format('client %s shows %s, the entries say %s', c.user_id, c.balance_yen, coalesce(sum(e.amount_yen), 0)) as broken
    from bid_clients c left join ledger_accounts a on a.user_id = c.user_id
      left join ledger_entries e on e.account_id = a.id
    group by c.user_id having c.balance_yen <> coalesce(sum(e.amount_yen), 0)`,
  invariant`select format('client %s counts %s bids of %s, placed %s', c.user_id, c.bids_that_day, c.bids_day, count(b.id)) as broken
    from bid_clients c left join bids b
      on b.user_id = c.user_id and (b.created_at at time zone 'Asia/Tokyo')::date = c.bids_day
    group by c.user_id having c.bids_that_day <> count(b.id)`,
  // A win entered by a manager is a fact that no group can refuse, so only reported wins count.
  invariant`select format('client %s wins %s of group %s in round %s, which buys %s', b.user_id, count(*), b.group_value,
      b.group_round, g.cars) as broken
    from bids b join bid_groups g on g.user_id = b.user_id and g.value = b.group_value
    where b.status in (${BID.win}, ${BID.won}) and b.finish_reason = 'won' and b.group_round is not null and g.cars <> -1
    group by b.user_id, b.group_value, b.group_round, g.cars having count(*) > g.cars`,
  invariant`select format('bid %s is in round %s, its group has round %s', b.id, b.group_round, g.round) as broken
    from bids b left join bid_groups g on g.user_id = b.user_id and g.value = b.group_value
    where b.group_round is not null and b.group_round > coalesce(g.round, 0)`,
  invariant`select format('offer %s is asked, its bid %s has status %s and its lot %s', o.id, b.id, b.status, l.status) as broken
    from negotiation_offers o join bids b on b.id = o.bid_id join lots l on l.id = o.lot_id
    where o.state = 'asked' and (b.status <> ${BID.bid} or l.status <> ${LOT.notSold})`,
  invariant`select format('bid %s consented to offer %s, the agent never got the order', bid_id, id) as broken
    from negotiation_offers o where state = 'accepted' and not exists (select from agent_order_versions v
      where v.bid_id = o.bid_id and v.after_sale and v.kind = 'order' and v.max_yen = o.offer_yen and v.overbid_yen = 0)`,
  invariant`select format('bid %s is settled, its lot %s has no purchase', b.id, b.lot_id) as broken
    from bids b left join purchases p on p.bid_id = b.id where b.status = ${BID.won} and p.id is null`,
  invariant`select format('purchase %s belongs to bid %s in status %s', p.id, p.bid_id, b.status) as broken
    from purchases p join bids b on b.id = p.bid_id where b.status <> ${BID.won}`,
];

/** Recomputes with the contract's rule, not with a second one in SQL. */
async function wrongExposures(db: Db): Promise<string[]> {
  const sums = await findExposures(db, null);
  const clients = await db.selectFrom('bid_clients').select(['user_id', 'exposure_yen']).execute();
  return clients.flatMap(({ user_id, exposure_yen }) => {
    const sumYen = sums.get(user_id);
    return sumYen === exposure_yen ? [] : [`client ${user_id} has exposure ${exposure_yen}, the bids sum to ${sumYen}`];
  });
}

/** Lots whose agent does not have the order of the leading bid. Skips lots after the cut-off or with a result, where nothing is forwarded. */
async function wrongOrders(db: Db): Promise<string[]> {
  const { rows } = await sql<{ lot_id: number; facts: Record<string, unknown> }>`
    select l.id as lot_id, bid_context(0, l.id, null) as facts from lots l
    where l.lot_source = 'auction' and l.agent_cutoff_at > clock_timestamp()
      and (exists (select 1 from bids b where b.lot_id = l.id and b.status = ${BID.bid})
        or exists (select 1 from agent_orders o where o.lot_id = l.id and o.kind = 'order'))`.execute(db);
  return rows.flatMap(({ lot_id, facts }) => {
    const { order, rivals, settings } = parseContext(facts);
    const expected = nextOrder(order, rivals, settings.bidRule);
    if (!expected || rivals.some(({ status }) => status >= BID_STATUS.win)) return [];
    return [
      `lot ${lot_id}: the agent should have ${expected.kind} of bid ${expected.bidId}, but has ${order?.bidId ?? 'none'}`,
    ];
  });
}

/** Group decisions that violate the invariants of `findFault`. */
async function wrongDecisions(db: Db): Promise<string[]> {
  const { rows } = await sql<StoredDecision>`
    select id, to_json(at) #>> '{}' as at, cars, bids, decision from group_decisions order by id`.execute(db);
  return rows.flatMap((stored) => {
    const fault = findFault(stored);
    return fault ? [`decision ${stored.id}: ${fault}`] : [];
  });
}
