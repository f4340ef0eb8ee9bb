import { BadCell, dayOf, instantOf, keyOf, numberOf, plain, timeOf, wholeNumber, yearNumber } from './cell-values.ts';
import { type CellField, cellsOf, type MappedField, type Mapping, UNITS } from './mapping.ts';
import { UnreadableFeed } from './unreadable-feed.ts';

const NUMBERS = new Set([
  ...['lotNo', 'month', 'engine', 'horsePower', 'mileage', 'status', 'startPrice', 'soldPrice', 'averagePrice'],
]);
const TIMES = new Set(['updatedAt', 'auctionDate']);
/** What a list that has no column for it says of its lots. */
const UNSAID = {
  lot: {
    ...{ grade: '', year: null, month: null, engine: null, gearbox: '', drive: null, color: '', mileage: null },
    ...{ condition: '', equip: '', chassis: '', horsePower: null, startPrice: null, images: [], info: '' },
  },
  result: { soldPrice: null },
} as const;
const TEXTS = new Set(Object.entries(UNSAID.lot).flatMap(([name, unsaid]) => (unsaid === '' ? [name] : [])));

export type MappedRow = { value: Record<string, unknown> } | { refused: string };

/** Reads rows of a table by its mapping; a column the mapping names and the file lacks makes the whole file unreadable. */
export function rowMapper(mapping: Mapping, header: readonly string[], fileAt: Date) {
  const places = new Map(header.map((name, place) => [name, place]));
  const missing = cellsOf(mapping)
    .flatMap(({ column }) => column)
    .filter((name) => name !== '*' && !places.has(name));
  if (missing.length > 0)
    throw new UnreadableFeed(
      `The file has no column ${list(missing)}; it has ${list(header)}: is it the right mapping?`,
    );
  const context: Context = { mapping, places, fileAt };
  const fields = Object.entries(mapping.fields) as [string, MappedField][];
  return (cells: readonly string[]): MappedRow => {
    const value: Record<string, unknown> = { kind: mapping.kind, ...UNSAID[mapping.kind] };
    const problems: string[] = [];
    for (const [name, field] of fields) {
      try {
        const read = readField(context, name, field, cells);
        if (read !== undefined) value[name] = read;
      } catch (error) {
        if (!(error instanceof BadCell)) throw error;
        problems.push(`${name}: ${error.message}`);
      }
    }
    return problems.length > 0 ? { refused: problems.slice(0, 5).join('; ') } : { value };
  };
}

interface Context {
  mapping: Mapping;
  places: ReadonlyMap<string, number>;
  fileAt: Date;
}

function readField(context: Context, name: string, field: MappedField, cells: readonly string[]): unknown {
  if ('value' in field) return field.value;
  if ('fileTime' in field) return context.fileAt.toISOString();
  if ('day' in field) {
    const [day, clock] = [textOf(context, field.day, cells), textOf(context, field.time, cells)];
    if (day === '') return empty(name, field.day);
    const dayAlone = dayOf(day, field.day.order);
    return clock === '' ? dayAlone : instantOf(dayAlone, clock, context.mapping.offset);
  }
  if (field.hash) {
    const chosen = columnsOf(context, field, cells);
    return NUMBERS.has(name) ? numberOf(chosen) : keyOf(chosen);
  }
  const text = textOf(context, field, cells);
  if (text === '') return empty(name, field);
  const table = field.codes === undefined ? undefined : context.mapping.codes[field.codes];
  if (table && Object.hasOwn(table, text)) return table[text];
  if (table && field.otherwise !== undefined) return field.otherwise;
  return typed(context, name, field, text);
}

function typed({ mapping }: Context, name: string, field: CellField, text: string): unknown {
  if (field.split !== undefined)
    return text
      .split(field.split)
      .map((part) => part.trim())
      .filter(Boolean);
  if (name === 'images') return [text];
  if (name === 'year') return yearNumber(text);
  if (NUMBERS.has(name)) return wholeNumber(text, factorOf(mapping, field.unit));
  if (!TIMES.has(name)) return field.upperCase ? text.toUpperCase() : text;
  const time = timeOf(text, field.order, mapping.offset);
  // A stamp that is a day is its first moment: whatever came later that day is newer.
  return name === 'updatedAt' && time.length === 10 ? `${time}T00:00:00${mapping.offset}` : time;
}

/** Undefined leaves the field out: as unsaid where it may be, else refused as missing. */
function empty(name: string, { otherwise }: CellField): unknown {
  if (otherwise !== undefined) return otherwise;
  return TEXTS.has(name) ? '' : undefined;
}

const factorOf = ({ yenFor }: Mapping, unit: string | undefined): number =>
  unit === undefined ? 1 : (yenFor[unit] ?? UNITS[unit] ?? 1);

function textOf(context: Context, field: CellField, cells: readonly string[]): string {
  const joined = plain(columnsOf(context, field, cells).join(field.join ?? ' '));
  const [from = 1, to] = field.words ?? [];
  const text = field.words
    ? joined
        .split(/\s+/)
        .slice(from - 1, to)
        .join(' ')
    : joined;
  return field.empty?.includes(text) ? '' : text;
}

function columnsOf({ places }: Context, { column }: CellField, cells: readonly string[]): string[] {
  const names = typeof column === 'string' ? [column] : column;
  return names.flatMap((name) => (name === '*' ? cells : [cells[places.get(name) ?? -1] ?? '']));
}

const list = (names: readonly string[]) =>
  names
    .slice(0, 30)
    .map((name) => JSON.stringify(name))
    .join(', ');
