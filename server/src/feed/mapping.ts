import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { UnreadableFeed } from './unreadable-feed.ts';

const text = z.string().check(z.minLength(1), z.maxLength(200));
const value = z.union([z.string().check(z.maxLength(200)), z.number(), z.boolean(), z.null()]);
const positive = z.number().check(z.positive());

const cellField = z.strictObject({
  /** Several are joined by `join`; `*` is the whole row. */
  column: z.union([text, z.array(text).check(z.minLength(1), z.maxLength(40))]),
  join: z.optional(z.string().check(z.maxLength(10))),
  /** Only the words of the cell from here to there, the first is 1. */
  words: z.optional(z.array(z.int().check(z.minimum(1))).check(z.minLength(1), z.maxLength(2))),
  /** What stands for no value, besides an empty cell. */
  empty: z.optional(z.array(text)),
  /** Name of a table in `codes`; what is not in it stays as it is. */
  codes: z.optional(text),
  /** Instead of an empty cell, or of a value that `codes` does not know. */
  otherwise: z.optional(value),
  /** Name in `UNITS` or in the mapping's `yenFor`. */
  unit: z.optional(text),
  /** A list in one cell is parted by this. */
  split: z.optional(text),
  order: z.optional(z.enum(['ymd', 'dmy', 'mdy'])),
  upperCase: z.optional(z.boolean()),
  /** A short key, or for a number one of seven digits, that follows from the cells and never changes. */
  hash: z.optional(z.boolean()),
});
export type CellField = z.infer<typeof cellField>;

const field = z.union([
  z.strictObject({ value }),
  /** The time the file was written at, by its own date or the server's word. */
  z.strictObject({ fileTime: z.literal(true) }),
  z.strictObject({ day: cellField, time: cellField }),
  cellField,
]);
export type MappedField = z.infer<typeof field>;

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
  info: z.optional(field),
  mileageNote: z.optional(field),
  link: z.optional(field),
});
const resultFields = z.strictObject({
  source: field,
  sourceId: field,
  updatedAt: field,
  status: field,
  soldPrice: z.optional(field),
});

const head = {
  /** For whoever reads the file; the import passes over it. */
  about: z.optional(z.string()),
  encoding: z._default(z.enum(['utf-8', 'shift_jis', 'euc-jp', 'windows-1251', 'windows-1252']), 'utf-8'),
  delimiter: z._default(z.enum([',', ';', '\t', '|']), ','),
  /** The zone of times without one. */
  offset: z._default(z.string().check(z.regex(/^[+-](0\d|1[0-4]):[0-5]\d$/)), '+09:00'),
  /** Yen for one of another currency, such as `{"GBP": 195.2}`. */
  yenFor: z._default(z.record(z.string().check(z.regex(/^[A-Z]{3}$/)), positive), {}),
  codes: z._default(z.record(text, z.record(z.string(), value)), {}),
};
const mapping = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('lot'),
    ...head,
    /** A file has all lots of each house and day in it: those that it lacks have vanished. */
    fullList: z._default(z.boolean(), false),
    fields: lotFields,
  }),
  z.strictObject({ kind: z.literal('result'), ...head, fields: resultFields }),
]);
export type Mapping = z.infer<typeof mapping>;

/** Factors to km, cc and yen. */
export const UNITS: Readonly<Record<string, number>> = {
  km: 1,
  'thousand km': 1_000,
  mile: 1.609344,
  cc: 1,
  litre: 1_000,
  yen: 1,
  'thousand yen': 1_000,
  'ten thousand yen': 10_000,
};

/** A mapping as it was written, or what is wrong with it in a sentence. */
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
  for (const cell of cellsOf(parsed.data)) {
    if (cell.codes !== undefined && !Object.hasOwn(parsed.data.codes, cell.codes))
      throw new UnreadableFeed(`The mapping ${name} names codes it does not have: ${cell.codes}`);
    if (cell.unit !== undefined && !Object.hasOwn({ ...UNITS, ...parsed.data.yenFor }, cell.unit))
      throw new UnreadableFeed(
        `The mapping ${name} has an unknown unit ${cell.unit}; known are ${Object.keys(UNITS).join(', ')} and what yenFor names`,
      );
  }
  return parsed.data;
}

/** Every field that reads cells. */
export const cellsOf = (given: Mapping): CellField[] =>
  Object.values(given.fields).flatMap((one: MappedField | undefined) => {
    if (!one || 'value' in one || 'fileTime' in one) return [];
    return 'day' in one ? [one.day, one.time] : [one];
  });

/** How a mapping in the folder of mappings may be called. */
export const MAPPING_NAME = /^[\w-]{1,60}$/;

export async function readMapping(mappingsDir: string, mappingName: string): Promise<Mapping> {
  const name = `${mappingName}.json`;
  const there = await readdir(mappingsDir).catch((): string[] => []);
  if (!there.includes(name))
    throw new UnreadableFeed(`There is no mapping ${name} in ${mappingsDir}, so nobody knows what the columns mean`);
  return parseMapping(await readFile(join(mappingsDir, name), 'utf8'), name);
}
