import type { Area } from '@seri/contract/sheets/fields.ts';
import type { Run } from './find-labels.ts';
import type { LabelWord } from './label-words.ts';

/** A label with the runs that belong to it by the form's own arrangement. */
export interface LabelledValue {
  label: Run & { label: LabelWord };
  /** The place of the value: its cell, or the bounds of its runs. */
  room: Area;
  runs: Run[];
}

/** Fields of several words on several lines. */
export const PARAGRAPHS: ReadonlySet<string> = new Set(['equipment', 'salesPoints', 'inspectorNotes']);

type Side = 'right' | 'below';
type LabelRun = Run & { label: LabelWord };

/** Distance between neighboring cells: the thickness of a ruled line and its rim. */
const TOUCHING = 16;
const SAME_EDGE = 9;
const OVERLAP = 0.7;

/**
 * Gives each label its value: beside it, below it, or with it in one cell. Where both sides could hold the value, the
 * arrangement of the other labels of the page decides; where it does not decide either, the label has no value, because
 * a value under a wrong label is worse than none.
 */
export function placeValues(found: readonly Run[], cells: readonly Area[]): LabelledValue[] {
  const runs = withoutWords(found);
  const labels = runs.filter((run): run is LabelRun => run.label !== null);
  const inCells = labels.filter(({ cell }) => cell >= 0);
  const alone = (label: LabelRun) => labels.filter(({ cell }) => cell === label.cell).length === 1;
  const valuesIn = (cell: number) => runs.filter((run) => run.cell === cell && !run.label);
  const placed: LabelledValue[] = [];
  const ofCells: LabelRun[] = [];
  for (const label of inCells) {
    if (!alone(label)) continue;
    const own = valuesIn(label.cell).filter(({ area }) => isAfter(area, label.area));
    if (own.length > 0) placed.push({ label, room: cells[label.cell] as Area, runs: own });
    else if (!isHeading(label.area, cells[label.cell] as Area)) ofCells.push(label);
  }
  // On a page whose values are in their labels' cells, an empty such cell has no value elsewhere.
  if (placed.length <= ofCells.length) placed.push(...cellsBeside(ofCells, labels, cells, valuesIn));
  const free = labels.filter((label) => label.cell < 0 || !alone(label));
  for (const cell of new Set(free.map((label) => label.cell)))
    placed.push(
      ...unruled(
        free.filter((label) => label.cell === cell),
        runs.filter((run) => run.cell === cell && !run.label),
      ),
    );
  return withoutShared(placed);
}

/** Height of a cell, in heights of its label, that has room for a value below the label. */
const ROOM_FOR_VALUE = 3;

/** A label at the upper edge of a tall cell names that cell; when nothing was found in it, the cell beside it is another's. */
const isHeading = (label: Area, cell: Area): boolean =>
  cell.height > label.height * ROOM_FOR_VALUE && label.y + label.height / 2 - cell.y < cell.height / 3;

/** In the cell of a paragraph, other labels are words of the text. */
function withoutWords(runs: readonly Run[]): Run[] {
  const paragraphs = runs.filter(({ label, cell }) => cell >= 0 && label !== null && PARAGRAPHS.has(label.field));
  const isWord = ({ label, cell, area }: Run) =>
    label?.field === 'other' && paragraphs.some((other) => other.cell === cell && isAfter(area, other.area));
  return runs.map((run) => (isWord(run) ? { ...run, label: null } : run));
}

/** Right of the label on its line, or below it. */
const isAfter = (area: Area, label: Area) =>
  area.x >= label.x + label.width - 4 || area.y >= label.y + label.height * 0.6;

function cellsBeside(
  ofCells: readonly LabelRun[],
  labels: readonly LabelRun[],
  cells: readonly Area[],
  valuesIn: (cell: number) => Run[],
): LabelledValue[] {
  const labelled = new Set(labels.map(({ cell }) => cell));
  const sides = ofCells.map((label) => {
    const own = cells[label.cell] as Area;
    const at = (test: (cell: Area) => boolean) =>
      cells.findIndex((cell, i) => i !== label.cell && !labelled.has(i) && test(cell));
    const right = at(
      (cell) =>
        Math.abs(cell.x - (own.x + own.width)) < TOUCHING && shared(cell.y, cell.height, own.y, own.height) > OVERLAP,
    );
    const below = at(
      (cell) =>
        Math.abs(cell.y - (own.y + own.height)) < TOUCHING && shared(cell.x, cell.width, own.x, own.width) > OVERLAP,
    );
    const [r, b] = [cells[right], cells[below]];
    const asHigh =
      r !== undefined && Math.abs(r.y - own.y) < SAME_EDGE && Math.abs(r.y + r.height - own.y - own.height) < SAME_EDGE;
    const asWide =
      b !== undefined && Math.abs(b.x - own.x) < SAME_EDGE && Math.abs(b.x + b.width - own.x - own.width) < SAME_EDGE;
    const sure: Side | null = asHigh && !asWide ? 'right' : asWide && !asHigh ? 'below' : null;
    return { label, right, below, sure };
  });
  const style = majority(sides.map(({ sure }) => sure));
  return sides.flatMap(({ label, right, below, sure }) => {
    const side = sure ?? style;
    const cell = side === 'right' ? right : side === 'below' ? below : -1;
    return cell < 0 ? [] : [{ label, room: cells[cell] as Area, runs: valuesIn(cell) }];
  });
}

const shared = (a: number, aSize: number, b: number, bSize: number) =>
  (Math.min(a + aSize, b + bSize) - Math.max(a, b)) / Math.min(aSize, bSize);

/** The side of most labels, if it is at least twice as frequent as the other one. */
function majority(sides: readonly (Side | null)[]): Side | null {
  const right = sides.filter((side) => side === 'right').length;
  const below = sides.filter((side) => side === 'below').length;
  if (right >= 2 && right >= below * 2) return 'right';
  return below >= 2 && below >= right * 2 ? 'below' : null;
}

/** Labels on plain paper, or several in one cell. */
function unruled(labels: readonly LabelRun[], runs: readonly Run[]): LabelledValue[] {
  const sides = labels.map((label) => {
    const others = labels.filter((other) => other !== label);
    return { label, right: rightOf(label, others, runs), below: belowOf(label, others, runs) };
  });
  const style = majority(
    sides.map(({ right, below }) =>
      right.length > 0 && below.length === 0 ? 'right' : below.length > 0 && right.length === 0 ? 'below' : null,
    ),
  );
  return sides.flatMap(({ label, right, below }) => {
    if (style === null) return [];
    const found = style === 'right' ? right : below;
    return found.length === 0 ? [] : [{ label, room: boundsOf(found), runs: found }];
  });
}

const isOnLine = (a: Area, b: Area) => shared(a.y, a.height, b.y, b.height) > 0.45;

/** Longest way from a label to its value, in heights of the label. */
const MAX_GAP = 6;
const LINE_STEP = 3;

function rightOf(label: LabelRun, others: readonly LabelRun[], runs: readonly Run[]): Run[] {
  const { area } = label;
  const end = Math.min(
    ...others.filter((other) => isOnLine(other.area, area) && other.area.x > area.x).map((other) => other.area.x),
    Number.POSITIVE_INFINITY,
  );
  const onLine = runs.filter(
    (run) => isOnLine(run.area, area) && run.area.x >= area.x + area.width - 4 && run.area.x < end,
  );
  const first = onLine.toSorted((a, b) => a.area.x - b.area.x)[0];
  if (!first || first.area.x - (area.x + area.width) > area.height * MAX_GAP) return [];
  return [
    ...onLine,
    ...(PARAGRAPHS.has(label.label.field) ? furtherLines(onLine, first.area.x, end, others, runs) : []),
  ];
}

function belowOf(label: LabelRun, others: readonly LabelRun[], runs: readonly Run[]): Run[] {
  const { area } = label;
  const end = Math.min(
    ...others.filter((other) => isOnLine(other.area, area) && other.area.x > area.x).map((other) => other.area.x),
    Number.POSITIVE_INFINITY,
  );
  const bottom = area.y + area.height;
  const near = runs.filter(
    (run) =>
      run.area.y >= bottom - 6 &&
      run.area.y < bottom + area.height * LINE_STEP &&
      run.area.x >= area.x - area.height * 2 &&
      run.area.x + run.area.width * 0.5 < end,
  );
  const top = Math.min(...near.map((run) => run.area.y));
  const line = near.filter((run) => run.area.y < top + area.height * 1.4);
  const between = others.some(
    (other) =>
      other.area.y > area.y + area.height &&
      other.area.y < top &&
      other.area.x < end &&
      other.area.x + other.area.width > area.x,
  );
  if (line.length === 0 || between) return [];
  return [
    ...line,
    ...(PARAGRAPHS.has(label.label.field) ? furtherLines(line, area.x - area.height * 2, end, others, runs) : []),
  ];
}

/** Lines below the first one that begin no new label: the rest of a paragraph. */
function furtherLines(
  first: readonly Run[],
  left: number,
  right: number,
  others: readonly LabelRun[],
  runs: readonly Run[],
): Run[] {
  const found: Run[] = [];
  let line = first;
  while (line.length > 0) {
    const bounds = boundsOf(line);
    const bottom = bounds.y + bounds.height;
    const next = runs.filter(
      (run) =>
        !line.includes(run) &&
        run.area.y > bottom - 8 &&
        run.area.y < bottom + bounds.height * 1.6 &&
        run.area.x >= left - bounds.height &&
        run.area.x < right,
    );
    const top = Math.min(...next.map((run) => run.area.y));
    const isOther = others.some(
      (other) =>
        other.area.y > bounds.y + bounds.height * 0.5 &&
        other.area.y < top + bounds.height * 0.8 &&
        other.area.x < right &&
        other.area.x + other.area.width > left - bounds.height * 12,
    );
    if (next.length === 0 || isOther) return found;
    line = next.filter((run) => run.area.y < top + bounds.height);
    found.push(...line);
  }
  return found;
}

export function boundsOf(runs: readonly Run[]): Area {
  const x = Math.min(...runs.map(({ area }) => area.x));
  const y = Math.min(...runs.map(({ area }) => area.y));
  return {
    x,
    y,
    width: Math.max(...runs.map(({ area }) => area.x + area.width)) - x,
    height: Math.max(...runs.map(({ area }) => area.y + area.height)) - y,
  };
}

/** Two labels that claim the same run are both without a value, and so is a field with two labels. */
function withoutShared(placed: readonly LabelledValue[]): LabelledValue[] {
  const claims = new Map<Run, number>();
  for (const { runs } of placed) for (const run of runs) claims.set(run, (claims.get(run) ?? 0) + 1);
  const fields = new Map<string, number>();
  for (const { label } of placed) fields.set(label.label.field, (fields.get(label.label.field) ?? 0) + 1);
  return placed.filter(
    ({ label, runs }) =>
      (label.label.field === 'other' || fields.get(label.label.field) === 1) &&
      runs.every((run) => claims.get(run) === 1),
  );
}
