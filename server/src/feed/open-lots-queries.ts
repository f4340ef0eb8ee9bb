import type { PoolClient } from 'pg';

interface Listed {
  source: string;
  sourceId: string;
}

const OPEN = `
select l.source, l.source_id as "sourceId"
  from unnest($1::text[], $2::text[]) given(source, source_id)
  join lots l on l.source = given.source and l.source_id = given.source_id
 where l.status in (4531, 4532) and l.auction_at > now()`;

/** Of these lots those that somebody may bid on, as keys of `lotKey`. */
export async function findOpenLots(client: PoolClient, lots: readonly Listed[]): Promise<Set<string>> {
  const { rows } = await client.query<Listed>(OPEN, [
    lots.map(({ source }) => source),
    lots.map(({ sourceId }) => sourceId),
  ]);
  return new Set(rows.map(lotKey));
}

export const lotKey = ({ source, sourceId }: Listed): string => `${source}\0${sourceId}`;
