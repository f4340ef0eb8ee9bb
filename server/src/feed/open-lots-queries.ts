import { LOT_STATUS } from '@seri/contract/lots/statuses.ts';
import type { PoolClient } from 'pg';
import { linesOf } from './staging-queries.ts';

/** More than lots lie on a page. */
const PLACES_OF_A_PAGE = 10_000;

/** Each row is looked up by itself: of rows that were just staged the planner does not know how few they are. */
const OPEN = `
with open as (
  select s.line, l.at[0]::bigint * ${PLACES_OF_A_PAGE} + l.at[1]::bigint as place
    from (select line, source, source_id from ${linesOf('feed_lots_stage', '$1')} lots union all
          select line, source, source_id from ${linesOf('feed_outcomes_stage', '$1')} outcomes where not from_lot) s
    cross join lateral (
      select l.ctid::text::point as at from lots l
       where l.source = s.source and l.source_id = s.source_id
         and l.status in (${LOT_STATUS.ongoing}, ${LOT_STATUS.upcoming}) and l.auction_at > now()
      offset 0) l
)
select json_agg(line) as lines, json_agg(place) as places from open`;

interface OpenLines {
  lines: number[] | null;
  places: number[];
}

/** Which of these lines are staged of lots that somebody may bid on, and where those lots lie on disk. */
export async function findOpenLines(client: PoolClient, given: number[]): Promise<[line: number, place: number][]> {
  const { rows } = await client.query<OpenLines>({ name: 'open lines', text: OPEN, values: [given] });
  const { lines, places } = rows[0] as OpenLines;
  return (lines ?? []).map((line, at) => [line, places[at] as number]);
}
