import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FACT_FIELDS } from '@seri/contract/feed/fact-fields.ts';
import { MILEAGE_MARKS } from '@seri/contract/lots/mileage.ts';
import * as z from 'zod/mini';
import type { Notation } from './cells/numbers.ts';
import { comparable } from './cells/plain-text.ts';
import { UNITS } from './cells/units.ts';
import { ERAS } from './cells/years.ts';
import { DATES, DIMENSIONS, NUMBERS } from './field-kinds.ts';

/** A file, address or mapping that cannot be read at all, with a sentence for the operator. Not used for invalid rows. */
export class UnreadableFeed extends Error {}

const text = z.string().check(z.minLength(1), z.maxLength(200));
const value = z.union([z.string().check(z.maxLength(200)), z.number(), z.boolean(), z.null()]);
const positive = z.number().check(z.positive());

const decimal = z.enum(['.', ',']);
const thousands = z.enum([',', '.', ' ', "'"]);

const cellField = z.strictObject({
  /** Several are joined by `join`; `*` is the whole row. */
  column: z.union([text, z.array(text).check(z.minLength(1), z.maxLength(40))]),
  join: z.optional(z.string().check(z.maxLength(10))),
  /** Only these words of the cell, from and to, counted from 1. */
  words: z.optional(z.array(z.int().check(z.minimum(1))).check(z.minLength(1), z.maxLength(2))),
  /** Values that mean "none", besides an empty cell. */
  empty: z.optional(z.array(text)),
  /** Name of a table in `codes`; values not in it are unchanged. */
  codes: z.optional(text),
  /** Default for an empty cell, or for a value missing from `codes`. */
  otherwise: z.optional(value),
  /** Name in `UNITS` (cells/units.ts) or in the mapping's `yenFor`. */
  unit: z.optional(text),
  /** Separator of a list in one cell. */
  split: z.optional(text),
  order: z.optional(z.enum(['ymd', 'dmy', 'mdy'])),
  /** Separators of this column's numbers, where they differ from the file's. */
  decimal: z.optional(decimal),
  thousands: z.optional(thousands),
  /** Era of a one- or two-digit year. */
  era: z.optional(z.enum(ERAS)),
  /** Meaning of marks and words about the odometer, null for one without a meaning. */
  marks: z.optional(z.record(text.check(z.maxLength(30)), z.nullable(z.enum(MILEAGE_MARKS)))),
  upperCase: z.optional(z.boolean()),
  /** A short key, or for a number one of seven digits, derived from the cells and stable. */
  hash: z.optional(z.boolean()),
});
export type CellField = z.infer<typeof cellField>;

const field = z.union([
  z.strictObject({ value }),
  /** The time at which the file was written, by its own date or the server's header. */
  z.strictObject({ fileTime: z.literal(true) }),
  z.strictObject({ day: cellField, time: cellField }),
  cellField,
]);
/**
 * The image that is the auction sheet: the first, the last, or the first whose file name fits a pattern in which `*` is
 * any text. It is taken out of the images. The photo of the odometer is chosen from the others likewise, and stays.
 */
const chosenImageField = z.union([
  z.strictObject({ image: z.string().check(z.minLength(1), z.maxLength(100), z.regex(/^[^*]*(?:\*[^*]+){0,3}\*?$/)) }),
  field,
]);
export type MappedField = z.infer<typeof field>;

const factFields = Object.fromEntries(FACT_FIELDS.map((name) => [name, z.optional(field)])) as {
  [Name in (typeof FACT_FIELDS)[number]]: z.ZodMiniOptional<typeof field>;
};
const lotFields = z.strictObject({
  source: field,
  sourceId: field,
  updatedAt: field,
  vehicle: field,
  lotSource: field,
  house: field,
  auctionDate: field,
  lotNo: field,
  maker: field,
  model: field,
  grade: z.optional(field),
  year: z.optional(field),
  month: z.optional(field),
  engine: z.optional(field),
  gearbox: z.optional(field),
  drive: z.optional(field),
  color: z.optional(field),
  mileage: z.optional(field),
  condition: z.optional(field),
  equip: z.optional(field),
  chassis: z.optional(field),
  horsePower: z.optional(field),
  status: z.optional(field),
  startPrice: z.optional(field),
  soldPrice: z.optional(field),
  averagePrice: z.optional(field),
  images: z.optional(field),
  sheetImage: z.optional(chosenImageField),
  odometerImage: z.optional(chosenImageField),
  info: z.optional(field),
  mileageNote: z.optional(field),
  mileageMark: z.optional(field),
  link: z.optional(field),
  ...factFields,
});
const resultFields = z.strictObject({
  source: field,
  sourceId: field,
  updatedAt: field,
  status: field,
  soldPrice: z.optional(field),
});

const head = {
  /** A note for people; the import ignores it. */
  about: z.optional(z.string()),
  encoding: z._default(z.enum(['utf-8', 'shift_jis', 'euc-jp', 'windows-1251', 'windows-1252']), 'utf-8'),
  delimiter: z._default(z.enum([',', ';', '\t', '|']), ','),
  /** Time zone of times without one. */
  offset: z._default(z.string().check(z.regex(/^[+-](0\d|1[0-4]):[0-5]\d$/)), '+09:00'),
  /** Yen per unit of another currency, such as `{"GBP": 195.2}`. */
  yenFor: z._default(z.record(z.string().check(z.regex(/^[A-Z]{3}$/)), positive), {}),
  codes: z._default(z.record(text, z.record(z.string(), value)), {}),
  /** Number format of the file; `1,234.5` by default. */
  decimal: z.optional(decimal),
  thousands: z.optional(thousands),
  era: z.optional(z.enum(ERAS)),
};
const mapping = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('lot'),
    ...head,
    /** The file is a snapshot: it has all lots of each auction house and day, so missing ones have disappeared. */
    fullList: z._default(z.boolean(), false),
    fields: lotFields,
  }),
  z.strictObject({ kind: z.literal('result'), ...head, fields: resultFields }),
]);
export type Mapping = z.infer<typeof mapping>;

/** Parses a mapping; throws UnreadableFeed with a sentence about the error. */
export function parseMapping(content: string, name: string): Mapping {
  let given: unknown;
  try {
    given = JSON.parse(content);
  } catch (error) {
    throw new UnreadableFeed(`The mapping ${name} is not JSON: ${(error as Error).message}`);
  }
  const parsed = mapping.safeParse(given);
  if (!parsed.success) {
    const issues = parsed.error.issues
      .slice(0, 5)
      .map((issue) => `${issue.path.join('.') || 'file'}: ${issue.message}`);
    throw new UnreadableFeed(`The mapping ${name} does not fit: ${issues.join('; ')}`);
  }
  const read = withPlainWords(parsed.data, name);
  for (const [field, cell] of namedCellsOf(read)) checkCell(read, name, field, cell);
  checkNotation(name, 'the mapping', read);
  return read;
}

const KEYS_OF_NUMBERS = ['decimal', 'thousands'];

function checkCell(given: Mapping, name: string, field: string, cell: CellField): void {
  const refuse = (problem: string): never => {
    throw new UnreadableFeed(`The mapping ${name} ${problem}`);
  };
  if (cell.codes !== undefined && !Object.hasOwn(given.codes, cell.codes))
    refuse(`names codes it does not have: ${cell.codes}`);
  const dimension = DIMENSIONS[field];
  if (cell.unit !== undefined) {
    const unit = Object.hasOwn(given.yenFor, cell.unit) ? { dimension: 'money' } : UNITS[cell.unit];
    if (!unit)
      refuse(`has an unknown unit ${cell.unit}; known are ${Object.keys(UNITS).join(', ')} and what yenFor names`);
    if (unit && unit.dimension !== dimension)
      refuse(`gives ${field} the unit ${cell.unit}, which measures another thing`);
  }
  if (!NUMBERS.has(field))
    for (const key of KEYS_OF_NUMBERS) if (key in cell) refuse(`gives ${field} "${key}", but it is no number`);
  if (cell.marks && field !== 'mileage' && field !== 'mileageMark')
    refuse(`gives ${field} "marks", but it is no mileage`);
  if (cell.era && !DATES.has(field)) refuse(`gives ${field} "era", but it is no date`);
  checkNotation(name, field, { decimal: cell.decimal ?? given.decimal, thousands: cell.thousands ?? given.thousands });
}

function checkNotation(name: string, where: string, { decimal, thousands }: Notation): void {
  if (decimal !== undefined && decimal === thousands)
    throw new UnreadableFeed(`The mapping ${name} has one sign for decimals and for thousands in ${where}`);
}

/** Converts words that are compared with cells into the form of cells, so that full-width forms match. */
function withPlainWords(given: Mapping, name: string): Mapping {
  const codes = Object.fromEntries(
    Object.entries(given.codes).map(([table, words]) => [table, plainTable(words, `${name} in its codes ${table}`)]),
  );
  const plainCell = (cell: CellField): CellField => ({
    ...cell,
    ...(cell.empty ? { empty: cell.empty.map(comparable) } : {}),
    ...(cell.marks ? { marks: plainTable(cell.marks, `${name} in its marks`) } : {}),
    ...(cell.split === undefined ? {} : { split: cell.split.normalize('NFKC') }),
  });
  const plainField = (field: MappedField): MappedField => {
    if ('value' in field || 'fileTime' in field) return field;
    if ('day' in field) return { day: plainCell(field.day), time: plainCell(field.time) };
    return plainCell(field);
  };
  const fields = Object.fromEntries(
    Object.entries(given.fields).map(([field, one]) => [
      field,
      isImageChoice(one) ? one : plainField(one as MappedField),
    ]),
  );
  return { ...given, codes, fields } as Mapping;
}

function plainTable<T>(words: Record<string, T>, where: string): Record<string, T> {
  const table: Record<string, T> = {};
  for (const [word, meaning] of Object.entries(words)) {
    const key = comparable(word);
    if (Object.hasOwn(table, key) && table[key] !== meaning)
      throw new UnreadableFeed(`The mapping ${where} has two meanings for ${JSON.stringify(key)}`);
    Object.defineProperty(table, key, { value: meaning, enumerable: true });
  }
  return table;
}

/** All fields that read cells. */
export const cellsOf = (given: Mapping): CellField[] => namedCellsOf(given).map(([, cell]) => cell);

const namedCellsOf = (given: Mapping): [string, CellField][] =>
  (Object.entries(given.fields) as [string, MappedField | undefined][]).flatMap(
    ([name, one]): [string, CellField][] => {
      if (!one || 'value' in one || 'fileTime' in one || isImageChoice(one)) return [];
      return 'day' in one
        ? [
            [name, one.day],
            [`${name}.time`, one.time],
          ]
        : [[name, one]];
    },
  );

/** Whether the field chooses one of the images, instead of reading a cell. */
export const isImageChoice = (field: object | undefined): field is { image: string } =>
  field !== undefined && 'image' in field;

/** Pattern of a mapping's name in the folder of mappings. */
export const MAPPING_NAME = /^[\w-]{1,60}$/;

export async function readMapping(mappingsDir: string, mappingName: string): Promise<Mapping> {
  const asked = `${mappingName}.json`;
  const there = await readdir(mappingsDir).catch((): string[] => []);
  // Windows, where the files come from, ignores case in file names.
  const alike = there.filter((one) => one.toLowerCase() === asked.toLowerCase());
  const name = there.includes(asked) ? asked : alike.length === 1 ? alike[0] : undefined;
  if (name === undefined)
    throw new UnreadableFeed(
      `There is no mapping ${asked} in ${mappingsDir}, so the meaning of the columns is unknown`,
    );
  return parseMapping(await readFile(join(mappingsDir, name), 'utf8'), name);
}
