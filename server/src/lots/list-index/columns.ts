import { createHash } from 'node:crypto';
import { BID_STATUS } from '@seri/contract/bids/statuses.ts';
import { DOOR_VERDICTS, isProhibited, strictness } from '@seri/contract/costs/verdicts.ts';
import type { LotFacet } from '@seri/contract/lots/filter.ts';
import { PAGE_TYPES, type PageType } from '@seri/contract/lots/page-types.ts';

export const textOf = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Upcoming lots and past sales. A query reads only one of them, and there are many times as many sales. */
export const LIST_TABLES = ['coming', 'sales'] as const;
export type ListTable = (typeof LIST_TABLES)[number];

/**
 * The columns of the list index: those that lists filter, sort and count by, with the type that the engine stores. They
 * have the names of the table `lots`, so that the same condition works in both databases.
 */
const LOT_COLUMNS = {
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
  maker_number: 'bigint',
  model: 'varchar',
  model_number: 'bigint',
  model_text: 'varchar',
  chassis_code: 'varchar',
  year: 'smallint',
  condition: 'varchar',
  condition_number: 'integer',
  condition_rank: 'smallint',
  mileage_km: 'integer',
  displacement_cc: 'integer',
  gearbox: 'varchar',
  gearbox_number: 'integer',
  color: 'varchar',
  equip: 'varchar',
  remarks: 'varchar',
  start_price_yen: 'integer',
  sold_price_yen: 'integer',
  trim_words: 'varchar',
  condition_band: 'smallint',
  mileage_band: 'smallint',
  average_price_yen: 'integer',
  horse_power: 'integer',
  born_month: 'integer',
  fuel: 'varchar',
  hybrid: 'varchar',
  drive_kind: 'varchar',
  steering: 'varchar',
  body: 'varchar',
  seats: 'smallint',
  interior_grade: 'varchar',
  repaired: 'varchar',
  created_at: 'timestamptz',
  has_order: 'boolean',
} as const;

/**
 * Slots of `lot_doors` with columns of their own: a query then reads one door, where an array is read with all of its doors.
 * The slots after them, of a table with very many destinations, are together in one array.
 */
const DOORS_IN_COLUMNS = 24;
const doorPlaces = Array.from({ length: DOORS_IN_COLUMNS }, (_, place) => place + 1);
const eachDoor = (columns: (slot: number) => Record<string, string>): Record<string, string> =>
  Object.assign({}, ...doorPlaces.map(columns));
const DOOR_COLUMNS: Record<string, string> = {
  ...eachDoor((slot) => ({
    [`door_least_${slot}`]: 'integer',
    [`door_most_${slot}`]: 'integer',
    [`door_verdict_${slot}`]: 'utinyint',
  })),
  ...{ more_least: 'integer[]', more_most: 'integer[]', more_verdicts: 'smallint[]' },
};
/** Expressions of the engine for totals and verdict at a door. */
export const doorExpressions = (slot: number): Record<'leastYen' | 'mostYen' | 'verdict', string> => {
  const more = slot - DOORS_IN_COLUMNS;
  return more > 0
    ? { leastYen: `more_least[${more}]`, mostYen: `more_most[${more}]`, verdict: `more_verdicts[${more}]` }
    : { leastYen: `door_least_${slot}`, mostYen: `door_most_${slot}`, verdict: `door_verdict_${slot}` };
};
/** Lists of past sales have no totals at the door. */
const COLUMNS: Record<ListTable, Record<string, string>> = {
  coming: { ...LOT_COLUMNS, ...DOOR_COLUMNS },
  sales: LOT_COLUMNS,
};

/**
 * Numbers that most filters compare, stored without compression: unpacking them takes a fifth of the time of a list with many
 * filters. They take half as much room again.
 */
const UNCOMPRESSED: ReadonlySet<string> = new Set([
  ...(['auction_day', 'house_id', 'year', 'condition_rank', 'mileage_km', 'displacement_cc'] as const),
  ...(['start_price_yen', 'sold_price_yen', 'average_price_yen', 'born_month'] as const),
  ...(['condition_number', 'gearbox_number'] as const),
] satisfies (keyof typeof LOT_COLUMNS)[]);
const stored = (name: string, type: string) =>
  `${name} ${type}${UNCOMPRESSED.has(name) ? ' using compression uncompressed' : ''}`;

/** Columns of the choices of filters. */
export const FACET_COLUMNS = {
  condition: 'condition',
  gearbox: 'gearbox',
  auction: 'house_id',
  status: 'status',
  color: 'color',
  chassis: 'chassis_code',
  fuel: 'fuel',
  hybrid: 'hybrid',
  drive: 'drive_kind',
  steering: 'steering',
  body: 'body',
  seats: 'seats',
  trim: 'trim_words',
  interior: 'interior_grade',
  repaired: 'repaired',
} as const satisfies Record<LotFacet, string>;

/**
 * Facets whose values together make few combinations: a million lots have some thousands. Each combination has a number
 * in a table of the index, and each lot the numbers of its own, so that choices are judged and counted for combinations
 * instead of lots.
 */
export const COMBINED = {
  kinds: ['gearbox', 'fuel', 'hybrid', 'drive', 'steering', 'body', 'seats', 'repaired'],
  states: ['condition', 'color', 'interior', 'status'],
} as const satisfies Record<string, readonly LotFacet[]>;
export type CombinationTable = keyof typeof COMBINED;
export const COMBINATION_TABLES = Object.keys(COMBINED) as CombinationTable[];
export const columnsOf = (table: CombinationTable): string[] => COMBINED[table].map((facet) => FACET_COLUMNS[facet]);
/**
 * Words that many filters name, each with a number beside it in a column of its own, the same in every index: comparing one
 * number takes half the time of comparing bits (facet-bits.ts). Of a hundred words two have the same number once in a
 * million; a word made up to have the number of another only finds its lots.
 */
const NUMBERED = ['condition', 'gearbox'] as const satisfies readonly LotFacet[];
export type NumberedFacet = (typeof NUMBERED)[number];
export const isNumbered = (facet: LotFacet): facet is NumberedFacet => NUMBERED.some((one) => one === facet);
export const wordNumberColumn = (facet: NumberedFacet): string => `${facet}_number`;
export const wordNumber = (word: string): number => createHash('md5').update(word).digest().readInt32BE();
const wordNumberOf = (column: NumberedFacet) => `('x' || left(md5(${column}), 8))::bit(32)::integer`;
/** Columns of a combination in the index. */
const storedColumnsOf = (table: CombinationTable): string[] => [
  ...columnsOf(table),
  ...COMBINED[table].filter(isNumbered).map(wordNumberColumn),
];
/** Columns of a lot with the numbers of its combinations, and with the bits of their values (facet-bits.ts). */
export const NUMBER_COLUMN: Record<CombinationTable, string> = { kinds: 'kind_number', states: 'state_number' };
export const BITS_COLUMN: Record<CombinationTable, string> = { kinds: 'kind_bits', states: 'state_bits' };

/** The first accepted order takes a lot at a fixed price. */
const ACCEPTED = [BID_STATUS.bid, BID_STATUS.win, BID_STATUS.won];

/** The number that identifies a page type in the engine; 1 is the first. */
export const pageNumber = (pageType: PageType): number => PAGE_TYPES.indexOf(pageType) + 1;
const pageNumberIn = (column: string) => `array_position(array[${PAGE_TYPES.map(textOf).join(', ')}], ${column})`;

/** Means an unknown total in the arrays of `lot_doors`. */
export const UNKNOWN_TOTAL_YEN = 2_147_483_647;
/** Numbers of the verdicts that prohibit an import. */
export const PROHIBITED = DOOR_VERDICTS.filter(isProhibited).map(strictness).join(', ');
/** Without the totals of vehicles that may not be imported, so that a query need not read the verdicts as well. */
const namedTotal = (total: string, verdict: string) =>
  `case when ${verdict} in (${PROHIBITED}) then ${UNKNOWN_TOTAL_YEN} else ${total} end`;
const moreTotals = (column: 'least_yen' | 'most_yen') => `to_json(array(
  select ${namedTotal('total', 'verdict')}
    from unnest(${column}[${DOORS_IN_COLUMNS + 1}:], verdicts[${DOORS_IN_COLUMNS + 1}:])
         with ordinality slot (total, verdict, place) order by place))`;
const hasMore = (value: string) => `case when cardinality(verdicts) > ${DOORS_IN_COLUMNS} then ${value} end`;

const digitsOf = (text: string, digits: number) => createHash('md5').update(text).digest('hex').slice(0, digits);

/** Hexadecimal digits in the number of a model. Two of 500 models of a maker share ten digits once in ten million. */
const DIGITS = { maker: 5, model: 10 };
/**
 * Number of a model of a maker, the same in every index; the models of a maker follow each other. Rows are stored and
 * skipped by it, because the engine compares only the first eight characters of a text: "LAND CRUISER PRADO" would read
 * all other Land Cruisers.
 */
export function modelNumber(maker: string, model: string): bigint {
  return BigInt(`0x${digitsOf(maker, DIGITS.maker)}${digitsOf(model, DIGITS.model)}`);
}

const MAKER_DIGITS = 15;
/**
 * Number of a maker, with so many digits that no two have the same. Almost all rows that are stored together have the same
 * one, so that the engine takes or skips all of them without comparing each, as it does with texts.
 */
export const makerNumber = (maker: string): bigint => BigInt(`0x${digitsOf(maker, MAKER_DIGITS)}`);

/** Expressions for the columns that differ from the column of `lots`. */
const MADE: Record<string, string> = {
  upcoming_page: pageNumberIn('upcoming_page'),
  sales_page: pageNumberIn('sales_page'),
  is_private: 'is_private::integer',
  viewers: 'to_json(viewers)',
  maker_number: `('x0' || left(md5(maker), ${MAKER_DIGITS}))::bit(64)::bigint`,
  model_number: `('x0' || left(md5(maker), ${DIGITS.maker}) || left(md5(model), ${DIGITS.model}))::bit(64)::bigint`,
  condition_number: wordNumberOf('condition'),
  gearbox_number: wordNumberOf('gearbox'),
  lot_no_padded: `rpad(lot_no::text, 7, '0')::integer`,
  ...eachDoor((slot) => ({
    [`door_least_${slot}`]: namedTotal(`least_yen[${slot}]`, `verdicts[${slot}]`),
    [`door_most_${slot}`]: namedTotal(`most_yen[${slot}]`, `verdicts[${slot}]`),
    [`door_verdict_${slot}`]: `verdicts[${slot}]`,
  })),
  more_least: hasMore(moreTotals('least_yen')),
  more_most: hasMore(moreTotals('most_yen')),
  more_verdicts: hasMore(`to_json(verdicts[${DOORS_IN_COLUMNS + 1}:])`),
  has_order: `lot_source = 'stock' and exists (
    select from bids where bids.lot_id = lots.id and bids.lot_source = 'stock' and bids.status in (${ACCEPTED.join(', ')}))`,
};

/** Lots of one kind for `copy … to stdout`; `where` narrows them further. */
export const copyOf = (table: ListTable, where: string): string =>
  `copy (select ${Object.keys(COLUMNS[table])
    .map((name) => `${MADE[name] ?? name} as ${name}`)
    .join(', ')}
           from lots left join lot_doors on lot_id = lots.id where ${STANDS_IN[table]} and ${where}) to stdout (format csv)`;

const STANDS_IN: Record<ListTable, string> = { coming: 'upcoming_page is not null', sales: 'sales_page is not null' };
/** Lots of one model are stored together, so that a query for a model reads few blocks. */
export const FILLED_IN_ORDER: Record<ListTable, string> = {
  coming: 'order by upcoming_page, model_number, time_down desc',
  sales: 'order by sales_page, model_number, time_down desc',
};

const typed = (table: ListTable, pair: (name: string, type: string) => string) =>
  Object.entries(COLUMNS[table]).map(([name, type]) => pair(name, type));

/** The files of the index. The size of the groups is one of a whole file, so upcoming lots have a file of their own. */
export const INDEX_FILES = ['lists', 'upcoming'] as const;
export type IndexFile = (typeof INDEX_FILES)[number];

/**
 * Rows that the engine reads or skips together by their least and greatest number of a model. Fewer for upcoming lots, where
 * lists of two models then take two thirds of the time; in lists of all sales a third more.
 */
export const ROWS_OF_GROUP: Record<IndexFile, number> = { lists: 24_576, upcoming: 8_192 };

/** Only searched in, so in lower case: the engine then looks for letters without changing each text first. */
const IN_LOWER_CASE = ['equip', 'remarks'] as const satisfies readonly (keyof typeof LOT_COLUMNS)[];

/** The format of the index. Files with another format are filled again. */
export const FORMAT = JSON.stringify([
  ...[COLUMNS, MADE, COMBINED, NUMBERED, BITS_COLUMN, ROWS_OF_GROUP, FILLED_IN_ORDER, IN_LOWER_CASE],
  [...UNCOMPRESSED],
]);

const createLots = (file: IndexFile, table: ListTable): string =>
  `create table ${file}.${table} (${typed(table, stored).join(', ')},
     ${COMBINATION_TABLES.map(
       (combined) =>
         `${NUMBER_COLUMN[combined]} integer, ${BITS_COLUMN[combined]} bigint using compression uncompressed`,
     ).join(', ')})`;

/** By the file that contains the tables. */
export const CREATE_TABLES: Record<IndexFile, string[]> = {
  lists: [
    createLots('lists', 'sales'),
    ...COMBINATION_TABLES.map(
      (combined) =>
        `create table ${combined} (number integer, ${storedColumnsOf(combined)
          .map((name) => `${name} ${COLUMNS.coming[name]}`)
          .join(', ')}, ${BITS_COLUMN[combined]} bigint)`,
    ),
    'create table facet_values (facet varchar, value varchar, place utinyint)',
    'create table auction_houses (id integer, name varchar)',
    'create table index_state (format varchar, database varchar, version varchar, current_at_ms bigint)',
  ],
  upcoming: [createLots('upcoming', 'coming')],
};

/** The rows of a table as PostgreSQL has them. */
export const copiedRows = (table: ListTable): string =>
  `select * exclude (${COMBINATION_COLUMNS.join(', ')}) from ${table}`;
const COMBINATION_COLUMNS = COMBINATION_TABLES.flatMap((table) => [NUMBER_COLUMN[table], BITS_COLUMN[table]]);

/** Queries that together read all rows from the disk, a column each: the engine answers a plain count without reading. */
export const readColumns = (table: ListTable): string[] =>
  [...Object.keys(COLUMNS[table]), ...COMBINATION_COLUMNS].map(
    (name) => `select max(hash(${name})) as read from ${table}`,
  );

/** Adds the combinations of new rows that no lot had before, still without the bits of their values. */
export const insertCombinations = (combined: CombinationTable, rows: string): string => `
  insert into ${combined}
  select row_number() over () + (select coalesce(max(number), 0) from ${combined}), *, null
    from (select distinct ${storedColumnsOf(combined).join(', ')} from (${rows}) copied_rows
          except select ${storedColumnsOf(combined).join(', ')} from ${combined}) new_ones`;

/** Values of new combinations, the most frequent first. */
export const selectNewValues = (combined: CombinationTable): string => `
  select facet, value from (${COMBINED[combined]
    .map(
      (facet) =>
        `select ${textOf(facet)} as facet, ${FACET_COLUMNS[facet]}::varchar as value
           from ${combined} where ${BITS_COLUMN[combined]} is null`,
    )
    .join(' union all ')}) new_values
   where not exists (select 1 from facet_values known
                      where known.facet = new_values.facet and known.value is not distinct from new_values.value)
   group by facet, value order by count(*) desc, facet, value`;

export const insertValues = (values: readonly { facet: string; value: string | null; place: number }[]): string =>
  `insert into facet_values values ${values
    .map(({ facet, value, place }) => `(${textOf(facet)}, ${value === null ? 'null' : textOf(value)}, ${place})`)
    .join(', ')}`;

/** Gives new combinations the bits of their values. */
export const addBits = (combined: CombinationTable): string => `
  update ${combined} set ${BITS_COLUMN[combined]} = (
    select sum(1::bigint << place)::bigint from facet_values
     where ${COMBINED[combined]
       .map((facet) => `facet = ${textOf(facet)} and value is not distinct from ${FACET_COLUMNS[facet]}::varchar`)
       .join(' or ')})
   where ${BITS_COLUMN[combined]} is null`;

/** New rows with the numbers and bits of their combinations. */
export const withCombinations = (rows: string): string => {
  const joined = COMBINATION_TABLES.map((combined) => {
    const isSame = columnsOf(combined).map((name) => `copied_rows.${name} is not distinct from ${combined}.${name}`);
    return `join ${combined} on ${isSame.join(' and ')}`;
  });
  return `select copied_rows.*, ${COMBINATION_TABLES.map((combined) => `${combined}.number, ${combined}.${BITS_COLUMN[combined]}`).join(', ')}
            from (${rows}) copied_rows ${joined.join(' ')}`;
};

/** Reads the output of PostgreSQL's `copy … (format csv)`, which marks an empty text, unlike null, with quotes. */
export const selectFrom = (table: ListTable, file: string): string =>
  `select * replace (${IN_LOWER_CASE.map((name) => `lower(${name}) as ${name}`).join(', ')})
     from read_csv(${textOf(file)}, header = false, auto_detect = false, delim = ',', quote = '"', escape = '"',
       nullstr = '', allow_quoted_nulls = false, max_line_size = 1000000,
       columns = {${typed(table, (name, type) => `${name}: ${textOf(type)}`).join(', ')}})`;

/** Writes the lots of a file into a folder, in portions of about the same size; all lots of a model are in one. */
export const writePortions = (table: ListTable, file: string, folder: string, portions: number): string =>
  `copy (select *, coalesce(model_number, 0) % ${portions} as portion from (${selectFrom(table, file)}) read_rows)
     to ${textOf(folder)} (format parquet, partition_by (portion))`;

/** Each file by its name: a pattern would fail in a folder with brackets in its name. */
export const readPortions = (files: readonly string[]): string =>
  `select * from read_parquet([${files.map(textOf).join(', ')}], hive_partitioning = false)`;
