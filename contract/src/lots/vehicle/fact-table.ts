import * as z from 'zod/mini';
import { dayParam } from '../../http.ts';
import { FACT_NAMES, type FactName, type FactsByOrigin, type FactValues, factShape } from '../facts.ts';
import { readBody, readDrive, readEnergy, readHybrid, readSteering } from './fact-words.ts';
import { readTypeCode } from './type-code.ts';

/** Facts tables by type code, which an operator imports (business-rules.md#vehicle-facts). */

const { typeCode: _code, engineCc: _cc, builtYear: _year, builtMonth: _month, ...otherFacts } = factShape;
export const factTableHead = z.strictObject({
  /** Short name, shown beside the values: `mlit-2026`. */
  name: z.string().check(z.regex(/^[\w.-]{1,40}$/)),
  /** Title of the publication. */
  source: z.string().check(z.trim(), z.minLength(3), z.maxLength(300)),
  /** Its address. */
  address: z.optional(z.string().check(z.regex(/^https:\/\/\S{1,300}$/))),
  /** Its date, `YYYY-MM-DD`. */
  date: dayParam,
});
export type FactTableHead = z.infer<typeof factTableHead>;

export interface FactTableRow {
  typeCode: string;
  facts: FactValues;
}

const WORDS: Partial<Record<FactName, (word: string) => FactValues | null>> = {
  fuel: readEnergy,
  hybrid: (word) => asFact('hybrid', readHybrid(word)),
  steering: (word) => asFact('steering', readSteering(word)),
  body: (word) => asFact('body', readBody(word)),
  drive: (word) => asFact('drive', readDrive(word)),
};
const asFact = (name: FactName, value: string | null): FactValues | null =>
  value === null ? null : ({ [name]: value } as FactValues);

/**
 * Reads a row whose cells are named as the facts; empty cells are unknown. Words may be English, Japanese or Russian.
 * @returns the reason as a text, where a cell cannot be read
 */
export function readFactRow(cells: Readonly<Record<string, unknown>>): FactTableRow | string {
  const code = readTypeCode(String(cells.typeCode ?? ''));
  if (!code?.code) return `${JSON.stringify(cells.typeCode ?? '')} is no type code`;
  const facts: Record<string, unknown> = {};
  for (const [name, given] of Object.entries(cells)) {
    const text = String(given ?? '').trim();
    if (name === 'typeCode' || text === '') continue;
    if (!Object.hasOwn(otherFacts, name))
      return `there is no fact ${JSON.stringify(name)}: ${['typeCode', ...Object.keys(otherFacts)].join(', ')}`;
    const fact = name as keyof typeof otherFacts;
    const word = WORDS[fact];
    if (word && !otherFacts[fact].safeParse(text).success) {
      const read = word(text);
      if (read === null) return `${name}: ${JSON.stringify(text)} is no known word`;
      // A hybrid column of the row is more exact than the word of its fuel.
      for (const [other, value] of Object.entries(read)) if (other === name || !cells[other]) facts[other] = value;
      continue;
    }
    const value = /Grade$/.test(name) || word ? text : Number(text.replaceAll(/[\s,]/g, ''));
    if (!otherFacts[fact].safeParse(value).success) return `${name}: ${JSON.stringify(text)} is out of bounds`;
    facts[name] = value;
  }
  if (Object.keys(facts).length === 0) return 'the row has no fact';
  return { typeCode: code.full, facts: facts as FactValues };
}

export interface DatedRows {
  name: string;
  rows: readonly FactTableRow[];
}
export interface KnownTypeCode {
  typeCode: string;
  isOwn: boolean;
  facts: FactsByOrigin;
}

const codeOf = (typeCode: string) => typeCode.slice(typeCode.indexOf('-') + 1);

/**
 * Combines tables into the facts of each type code. Of two tables with the same fact the later one counts, and a full code
 * before a code without emission class. A code that only occurs with emission classes has the facts on which they agree.
 * @param tables the oldest first
 */
export function combineTables(tables: readonly DatedRows[]): KnownTypeCode[] {
  const known = new Map<string, { values: FactValues; tables: Partial<Record<FactName, string>> }>();
  for (const { name, rows } of tables)
    for (const { typeCode, facts } of rows) {
      const before = known.get(typeCode) ?? { values: {}, tables: {} };
      const names = Object.fromEntries(Object.keys(facts).map((fact) => [fact, name]));
      known.set(typeCode, { values: { ...before.values, ...facts }, tables: { ...before.tables, ...names } });
    }
  const asKnown = (typeCode: string, isOwn: boolean): KnownTypeCode => {
    const [own, base] = [known.get(typeCode), typeCode.includes('-') ? known.get(codeOf(typeCode)) : undefined];
    const values = { ...base?.values, ...own?.values };
    return { typeCode, isOwn, facts: { table: values, tables: { ...base?.tables, ...own?.tables } } };
  };
  const all = [...known.keys()].map((typeCode) => asKnown(typeCode, !typeCode.includes('-')));
  const byCode = Map.groupBy(
    all.filter(({ typeCode }) => typeCode.includes('-')),
    ({ typeCode }) => codeOf(typeCode),
  );
  for (const [code, alike] of byCode) {
    if (known.has(code)) continue;
    const facts = agreed(alike.map((one) => one.facts));
    if (Object.keys(facts.table ?? {}).length > 0) all.push({ typeCode: code, isOwn: false, facts });
  }
  return all;
}

/** Facts that all have with the same value. */
function agreed([first, ...others]: readonly FactsByOrigin[]): FactsByOrigin {
  const names = FACT_NAMES.filter(
    (name) =>
      first?.table?.[name] !== undefined && others.every((other) => other.table?.[name] === first.table?.[name]),
  );
  return {
    table: Object.fromEntries(names.map((name) => [name, first?.table?.[name]])),
    tables: Object.fromEntries(names.map((name) => [name, first?.tables?.[name]])),
  };
}
