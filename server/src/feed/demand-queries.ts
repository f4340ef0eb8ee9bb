import type { PoolClient } from 'pg';

interface Listed {
  source: string;
  sourceId: string;
}

const SOON_HOURS = 3;
/** The lots first: asked at once for the few in demand, the planner looks through all that have not run. */
const IN_DEMAND = `
with named as materialized (
  select l.id, l.source, l.source_id, l.status, l.bids_close_at
    from unnest($1::text[], $2::text[]) given(source, source_id)
    join lots l on l.source = given.source and l.source_id = given.source_id
)
select l.source, l.source_id as "sourceId"
  from named l
 where l.bids_close_at > now() and l.status in (4531, 4532)
   and (l.bids_close_at < now() + make_interval(hours => ${SOON_HOURS})
        or exists (select from bids b where b.lot_id = l.id and b.status in (1, 2, 3, 6)))`;

/** Of these lots those with an open bid, and those on which bidding ends soon. */
export async function findLotsInDemand(client: PoolClient, lots: readonly Listed[]): Promise<Set<string>> {
  const { rows } = await client.query<Listed>(IN_DEMAND, [
    lots.map(({ source }) => source),
    lots.map(({ sourceId }) => sourceId),
  ]);
  return new Set(rows.map(({ source, sourceId }) => `${source}\0${sourceId}`));
}
