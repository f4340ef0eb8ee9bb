import type { PoolClient } from 'pg';

/**
 * Stores the rows that the feed sends again, running lots from all over the table, and their base timestamp; returns
 * their number.
 */
export async function storeRows(client: PoolClient, count: number): Promise<number> {
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

interface FeedLines {
  /** Seconds after the stored timestamp, which mark newer rows; timestamps may be slightly ahead of the clock. */
  later: number;
  raiseYen: number;
  /** Index of the first row and of the end; all rows by default. */
  part?: [from: number, to: number];
}

const STAMP = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`;

/** The stored rows as NDJSON, `later` seconds newer and with higher prices than in the table. */
export async function feedLines(
  client: PoolClient,
  { later, raiseYen, part = [0, Number.MAX_SAFE_INTEGER] }: FeedLines,
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
       || coalesce((facts->'feed') - 'powerPs' - 'drive', '{}')
       || case when sheet is null then '{}' else jsonb_build_object('sheet', sheet) end
       || case when inspection is null then '{}' else jsonb_build_object('inspection', inspection) end)::text as line
       from lots l join auction_houses h on h.id = l.house_id join bench_rows b on b.id = l.id
      where b.place >= $3 and b.place < $4 order by l.id`,
    [later, raiseYen, ...part],
  );
  return rows.map((row) => `${row.line}\n`).join('');
}
