import type { Area } from '@seri/contract/sheets/fields.ts';
import type { Page } from './page.ts';

/** Whether a pixel of a page counts. */
export type Pixels = (x: number, y: number) => boolean;

export const inkOf =
  ({ ink, width, height }: Page): Pixels =>
  (x, y) =>
    x >= 0 && y >= 0 && x < width && y < height && ink[y * width + x] === 1;

/** Minimum redness of the pen's strokes, as a share of the page's contrast. */
const REDDER_SHARE = 0.17;

/** Difference between red and the other colors. */
const rednessAt = ({ colour, width }: Page, x: number, y: number): number => {
  const i = (y * width + x) * 3;
  return (colour[i] ?? 0) - Math.max(colour[i + 1] ?? 0, colour[i + 2] ?? 0);
};

/** Pixels of the inspector's red pen. */
export const redOf = (page: Page): Pixels => {
  const redder = (page.paper - page.dark) * REDDER_SHARE;
  return (x, y) => x >= 0 && y >= 0 && x < page.width && y < page.height && rednessAt(page, x, y) > redder;
};

/** Includes the pale rim of the strokes. */
export const thickened =
  (holds: Pixels): Pixels =>
  (x, y) =>
    holds(x, y) || holds(x - 1, y) || holds(x + 1, y) || holds(x, y - 1) || holds(x, y + 1);

interface Run {
  from: number;
  to: number;
}

/** Runs of filled positions, joined over gaps smaller than `gap`. */
function runs(length: number, gap: number, holds: (at: number) => boolean): Run[] {
  const found: Run[] = [];
  for (let at = 0; at < length; at += 1) {
    if (!holds(at)) continue;
    const last = found.at(-1);
    if (last && at - last.to <= gap) last.to = at;
    else found.push({ from: at, to: at });
  }
  return found;
}

const MIN_SIZE = 5;

/** Lines of text in an area, top down; ignores specks lower than a letter. */
export function linesIn(area: Area, isInk: Pixels, letterHeight: number): Area[] {
  const [left, top] = [Math.round(area.x), Math.round(area.y)];
  const [width, height] = [Math.round(area.width), Math.round(area.height)];
  const inRow = (y: number) => {
    let ink = 0;
    for (let x = 0; x < width; x += 1) if (isInk(left + x, top + y)) ink += 1;
    return ink;
  };
  return runs(height, 1, (y) => inRow(y) >= 2)
    .filter(({ from, to }) => to - from >= Math.max(MIN_SIZE, letterHeight * 0.4))
    .map(({ from, to }) => ({ x: left, y: top + from, width, height: to - from + 1 }));
}

/** Items of a line, separated by gaps wider than those within a word. */
export function itemsIn(line: Area, isInk: Pixels, gap: number): Area[] {
  const inColumn = (x: number) => {
    for (let y = 0; y < line.height; y += 1) if (isInk(line.x + x, line.y + y)) return true;
    return false;
  };
  return runs(Math.round(line.width), gap, inColumn)
    .filter(({ from, to }) => to - from >= 3)
    .map(({ from, to }) => ({ ...line, x: line.x + from, width: to - from + 1 }));
}

/** Minimum ink of a sign; less is a speck. */
const SPECK_INK = 14;

/** The bounding box of the text in an area, without specks; null when there is none. */
export function boundsOf(area: Area, isInk: Pixels): Area | null {
  const lines = linesIn(area, isInk, MIN_SIZE);
  const [first, last] = [lines[0], lines.at(-1)];
  if (!first || !last) return null;
  const tall = { ...first, height: last.y + last.height - first.y };
  const signs = itemsIn(tall, isInk, tall.height).filter((item) => inkIn(item, isInk) >= SPECK_INK);
  const [leftmost, rightmost] = [signs[0], signs.at(-1)];
  return leftmost && rightmost ? { ...leftmost, width: rightmost.x + rightmost.width - leftmost.x } : null;
}

function inkIn({ x, y, width, height }: Area, isInk: Pixels): number {
  let ink = 0;
  for (let dy = 0; dy < height; dy += 1) for (let dx = 0; dx < width; dx += 1) if (isInk(x + dx, y + dy)) ink += 1;
  return ink;
}
