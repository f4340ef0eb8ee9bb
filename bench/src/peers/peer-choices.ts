import { Pool } from 'pg';
import type { Chosen } from './peer-groonga.ts';

/** Filters in turn, enough that neither side has one cached when it returns. */
const MODELS = 60;
export const YEARS = 10;
const FIRST_YEAR = 2005;
const LOTS = 500;

/** The most frequent models, each from several years on. */
export async function chosenOf(url: string): Promise<Chosen[]> {
  const rows = await rowsOf<{ maker: string; model: string }>(
    url,
    `select maker, model from lots where upcoming_page = 'car-auction' group by 1, 2 order by count(*) desc limit ${MODELS}`,
  );
  const years = Array.from({ length: YEARS }, (_, at) => FIRST_YEAR + at);
  return rows.flatMap(({ maker, model }) => years.map((yearFrom) => ({ maker, model, yearFrom })));
}

export async function someLots(url: string): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    url,
    `select id from lots where upcoming_page = 'car-auction' and not is_private order by hashint8(id) limit ${LOTS}`,
  );
  return rows.map(({ id }) => id);
}

async function rowsOf<Row extends object>(url: string, statement: string): Promise<Row[]> {
  const pool = new Pool({ connectionString: url, max: 1 });
  const { rows } = await pool.query<Row>(statement);
  await pool.end();
  return rows;
}
