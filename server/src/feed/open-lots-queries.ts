import type { PoolClient } from 'pg';

/** Each row is looked up by itself: of rows that were just staged the planner does not know how few they are. */
const OPEN = `
with open as (
  select s.line, dense_rank() over (order by l.at) as place
    from (select line, source, source_id from feed_lots_stage union all
          select line, source, source_id from feed_outcomes_stage where not from_lot) s
    cross join lateral (
      select l.ctid as at from lots l
       where l.source = s.source and l.source_id = s.source_id and l.status in (4531, 4532) and l.auction_at > now()
      offset 0) l
)
select json_agg(line order by place) as lines, json_agg(place order by place) as places from open`;

interface OpenLines {
  lines: number[] | null;
  places: number[];
}

/**
 * The lines staged of lots that somebody may bid on, with the places of those lots in the order they lie in on disk,
 * counted from one.
 */
export async function findOpenLines(client: PoolClient): Promise<Map<number, number>> {
  const { rows } = await client.query<OpenLines>({ name: 'open lines', text: OPEN });
  const { lines, places } = rows[0] as OpenLines;
  return new Map((lines ?? []).map((line, at) => [line, places[at] as number]));
}
