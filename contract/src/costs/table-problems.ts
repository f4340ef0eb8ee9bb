import { cutsOf } from './compiled.ts';
import {
  type Cell,
  type Condition,
  type Cut,
  cellsOf,
  compareCuts,
  factNames,
  type Interval,
  isInside,
  isOneOf,
  listed,
  OTHER_WORD,
  type Words,
} from './conditions.ts';
import { isNumberFact, NUMBER_FACTS, WORD_FACTS, type WordFactName } from './facts.ts';
import { COST_KINDS, type CostCase, type CostLine, type CostTable, HOME_CURRENCY } from './tables.ts';

/** A reason why a table as a whole must not be used. */
export interface TableProblem {
  code: 'gap' | 'overlap' | 'source' | 'expired' | 'rate' | 'name' | 'duplicate' | 'base' | 'destination' | 'voyage';
  /** Code of the row. */
  row: string;
  message: string;
}

/**
 * Checks a table whose rows are valid: intervals without gaps and overlaps, a source for every rule, no expired rules, a
 * rate for every currency, and no reference to something that is not in the table. `today` is a day in Japan.
 */
export function tableProblems(table: CostTable, today: string): TableProblem[] {
  return [
    ...duplicates(table),
    ...unknownNames(table),
    ...withoutRate(table),
    ...wrongBases(table),
    ...expired(table, today),
    ...table.lines.flatMap((line) => coverageProblems(line, table.validFrom > today ? table.validFrom : today)),
  ];
}

const repeated = (codes: readonly string[]): string[] => [
  ...new Set(codes.filter((code, place) => codes.indexOf(code) !== place)),
];

function duplicates(table: CostTable): TableProblem[] {
  const groups = [
    [...table.lines.map(({ code }) => code), ...table.lines.flatMap(({ cases }) => cases.map(({ code }) => code))],
    table.destinations.map(({ code }) => code),
    table.sources.map(({ code }) => code),
    table.freights.map(({ code }) => code),
    table.eligibility.map(({ code }) => code),
    table.references.map(({ code }) => code),
    table.depreciations.map(({ code }) => code),
  ];
  return groups.flatMap(repeated).map((row) => ({ code: 'duplicate', row, message: 'two rows have the same code' }));
}

function unknownNames(table: CostTable): TableProblem[] {
  const problems: TableProblem[] = [];
  const sources = new Set(table.sources.map(({ code }) => code));
  const places = new Map(table.destinations.map((place) => [place.code, place]));
  const needsSource = (row: string, source: string | undefined) => {
    if (source !== undefined && !sources.has(source))
      problems.push({ code: 'source', row, message: `the source ${source} is not in the table` });
  };
  const needsPlace = (row: string, place: string | undefined) => {
    if (place !== undefined && !places.has(place))
      problems.push({ code: 'destination', row, message: `the destination ${place} is not in the table` });
  };
  for (const line of table.lines) {
    needsSource(line.code, line.source);
    needsPlace(line.code, line.destination);
    for (const item of line.cases) needsSource(item.code, item.source);
    const { reference } = line;
    if (reference && !table.references.some(({ code }) => code === reference.list))
      problems.push({ code: 'name', row: line.code, message: `the list ${reference.list} is not in the table` });
    if (reference?.depreciation && !table.depreciations.some(({ code }) => code === reference.depreciation))
      problems.push({
        code: 'name',
        row: line.code,
        message: `the depreciation ${reference.depreciation} is not in the table`,
      });
  }
  for (const row of [...table.freights, ...table.eligibility]) {
    needsSource(row.code, row.source);
    needsPlace(row.code, row.destination);
  }
  for (const { source, destination } of table.voyages) {
    needsSource(`voyage to ${destination}`, source);
    needsPlace(`voyage to ${destination}`, destination);
  }
  for (const { code, values } of table.references) for (const { source } of values) needsSource(code, source);
  for (const { code, source, steps } of table.depreciations) {
    needsSource(code, source);
    if (steps.some(({ upToMonths }, place) => (place === steps.length - 1) !== (upToMonths === undefined)))
      problems.push({ code: 'gap', row: code, message: 'only the last step of a depreciation has no bound' });
    if (
      steps.some(
        ({ upToMonths }, place) => place > 0 && (upToMonths ?? Infinity) <= (steps[place - 1]?.upToMonths ?? 0),
      )
    )
      problems.push({ code: 'overlap', row: code, message: 'the steps of a depreciation must ascend' });
  }
  for (const { code, via } of table.destinations) {
    const port = via === undefined ? null : places.get(via);
    if (via !== undefined && (!port || port.via !== undefined))
      problems.push({ code: 'destination', row: code, message: `its port ${via} is not a port of the table` });
    if (!table.voyages.some(({ destination }) => destination === code || destination === via))
      problems.push({ code: 'voyage', row: code, message: 'no voyage goes there, so the arrival is unknown' });
  }
  return problems;
}

function withoutRate({ lines, freights, references, destinations, rates }: CostTable): TableProblem[] {
  return [...lines, ...freights, ...references, ...destinations]
    .filter(({ currency }) => currency !== HOME_CURRENCY && !(currency in rates))
    .map(({ code, currency }) => ({ code: 'rate', row: code, message: `there is no rate for ${currency}` }));
}

/** A line rests on earlier lines only; a kind counts as earlier if it precedes the line's own. */
function wrongBases({ lines }: CostTable): TableProblem[] {
  const rank = (kind: CostLine['kind']) =>
    kind === 'value' ? COST_KINDS.indexOf('insurance') + 0.5 : COST_KINDS.indexOf(kind);
  const sums: Record<string, number> = {
    hammer: -1,
    fob: COST_KINDS.indexOf('inspection'),
    cif: COST_KINDS.indexOf('insurance'),
  };
  const rankOf = (name: string, line: CostLine): number | null => {
    if (name in sums) return sums[name] as number;
    if ((COST_KINDS as readonly string[]).includes(name)) return rank(name as CostLine['kind']);
    const place = lines.findIndex(({ code }) => code === name);
    const other = lines[place];
    if (!other) return null;
    return rank(other.kind) === rank(line.kind) && place < lines.indexOf(line) ? -1 : rank(other.kind);
  };
  return lines.flatMap((line) =>
    line.base.flatMap((name): TableProblem[] => {
      const found = rankOf(name, line);
      if (found === null) return [{ code: 'base', row: line.code, message: `the base ${name} is not in the table` }];
      if (found < rank(line.kind)) return [];
      return [{ code: 'base', row: line.code, message: `it cannot rest on ${name}, which is not computed before it` }];
    }),
  );
}

function expired({ lines, freights, eligibility }: CostTable, today: string): TableProblem[] {
  const isOver = ({ validTo }: { validTo?: string | undefined }) => validTo !== undefined && validTo < today;
  const rows = [...lines.flatMap(({ cases }) => cases), ...freights, ...eligibility].filter(isOver);
  return rows.map(({ code, validTo }) => ({ code: 'expired', row: code, message: `it ended on ${validTo}` }));
}

/** One fact that the cases of a line distinguish, with a representative value of each class. */
interface Dimension {
  name: string;
  cells: (Cell | string)[];
}

const MAX_CELLS = 500_000;
const DAY_MS = 86_400_000;
const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS;
const dayText = (number: number): string => new Date(number * DAY_MS).toISOString().slice(0, 10);
const LAST_DAY = dayNumber('2199-12-31');

/** Tries one vehicle of each class that the cases distinguish, on each stretch of days. Reports the first gap and overlap. */
function coverageProblems(line: CostLine, from: string): TableProblem[] {
  if (line.reference) return [];
  const conditions = [line.when, ...line.cases.map(({ when }) => when)];
  const names = [...new Set(conditions.flatMap((when) => factNames(when)))];
  const amounts = (['hammerYen', 'base'] as const).filter((name) =>
    conditions.some((when) => when[name] !== undefined),
  );
  const dimensions: Dimension[] = [
    { name: 'day', cells: cellsOf(true, { least: dayNumber(from), most: LAST_DAY }, daysOf(line.cases)) },
    ...amounts.map((name) => ({
      name,
      cells: cellsOf(false, { least: 0, most: 1_000_000_000 }, cutsIn(conditions, name)),
    })),
    ...names.map((name) => ({
      name,
      cells: isNumberFact(name)
        ? cellsOf(
            NUMBER_FACTS[name].isWhole,
            { least: NUMBER_FACTS[name].from, most: NUMBER_FACTS[name].to },
            cutsIn(conditions, name),
          )
        : classesOf(name, conditions),
    })),
  ];
  if (dimensions.reduce((product, { cells }) => product * Math.max(1, cells.length), 1) > MAX_CELLS)
    return [{ code: 'gap', row: line.code, message: 'too many facts decide this line: split it' }];
  const problems = new Map<TableProblem['code'], TableProblem>();
  const visit = (place: number, values: Map<string, Cell | string>): void => {
    const dimension = dimensions[place];
    if (dimension) {
      for (const cell of dimension.cells) {
        values.set(dimension.name, cell);
        visit(place + 1, values);
      }
      return;
    }
    if (!isReal(values) || !matches(line.when, values)) return;
    const fitting = line.cases.filter((item) => isOn(item, values) && matches(item.when, values));
    if (fitting.length === 1) return;
    const code = fitting.length === 0 ? 'gap' : 'overlap';
    if (problems.has(code)) return;
    const which =
      fitting.length === 0 ? 'no case applies to' : `${fitting.map((item) => item.code).join(' and ')} apply to`;
    problems.set(code, { code, row: line.code, message: `${which} ${describe(values)}` });
  };
  visit(0, new Map());
  return [...problems.values()];
}

function cutsIn(conditions: readonly Condition[], name: keyof Condition): Cut[] {
  const cuts = conditions.flatMap((when) => (when[name] ? cutsOf(when[name] as Interval) : []));
  return cuts.filter((cut, place) => cuts.findIndex((other) => compareCuts(cut, other) === 0) === place);
}

const daysOf = (cases: readonly CostCase[]): Cut[] =>
  cases.flatMap(({ validFrom, validTo }) => [
    ...(validFrom ? [{ at: dayNumber(validFrom), isAfter: false }] : []),
    ...(validTo ? [{ at: dayNumber(validTo), isAfter: true }] : []),
  ]);

function classesOf(name: WordFactName, conditions: readonly Condition[]): string[] {
  const asked = conditions.flatMap((when) => (when[name] ? [when[name] as Words] : []));
  const known: readonly string[] = WORD_FACTS[name];
  return known.length > 0 ? [...known] : [...new Set(asked.flatMap(listed)), OTHER_WORD];
}

/** A vehicle without an engine has no displacement and is no hybrid; all others have one. */
function isReal(values: Map<string, Cell | string>): boolean {
  const fuel = values.get('fuel');
  if (fuel === undefined) return true;
  const engine = values.get('engineCc') as Cell | undefined;
  if (fuel !== 'electric' && fuel !== 'hydrogen') return engine === undefined || engine.most > 0;
  const hybrid = values.get('hybrid');
  return (engine === undefined || engine.least === 0) && (hybrid === undefined || hybrid === 'none');
}

function matches(when: Condition, values: Map<string, Cell | string>): boolean {
  return Object.entries(when).every(([name, asked]) => {
    const value = values.get(name);
    if (asked === undefined || value === undefined) return true;
    return typeof value === 'string'
      ? isOneOf(value, asked as Words)
      : isInside((value.least + value.most) / 2, asked as Interval) && isInside(value.most, asked as Interval);
  });
}

function isOn({ validFrom, validTo }: CostCase, values: Map<string, Cell | string>): boolean {
  const day = (values.get('day') as Cell).least;
  return (!validFrom || day >= dayNumber(validFrom)) && (!validTo || day <= dayNumber(validTo));
}

const describe = (values: Map<string, Cell | string>): string =>
  [...values]
    .map(([name, value]) => {
      if (typeof value === 'string') return `${name} ${value === OTHER_WORD ? '(any other)' : value}`;
      if (name === 'day') return `arrival on ${dayText(value.least)}`;
      return `${name} ${value.least === value.most ? value.least : `${value.least} to ${value.most}`}`;
    })
    .join(', ');
