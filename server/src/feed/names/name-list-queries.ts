import type { NameKind, NameState } from '@seri/contract/feed/list-search.ts';
import { type FeedName, MAX_COUNTED_LOTS } from '@seri/contract/feed/name-service-routes.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';

export interface NameFilter {
  kind: NameKind;
  state: NameState;
  maker?: string | undefined;
  search?: string | undefined;
  page: number;
  pageSize: number;
}

/** Lots with a name, in forms that match the indexes. */
const CARRIES: Record<NameKind, RawBuilder<boolean>> = {
  maker: sql`l.maker = n.name`,
  model: sql`l.maker = n.maker and l.model = n.name`,
  color: sql`l.color = n.name`,
  grade: sql`l.condition = n.name`,
  house: sql`l.house_id = (select h.id from auction_houses h where h.name = n.name)`,
};

/** Lots whose source wrote a merged name. */
const WROTE = sql<boolean>`l.source_names @> jsonb_build_object(n.kind, n.name) and (n.maker = '' or l.maker = n.maker)`;

function lotsOf({ kind, state }: NameFilter) {
  const lots = sql`select 1 from lots l where ${state === 'merged' ? WROTE : CARRIES[kind]}`;
  const waiting = sql`select 1 from quarantined_rows w where w.house = n.name`;
  return kind === 'house' && state === 'new' ? waiting : lots;
}

function fits({ kind, state, maker, search = '' }: NameFilter): RawBuilder<boolean> {
  const like = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
  const found =
    search === '' ? sql`true` : sql`(n.name ilike ${like} or n.maker ilike ${like} or n.stands_for ilike ${like})`;
  // Models of a merged maker are listed under its canonical maker.
  return sql<boolean>`n.kind = ${kind} and n.state = ${state} and ${found}
    and ${maker === undefined ? sql`true` : sql`n.maker = ${maker}`} and ${unlessOfMerged}`;
}
const unlessOfMerged = sql`not exists (
  select from feed_names m where n.kind = 'model' and m.kind = 'maker' and m.maker = '' and m.name = n.maker
     and m.state = 'merged')`;

type Found = Omit<FeedName, 'firstSeenAt' | 'lastSeenAt' | 'decided' | 'moreLots'> & {
  firstSeenAt: Date;
  lastSeenAt: Date;
  decidedBy: string | null;
  decidedAt: Date | null;
};

/** New names: the latest first; others alphabetically. */
export async function findNames(db: Db, filter: NameFilter): Promise<Found[]> {
  const { state, page, pageSize } = filter;
  const order = state === 'new' ? sql`n.first_seen_at desc, n.id desc` : sql`n.maker, n.name, n.id`;
  const { rows } = await sql<Found>`
    with shown as materialized (
      select n.* from feed_names n where ${fits(filter)} order by ${order} limit ${pageSize} offset ${(page - 1) * pageSize}
    )
    select n.id as "nameId", n.kind, n.maker, n.name, n.state, n.stands_for as "standsFor", n.source,
           n.first_seen_at as "firstSeenAt", n.last_seen_at as "lastSeenAt",
           (select count(*)::integer from (${lotsOf(filter)} limit ${MAX_COUNTED_LOTS + 1}) counted) as lots,
           (select jsonb_build_object('id', l.id::text, 'lotNo', l.lot_no, 'house', h.name,
                     'pageType', coalesce(l.upcoming_page, l.sales_page,
                       case when l.lot_source = 'stock' then 'stock' when l.vehicle = 'car' then 'stats' else 'bike-stats' end))
              from lots l join auction_houses h on h.id = l.house_id
             where ${state === 'merged' ? WROTE : CARRIES[filter.kind]} and not l.is_private limit 1) as example,
           case when n.state = 'new' then (
             select jsonb_build_object('nameId', o.id, 'name', o.name) from feed_names o
              where o.kind = n.kind and o.maker = n.maker and o.state = 'own' and o.id <> n.id
                and (o.letters = n.letters and n.letters <> '' or o.name = n.hint)
              order by o.name = n.hint desc nulls last, o.id limit 1) end as suggestion,
           e.by as "decidedBy", e.at as "decidedAt",
           (select r.lots_changed from feed_renamings r
             where r.name_id = n.id and r.finished_at is null order by r.id desc limit 1) as changing
      from shown n
      left join lateral (
        select coalesce(u.full_name, t.name) as by, e.at
          from feed_name_events e left join users u on u.id = e.actor_id left join service_tokens t on t.id = e.token_id
         where e.name_id = n.id order by e.id desc limit 1) e on true
     order by ${order}`.execute(db);
  return rows;
}

export async function countNames(
  db: Db,
  filter: NameFilter,
): Promise<{ found: number; counters: { kind: NameKind; names: number }[] }> {
  const [found, counters] = await Promise.all([
    sql<{ names: number }>`select count(*)::integer as names from feed_names n where ${fits(filter)}`.execute(db),
    sql<{ kind: NameKind; names: number }>`
      select kind, count(*)::integer as names from feed_names n
       where state = ${filter.state} and ${unlessOfMerged} group by kind`.execute(db),
  ]);
  return { found: found.rows[0]?.names ?? 0, counters: counters.rows };
}
