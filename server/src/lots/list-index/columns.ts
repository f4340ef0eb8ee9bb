import { BID_STATUS } from '@seri/contract/bids/statuses.ts';
import { PAGE_TYPES, type PageType } from '@seri/contract/lots/page-types.ts';

export const textOf = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/**
 * What the list index knows of a lot: the columns that lists filter, sort and count by, as PostgreSQL tells them and as
 * the engine holds them. They have the names of the table `lots`, so that one condition can be asked of either.
 */
const COLUMNS = {
  id: 'bigint',
  upcoming_page: 'utinyint',
  sales_page: 'utinyint',
  vehicle: 'varchar',
  lot_source: 'varchar',
  is_private: 'utinyint',
  viewers: 'integer[]',
  status: 'smallint',
  auction_day: 'date',
  bids_close_at: 'timestamptz',
  time_up: 'timestamp',
  time_down: 'timestamp',
  house_id: 'integer',
  lot_no: 'integer',
  lot_no_padded: 'integer',
  maker: 'varchar',
  model: 'varchar',
  model_text: 'varchar',
  chassis_code: 'varchar',
  year: 'smallint',
  condition: 'varchar',
  condition_rank: 'smallint',
  mileage_km: 'integer',
  engine_cc: 'integer',
  gearbox: 'varchar',
  color: 'varchar',
  equip: 'varchar',
  start_price_yen: 'integer',
  sold_price_yen: 'integer',
  trim_words: 'varchar',
  condition_band: 'smallint',
  mileage_band: 'smallint',
  has_order: 'boolean',
} as const;

/** The first accepted order takes a lot at a fixed price. */
const ACCEPTED = [BID_STATUS.bid, BID_STATUS.win, BID_STATUS.won];

const names = Object.keys(COLUMNS);

/** A page as the engine holds it, from 1 on. */
export const pageNumber = (pageType: PageType): number => PAGE_TYPES.indexOf(pageType) + 1;
const pageNumberIn = (column: string) => `array_position(array[${PAGE_TYPES.map(textOf).join(', ')}], ${column})`;

/** Where a column is not simply that of `lots`. */
const MADE: Record<string, string> = {
  upcoming_page: pageNumberIn('upcoming_page'),
  sales_page: pageNumberIn('sales_page'),
  is_private: 'is_private::integer',
  viewers: 'to_json(viewers)',
  lot_no_padded: `rpad(lot_no::text, 7, '0')::integer`,
  has_order: `lot_source = 'stock' and exists (
    select from bids where bids.lot_id = lots.id and bids.lot_source = 'stock' and bids.status in (${ACCEPTED.join(', ')}))`,
};

/** Lots of one kind for `copy … to stdout`; `where` narrows them further. */
export const copyOf = (table: ListTable, where: string): string =>
  `copy (select ${names.map((name) => `${MADE[name] ?? name} as ${name}`).join(', ')}
           from lots where ${STANDS_IN[table]} and ${where}) to stdout (format csv)`;

/** Lots to come, and sales of the past: each question is about one of them, and sales are many times as many. */
export const LIST_TABLES = ['coming', 'sales'] as const;
export type ListTable = (typeof LIST_TABLES)[number];
const STANDS_IN: Record<ListTable, string> = { coming: 'upcoming_page is not null', sales: 'sales_page is not null' };
/** One model's lots lie together: a question about a model reads little. */
export const FILLED_IN_ORDER: Record<ListTable, string> = {
  coming: 'order by upcoming_page, maker, model, time_down desc',
  sales: 'order by sales_page, maker, model, time_down desc',
};

const typed = (pair: (name: string, type: string) => string) =>
  Object.entries(COLUMNS).map(([name, type]) => pair(name, type));

/** A file with other columns, or with columns made in another way, is filled anew. */
export const FORMAT = JSON.stringify([COLUMNS, MADE]);

export const CREATE_TABLES = [
  ...LIST_TABLES.map((table) => `create table ${table} (${typed((name, type) => `${name} ${type}`).join(', ')})`),
  'create table auction_houses (id integer, name varchar)',
  'create table index_state (format varchar, database varchar, version varchar, current_at_ms bigint)',
];

/** Reads what PostgreSQL's `copy … (format csv)` wrote, which tells an empty text from an unknown one by its quotes. */
export const selectFrom = (file: string): string =>
  `select * from read_csv(${textOf(file)}, header = false, auto_detect = false, delim = ',', quote = '"', escape = '"',
     nullstr = '', allow_quoted_nulls = false, max_line_size = 1000000,
     columns = {${typed((name, type) => `${name}: ${textOf(type)}`).join(', ')}})`;
