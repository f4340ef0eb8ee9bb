import type { LotRow } from '@seri/contract/feed/rows.ts';
import { sql } from 'kysely';
import type { PoolClient } from 'pg';
import type { Db } from '../../platform/db/db.ts';
import { writeNames } from '../staging/name-queries.ts';
import { sourceRow } from './alias-resolver.ts';
import type { Refusal } from './merge-rows.ts';

/** Maximum quarantine; beyond it such a lot is refused like an invalid row. Rows untouched for a month are deleted. */
const MAX_QUARANTINED = 20_000;
const RETENTION_DAYS = 30;

/** Quarantines lots of unknown auction houses, and records those houses for managers. */
export async function quarantineLots(client: PoolClient, refusals: readonly Refusal[]): Promise<void> {
  const lots = refusals.flatMap(({ entry: { row }, house }) =>
    house !== undefined && row.kind === 'lot' ? [sourceRow(row)] : [],
  );
  if (lots.length === 0) return;
  await writeNames(
    client,
    lots.map(({ house, source }) => ({ kind: 'house', maker: '', name: house, source, state: 'new' })),
  );
  await insertQuarantined(client, lots);
}

async function insertQuarantined(client: PoolClient, lots: readonly LotRow[]): Promise<void> {
  await client.query(`delete from quarantined_rows where kept_at < now() - make_interval(days => $1)`, [
    RETENTION_DAYS,
  ]);
  await client.query(
    `insert into quarantined_rows as w (source, source_id, house, updated_at, lot)
     select distinct on (1, 2) lot ->> 'source', lot ->> 'sourceId', lot ->> 'house', (lot ->> 'updatedAt')::timestamptz, lot
       from jsonb_array_elements($1::jsonb) with ordinality given(lot, line)
      order by 1, 2, 4 desc, line desc
      limit greatest(0, $2 - (select count(*) from quarantined_rows))
     on conflict (source, source_id) do update set
       house = excluded.house, updated_at = excluded.updated_at, lot = excluded.lot, kept_at = now()
     where excluded.updated_at >= w.updated_at`,
    [JSON.stringify(lots), MAX_QUARANTINED],
  );
}

interface QuarantinedRow {
  source: string;
  sourceId: string;
  updatedAt: Date;
  lot: LotRow;
}

const BATCH_SIZE = 1_000;

/** Quarantined lots whose auction house now has a row or is an alias of one that has. */
export async function findImportable(db: Db): Promise<QuarantinedRow[]> {
  const { rows } = await sql<QuarantinedRow>`
    select w.source, w.source_id as "sourceId", w.updated_at as "updatedAt", w.lot
      from quarantined_rows w
      left join feed_names n on n.kind = 'house' and n.maker = '' and n.name = w.house and n.state = 'merged'
     where exists (select from auction_houses h where h.name = coalesce(n.stands_for, w.house))
     order by w.source, w.source_id limit ${BATCH_SIZE}`.execute(db);
  return rows;
}

/** Keeps rows that arrived again in the meantime. */
export const deleteQuarantined = (db: Db, rows: readonly QuarantinedRow[]) =>
  sql`delete from quarantined_rows w
       using jsonb_to_recordset(${JSON.stringify(rows.map(({ lot: _, ...row }) => row))}::jsonb)
             as g(source text, "sourceId" text, "updatedAt" timestamptz(3))
       where w.source = g.source and w.source_id = g."sourceId" and w.updated_at = g."updatedAt"`.execute(db);
