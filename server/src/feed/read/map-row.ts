import { FACT_READERS, readFactCount } from './cells/facts.ts';
import { readMark, readMileage } from './cells/mileage.ts';
import { type QuantityColumn, readCount, readQuantity } from './cells/numbers.ts';
import { BadCell, comparable, oneLine, plain, quoted } from './cells/plain-text.ts';
import { keyOf, numberOf } from './cells/row-keys.ts';
import { readDay, readInstant, readTime } from './cells/times.ts';
import { type Dimension, OWN_UNIT } from './cells/units.ts';
import { readMonth, readYear, type YearOptions } from './cells/years.ts';
import { DIMENSIONS, FACT_COUNTS, NUMBERS, TIMES } from './field-kinds.ts';
import { type CellField, cellsOf, isImageChoice, type MappedField, type Mapping, UnreadableFeed } from './mapping.ts';

/** Defaults of a list without the column. */
const UNSAID = {
  lot: {
    ...{ grade: '', year: null, month: null, engine: null, gearbox: '', drive: null, color: '', mileage: null },
    ...{ condition: '', equip: '', chassis: '', horsePower: null, startPrice: null, images: [], info: '' },
  },
  result: { soldPrice: null },
} as const;
/** A cell that names one of these besides its own value must not contradict its own column. */
const BESIDE_MUST_AGREE = new Set(['month', 'firstRegistrationMonth', 'hybrid']);
const TEXTS = new Set(Object.entries(UNSAID.lot).flatMap(([name, unsaid]) => (unsaid === '' ? [name] : [])));

/** A row, or the reason of its refusal with its readable part: a refused lot is still listed. */
export type MappedRow = { value: Record<string, unknown> } | { refused: string; value: Record<string, unknown> };

/** Reads the rows of a table by its mapping. A mapped column that is missing makes the whole file unreadable. */
export function rowMapper(mapping: Mapping, header: readonly string[], fileAt: Date) {
  const context: Context = { mapping, places: placesOf(mapping, header), fileAt };
  const fields = (Object.entries(mapping.fields) as [string, MappedField][]).filter(
    ([, field]) => !isImageChoice(field),
  );
  const choiceOf = (name: 'sheetImage' | 'odometerImage') => {
    const field = mapping.kind === 'lot' ? mapping.fields[name] : undefined;
    return isImageChoice(field) ? field.image : null;
  };
  const [sheetChoice, odometerChoice] = [choiceOf('sheetImage'), choiceOf('odometerImage')];
  return (cells: readonly string[]): MappedRow => {
    const value: Record<string, unknown> = { kind: mapping.kind, ...UNSAID[mapping.kind] };
    const beside: Record<string, unknown>[] = [];
    const problems: string[] = [];
    for (const [name, field] of fields) {
      try {
        const read = readField(context, name, field, cells);
        if (read instanceof CellWithExtras) {
          value[name] = read.own;
          beside.push(read.beside);
        } else if (read !== undefined) value[name] = read;
      } catch (error) {
        if (!(error instanceof BadCell)) throw error;
        problems.push(`${name}: ${error.message}`);
      }
    }
    for (const [name, told] of beside.flatMap((one) => Object.entries(one))) {
      const own = value[name] ?? null;
      if (own === null) value[name] = told;
      else if (told !== null && own !== told && BESIDE_MUST_AGREE.has(name))
        problems.push(`${name}: ${own}, but another cell says ${told}`);
    }
    if (sheetChoice !== null) takeSheet(value, sheetChoice);
    if (odometerChoice !== null)
      value.odometerImage = imagesOf(value)[placeOf(imagesOf(value), odometerChoice)] ?? null;
    return problems.length > 0 ? { refused: problems.slice(0, 5).join('; '), value } : { value };
  };
}

const imagesOf = ({ images }: Record<string, unknown>) => (Array.isArray(images) ? (images as string[]) : []);

/** Index of the chosen image, -1 for none. */
const placeOf = (images: readonly string[], choice: string): number =>
  choice === 'first' ? 0 : choice === 'last' ? images.length - 1 : images.findIndex((one) => fits(one, choice));

/** Takes the auction sheet out of the images of a row (`chosenImageField`). */
function takeSheet(value: Record<string, unknown>, choice: string): void {
  const images = imagesOf(value);
  const at = placeOf(images, choice);
  const image = images[at];
  if (image === undefined) return;
  value.images = images.filter((_, index) => index !== at);
  value.sheetImage = image;
}

/** Whether the file name in an address or a name of the store fits a pattern, in which `*` is any text. */
function fits(image: string, pattern: string): boolean {
  const name = (image.split(/[?#]/, 1)[0] ?? '').split('/').at(-1)?.toLowerCase() ?? '';
  const parts = pattern.toLowerCase().split('*');
  const [first = '', ...others] = parts;
  if (others.length === 0) return name === first;
  if (!name.startsWith(first)) return false;
  let from = first.length;
  const last = others.pop() ?? '';
  for (const part of others) {
    const at = name.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return name.length - from >= last.length && name.endsWith(last);
}

/** Positions of the mapped columns; names are compared like cells, in plain characters. */
function placesOf(mapping: Mapping, header: readonly string[]): Map<string, number> {
  const places = new Map<string, number>();
  const twice = new Set<string>();
  for (const [place, given] of header.entries()) {
    const name = comparable(given);
    if (places.has(name)) twice.add(name);
    places.set(name, place);
  }
  const used = cellsOf(mapping)
    .flatMap(({ column }) => column)
    .filter((name) => name !== '*');
  const missing = used.filter((name) => !places.has(comparable(name)));
  if (missing.length > 0)
    throw new UnreadableFeed(
      `The file has no column ${list(missing)}; it has ${list(header)}: is it the right mapping?`,
    );
  // Of two columns with one name the last would win silently (business-rules.md#feed-mappings).
  const doubtful = [...new Set(used.filter((name) => twice.has(comparable(name))))];
  if (doubtful.length > 0)
    throw new UnreadableFeed(
      `The file has more than one column ${list(doubtful)}, so the mapping is ambiguous; it has ${list(header)}`,
    );
  return places;
}

interface Context {
  mapping: Mapping;
  places: ReadonlyMap<string, number>;
  fileAt: Date;
}

/** A cell with the value of another field as well. */
class CellWithExtras {
  readonly own: unknown;
  readonly beside: Record<string, unknown>;
  constructor(own: unknown, beside: Record<string, unknown>) {
    this.own = own;
    this.beside = beside;
  }
}

function readField(context: Context, name: string, field: MappedField, cells: readonly string[]): unknown {
  if ('value' in field) return field.value;
  if ('fileTime' in field) return context.fileAt.toISOString();
  if ('day' in field) {
    const [day, clock] = [textOf(context, field.day, cells), textOf(context, field.time, cells)];
    if (day === '') return empty(name, field.day);
    const dayAlone = readDay(oneLine(day), { order: field.day.order, ...yearsOf(context, field.day) });
    return clock === '' ? dayAlone : readInstant(dayAlone, oneLine(clock), context.mapping.offset);
  }
  if (field.hash) {
    const chosen = columnsOf(context, field, cells);
    return NUMBERS.has(name) ? numberOf(chosen) : keyOf(chosen);
  }
  const text = textOf(context, field, cells);
  if (text === '') return empty(name, field);
  const table = field.codes === undefined ? undefined : context.mapping.codes[field.codes];
  const word = comparable(text);
  if (table && Object.hasOwn(table, word)) return table[word];
  if (table && field.otherwise !== undefined) return field.otherwise;
  return typed(context, name, field, text);
}

function typed(context: Context, name: string, field: CellField, text: string): unknown {
  const { mapping } = context;
  if (field.split !== undefined)
    return text
      .split(field.split)
      .map((part) => part.trim())
      .filter(Boolean);
  if (name === 'images') return [text];
  const dimension = DIMENSIONS[name];
  if (dimension) return quantity(mapping, { name, dimension }, field, oneLine(text));
  const notation = notationOf(mapping, field);
  if (name === 'year') {
    const { year, month } = readYear(oneLine(text), yearsOf(context, field));
    return month === null ? year : new CellWithExtras(year, { month });
  }
  if (name === 'firstRegistrationYear') {
    const { year, month } = readYear(oneLine(text), yearsOf(context, field));
    return month === null ? year : new CellWithExtras(year, { firstRegistrationMonth: month });
  }
  const readFact = FACT_READERS[name];
  if (readFact) {
    const { own, beside } = readFact(oneLine(text));
    return beside ? new CellWithExtras(own, beside) : own;
  }
  if (FACT_COUNTS.some((count) => count === name)) return readFactCount(oneLine(text), notation);
  if (name === 'month' || name === 'firstRegistrationMonth') return readMonth(oneLine(text), yearsOf(context, field));
  if (name === 'mileageMark') return markOf(field, oneLine(text));
  if (NUMBERS.has(name)) return readCount(oneLine(text), notation);
  if (!TIMES.has(name)) return field.upperCase ? text.toUpperCase() : text;
  const options = { order: field.order, offset: mapping.offset, ...yearsOf(context, field) };
  const time = readTime(oneLine(text), options);
  // A timestamp with only a day means the start of the day, so that later rows of that day are newer.
  return name === 'updatedAt' && time.length === 10 ? `${time}T00:00:00${mapping.offset}` : time;
}

function quantity(
  mapping: Mapping,
  { name, dimension }: { name: string; dimension: Dimension },
  field: CellField,
  text: string,
): unknown {
  const unitName = field.unit ?? OWN_UNIT[dimension];
  const column: QuantityColumn = { ...notationOf(mapping, field), dimension, unitName, yenFor: mapping.yenFor };
  if (name !== 'mileage') return readQuantity(text, column);
  const { km, mark } = readMileage(text, column, field.marks);
  return mark === null ? km : new CellWithExtras(km, { mileageMark: mark });
}

function markOf({ marks }: CellField, text: string) {
  const mark = readMark(text, marks);
  if (mark === undefined) throw new BadCell(`${quoted(text)} is no mark of an odometer: see "marks" of the mapping`);
  return mark;
}

const notationOf = (mapping: Mapping, field: CellField) => ({
  decimal: field.decimal ?? mapping.decimal,
  thousands: field.thousands ?? mapping.thousands,
});

const yearsOf = ({ mapping, fileAt }: Context, field: CellField): YearOptions => ({
  era: field.era ?? mapping.era,
  fileYear: fileAt.getUTCFullYear(),
});

/** Undefined omits the field: it gets its default, or is refused as missing. */
function empty(name: string, { otherwise }: CellField): unknown {
  if (otherwise !== undefined) return otherwise;
  return TEXTS.has(name) ? '' : undefined;
}

function textOf(context: Context, field: CellField, cells: readonly string[]): string {
  const joined = plain(columnsOf(context, field, cells).join(field.join ?? ' '));
  const [from = 1, to] = field.words ?? [];
  const text = field.words
    ? joined
        .split(/\s+/)
        .slice(from - 1, to)
        .join(' ')
    : joined;
  return field.empty?.includes(comparable(text)) ? '' : text;
}

function columnsOf({ places }: Context, { column }: CellField, cells: readonly string[]): string[] {
  const names = typeof column === 'string' ? [column] : column;
  return names.flatMap((name) => (name === '*' ? cells : [cells[places.get(comparable(name)) ?? -1] ?? '']));
}

const list = (names: readonly string[]) =>
  names
    .slice(0, 30)
    .map((name) => JSON.stringify(name))
    .join(', ');
