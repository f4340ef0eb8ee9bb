import type { Buyer } from './buyers.ts';
import {
  type Condition,
  type Cut,
  compareCuts,
  factNames,
  highCut,
  type Interval,
  lowCut,
  type Words,
} from './conditions.ts';
import { type FactName, isNumberFact, type NumberFactName, type WordFactName } from './facts.ts';
import {
  COST_KINDS,
  type CostCase,
  type CostDestination,
  type CostLine,
  type CostTable,
  type Depreciation,
  type Eligibility,
  type Freight,
  isInCif,
  isInFob,
  placesTo,
  type ReferenceValue,
  type SimpleAmount,
  type Voyage,
} from './tables.ts';

/** A line with the earlier lines that it rests on. */
export interface CompiledLine {
  line: CostLine;
  restsOnHammer: boolean;
  /** Positions of the lines before it. */
  restsOn: number[];
  /** Set for the line of the cheapest freight. */
  freights: Freight[] | null;
  reference: { values: Map<string, ReferenceValue[]>; depreciation: Depreciation | null } | null;
}

/** The rules of a table on the way to one destination. Both kinds of buyers share them where no rule names one. */
export interface Door {
  table: CostTable;
  destination: CostDestination;
  lines: CompiledLine[];
  voyages: Voyage[];
  eligibility: Eligibility[];
  /** Facts that the rules name or multiply. */
  facts: Set<FactName>;
  /** Facts that an amount is multiplied by. */
  multiplied: Set<NumberFactName>;
  /** The different cuts of each fact, ascending. */
  cuts: Map<NumberFactName, Cut[]>;
  words: Map<WordFactName, Words[]>;
  /** The different days on which a rule begins, and those after which one ends, ascending. */
  begins: string[];
  ends: string[];
}

/** Code of the line of the cheapest freight. */
export const FREIGHT_LINE = 'FREIGHT';

/** Position of a kind in the order of costs; values for customs follow the freight and precede the duties. */
const rankOf = (kind: CostLine['kind']): number =>
  kind === 'value' ? COST_KINDS.indexOf('insurance') + 0.5 : COST_KINDS.indexOf(kind);

/** Key of a make and model in a list of reference values, in capitals. */
export const referenceKey = (make: string, model: string): string => `${make}\n${model}`.toUpperCase();

const byTable = new WeakMap<CostTable, Map<string, Door | null>>();

/** Returns the rules for a destination and a buyer, null where the table has none for this kind of buyer. */
export function doorOf(table: CostTable, destinationCode: string, buyer: Buyer): Door | null {
  const known = byTable.get(table) ?? new Map<string, Door | null>();
  byTable.set(table, known);
  const key = `${destinationCode} ${buyer}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const destination = table.destinations.find(({ code }) => code === destinationCode);
  const door = destination?.buyers.includes(buyer) ? compile(table, destination, buyer) : null;
  known.set(key, door);
  if (door && !namesBuyer(table, door.destination))
    for (const other of door.destination.buyers) known.set(`${destinationCode} ${other}`, door);
  return door;
}

function namesBuyer(table: CostTable, destination: CostDestination): boolean {
  const places = placesTo(destination);
  return [...table.lines, ...table.eligibility].some(
    (rule) => rule.buyer !== undefined && (rule.destination === undefined || places.includes(rule.destination)),
  );
}

function compile(table: CostTable, destination: CostDestination, buyer: Buyer): Door {
  const places = placesTo(destination);
  const isHere = (row: { destination?: string | undefined; buyer?: Buyer | undefined }) =>
    (row.destination === undefined || places.includes(row.destination)) &&
    (row.buyer === undefined || row.buyer === buyer);
  const freights = table.freights.filter((freight) => isHere(freight) && freight.mode === destination.mode);
  const ordered = [...table.lines.filter(isHere), ...(freights.length > 0 ? [freightLine(freights)] : [])].sort(
    (a, b) => rankOf(a.kind) - rankOf(b.kind),
  );
  const eligibility = table.eligibility.filter(isHere);
  const voyages = table.voyages.filter(isHere);
  const door: Door = {
    table,
    destination,
    lines: ordered.map((line, place) => ({
      line,
      ...basesOf(line, ordered.slice(0, place)),
      freights: line.code === FREIGHT_LINE && line.cases.length === 0 ? freights : null,
      reference: referenceOf(table, line),
    })),
    voyages,
    eligibility,
    facts: new Set(),
    multiplied: new Set(),
    cuts: new Map(),
    words: new Map(),
    begins: [],
    ends: [],
  };
  collectFacts(door);
  const dated = [
    ...door.lines.flatMap(({ line }) => line.cases),
    ...freights,
    ...eligibility,
    ...door.lines.flatMap(({ reference }) => [...(reference?.values.values() ?? [])].flat()),
  ];
  door.begins = different(dated.flatMap(({ validFrom }) => validFrom ?? []));
  door.ends = different(dated.flatMap(({ validTo }) => validTo ?? []));
  return door;
}

const different = (days: string[]): string[] => [...new Set(days)].sort();

function freightLine(freights: Freight[]): CostLine {
  return {
    code: FREIGHT_LINE,
    kind: 'freight',
    when: {},
    currency: 'JPY',
    base: ['hammer'],
    cases: [],
    source: freights[0]?.source ?? '',
  };
}

/** The lines whose sum a base names; a line that two names include counts once. */
function basesOf(line: CostLine, earlier: CostLine[]): { restsOnHammer: boolean; restsOn: number[] } {
  const isIn = (name: string, { kind, code }: CostLine) => {
    if (name === 'fob') return isInFob(kind);
    if (name === 'cif') return isInCif(kind);
    return name === code || (name === kind && kind !== 'value');
  };
  return {
    restsOnHammer: line.base.some((name) => name === 'hammer' || name === 'fob' || name === 'cif'),
    restsOn: earlier.flatMap((other, place) => (line.base.some((name) => isIn(name, other)) ? [place] : [])),
  };
}

function referenceOf(table: CostTable, { reference }: CostLine): CompiledLine['reference'] {
  if (!reference) return null;
  const list = table.references.find(({ code }) => code === reference.list);
  const values = new Map<string, ReferenceValue[]>();
  for (const value of list?.values ?? []) {
    const key = referenceKey(value.make, value.model);
    values.set(key, [...(values.get(key) ?? []), value]);
  }
  return { values, depreciation: table.depreciations.find(({ code }) => code === reference.depreciation) ?? null };
}

function collectFacts(door: Door): void {
  const cut = (name: NumberFactName, ...cuts: Cut[]) => {
    door.facts.add(name);
    door.cuts.set(name, [...(door.cuts.get(name) ?? []), ...cuts]);
  };
  const multiply = (name: NumberFactName, amount: number) => {
    if (amount === 0) return;
    door.facts.add(name);
    door.multiplied.add(name);
  };
  const see = (when: Condition) => {
    for (const name of factNames(when)) {
      if (isNumberFact(name)) cut(name, ...cutsOf(when[name] as Interval));
      else {
        door.facts.add(name);
        door.words.set(name, [...(door.words.get(name) ?? []), when[name] as Words]);
      }
    }
  };
  for (const { line, freights, reference } of door.lines) {
    see(line.when);
    for (const item of line.cases) {
      see(item.when);
      for (const simple of amountsOf(item)) {
        multiply('engineCc', simple.perCc);
        multiply('powerPs', simple.perPs + simple.perKw);
        multiply('volumeM3', simple.perM3);
        multiply('weightKg', simple.perKg);
        multiply('co2GPerKm', simple.perGram);
        if (simple.perGram > 0) cut('co2GPerKm', { at: simple.co2Target, isAfter: true });
      }
    }
    for (const freight of freights ?? []) {
      see(freight.when);
      multiply('volumeM3', freight.perM3);
      for (const { upToM3 } of freight.container?.shares ?? [])
        if (upToM3 !== undefined) cut('volumeM3', { at: upToM3, isAfter: true });
    }
    for (const values of reference?.values.values() ?? []) for (const value of values) see(value.when);
    for (const { upToMonths } of reference?.depreciation?.steps ?? [])
      if (upToMonths !== undefined) cut('ageMonths', { at: upToMonths, isAfter: true });
  }
  for (const rule of door.eligibility) see(rule.when);
  for (const [name, cuts] of door.cuts) {
    const ascending = cuts.sort(compareCuts);
    const isFirst = (at: Cut, place: number) => place === 0 || compareCuts(at, ascending[place - 1] as Cut) !== 0;
    door.cuts.set(name, ascending.filter(isFirst));
  }
}

/** All amounts that a case may come to. */
export const amountsOf = (item: CostCase): SimpleAmount[] =>
  [item, item.orElse, item.dearest].filter((amount) => amount !== undefined);

/** The finite cuts of an interval, at most two. */
export const cutsOf = (given: Interval): Cut[] =>
  [lowCut(given), highCut(given)].filter(({ at }) => Number.isFinite(at));
