import type { PoolClient } from 'pg';

/** The rows that come again in the feed, running lots from all over the table, and the time their stamps count from; answers how many. */
export async function keepRows(client: PoolClient, count: number): Promise<number> {
  await client.query(
    `create temp table bench_rows as
     select id, row_number() over (order by id) - 1 as place, now() as stamped_at
       from (select id from lots where lot_source = 'auction' and status in (4531, 4532) and not is_private
              order by hashint8(id) limit ${count}) kept`,
  );
  await client.query('create unique index on bench_rows (place)');
  await client.query('analyze bench_rows');
  const { rows } = await client.query<{ rows: number }>('select count(*)::integer as rows from bench_rows');
  return rows[0]?.rows ?? 0;
}

interface Wanted {
  /** Seconds after they were kept, by which a feed says what is newer: a stamp may be a little ahead of the clock. */
  later: number;
  dearerYen: number;
  /** Places of the first row and of the one behind the last; all without. */
  part?: [from: number, to: number];
}

const STAMP = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`;

/** The kept rows as NDJSON of the feed, so many seconds later and dearer than they stand in the table. */
export async function feedLines(
  client: PoolClient,
  { later, dearerYen, part = [0, Number.MAX_SAFE_INTEGER] }: Wanted,
): Promise<string> {
  const { rows } = await client.query<{ line: string }>(
    `select (jsonb_build_object(
         'kind', 'lot', 'source', l.source, 'sourceId', l.source_id,
         'updatedAt', to_char((b.stamped_at + make_interval(secs => $1)) at time zone 'UTC', ${STAMP}),
         'vehicle', vehicle, 'lotSource', lot_source, 'house', h.name,
         'auctionDate', to_char(auction_at at time zone 'UTC', ${STAMP}), 'lotNo', lot_no, 'maker', maker,
         'model', model, 'grade', grade, 'year', year, 'month', month, 'engine', engine_cc, 'gearbox', gearbox)
       || jsonb_build_object(
         'drive', drive, 'color', color, 'mileage', mileage_km, 'condition', condition, 'equip', equip,
         'chassis', chassis_number, 'horsePower', horse_power, 'startPrice', start_price_yen + $2, 'images', images,
         'info', remarks, 'videos', videos, 'mileageNote', mileage_note, 'mileageMark', mileage_mark, 'demo', is_demo)
       || case when sheet is null then '{}' else jsonb_build_object('sheet', sheet) end
       || case when inspection is null then '{}' else jsonb_build_object('inspection', inspection) end)::text as line
       from lots l join auction_houses h on h.id = l.house_id join bench_rows b on b.id = l.id
      where b.place >= $3 and b.place < $4 order by l.id`,
    [later, dearerYen, ...part],
  );
  return rows.map((row) => `${row.line}\n`).join('');
}
