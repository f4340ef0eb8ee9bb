import type { PoolClient } from 'pg';

interface Listed {
  source: string;
  sourceId: string;
}

const OPEN = `
select l.source, l.source_id as "sourceId"
  from unnest($1::text[], $2::text[]) given(source, source_id)
  join lots l on l.source = given.source and l.source_id = given.source_id
 where l.status in (4531, 4532) and l.auction_at > now()
 order by l.ctid`;

/** Of these lots those that somebody may bid on, by `lotKey`, with their places in the order they lie in on disk. */
export async function findOpenLots(client: PoolClient, lots: readonly Listed[]): Promise<Map<string, number>> {
  const { rows } = await client.query<Listed>(OPEN, [
    lots.map(({ source }) => source),
    lots.map(({ sourceId }) => sourceId),
  ]);
  return new Map(rows.map((row, place) => [lotKey(row), place]));
}

export const lotKey = ({ source, sourceId }: Listed): string => `${source}\0${sourceId}`;
