import type { Area } from '@seri/contract/sheets/fields.ts';
import type { InkPage } from './page-ink.ts';

/** The ruled lines of a page, and the rectangles that they enclose. */
export interface Ruling {
  /** 1 on and beside a ruled line. */
  lines: Uint8Array;
  cells: Area[];
}

/** Minimum length of a ruled line in pixels; strokes of writing are shorter. */
const MIN_ACROSS = 56;
const MIN_DOWN = 46;
/** Gaps of a broken line that are closed. */
const GAP = 7;
const MIN_CELL = { width: 26, height: 18 };
/** Share of its bounding box that a rectangle fills. */
const RECTANGULAR = 0.82;

/** Finds ruled lines of any form, and its cells; a page without lines has none. */
export function ruledCells({ ink, width, height }: InkPage): Ruling {
  const across = longRuns(ink, { width, height, min: MIN_ACROSS, isDown: false });
  const down = longRuns(ink, { width, height, min: MIN_DOWN, isDown: true });
  const lines = new Uint8Array(ink.length);
  for (let i = 0; i < lines.length; i += 1) lines[i] = across[i] || down[i] ? 1 : 0;
  return { lines: thickened(lines, width), cells: enclosed(lines, width, height) };
}

/**
 * Pixels on runs of ink of at least this length, joined over gaps of a broken line. Each pixel also counts the ink just
 * beside it, because a line that is not quite straight moves from one row to the next. A row of writing has strokes
 * across it in many places, a ruled line in few.
 */
function longRuns(
  ink: Uint8Array,
  { width, height, min, isDown }: { width: number; height: number; min: number; isDown: boolean },
): Uint8Array {
  const out = new Uint8Array(ink.length);
  const [outer, inner] = isDown ? [width, height] : [height, width];
  const [along, aside] = isDown ? [width, 1] : [1, width];
  for (let o = SIDE; o < outer - SIDE; o += 1) {
    const at = (k: number) => o * aside + k * along;
    const runs: [from: number, to: number][] = [];
    let [start, last] = [-1, -1];
    for (let k = 0; k <= inner; k += 1) {
      const i = at(k);
      if (k < inner && (ink[i] || ink[i - aside] || ink[i + aside])) {
        if (start < 0) start = k;
        last = k;
      } else if (start >= 0 && (k - last > CORE_GAP || k === inner)) {
        if (last - start + 1 >= min && isThin(start, last)) runs.push([start, last]);
        start = -1;
      }
    }
    for (const [i, [from, to]] of runs.entries()) {
      const next = runs[i + 1];
      const end = next && next[0] - to <= GAP ? next[0] : to;
      for (let k = from; k <= end; k += 1) out[at(k)] = 1;
    }

    function isThin(from: number, to: number): boolean {
      let crossed = 0;
      for (let k = from; k <= to; k += 1) if (ink[at(k) - SIDE * aside] || ink[at(k) + SIDE * aside]) crossed += 1;
      return crossed < (to - from + 1) * MAX_CROSSED;
    }
  }
  return out;
}
/** Gap within a run that still counts as ink. */
const CORE_GAP = 1;
/** Distance from a line's middle at which only strokes across it have ink. */
const SIDE = 5;
const MAX_CROSSED = 0.3;

function thickened(mask: Uint8Array, width: number): Uint8Array {
  const out = mask.slice();
  for (let i = width; i < mask.length - width; i += 1)
    if (mask[i]) for (const step of [-1, 1, -width, width]) out[i + step] = 1;
  return out;
}

/** Connected areas without lines that are rectangles and not the whole page. */
function enclosed(lines: Uint8Array, width: number, height: number): Area[] {
  const seen = new Uint8Array(lines.length);
  const cells: Area[] = [];
  const stack = new Int32Array(lines.length);
  for (let start = 0; start < lines.length; start += 1) {
    if (seen[start] || lines[start]) continue;
    let [top, count] = [0, 0];
    let [x0, y0, x1, y1] = [width, height, 0, 0];
    stack[top++] = start;
    seen[start] = 1;
    while (top > 0) {
      const i = stack[--top] as number;
      const x = i % width;
      const y = (i - x) / width;
      count += 1;
      if (x < x0) x0 = x;
      if (x > x1) x1 = x;
      if (y < y0) y0 = y;
      if (y > y1) y1 = y;
      const visit = (j: number) => {
        if (!seen[j] && !lines[j]) {
          seen[j] = 1;
          stack[top++] = j;
        }
      };
      if (x > 0) visit(i - 1);
      if (x < width - 1) visit(i + 1);
      if (y > 0) visit(i - width);
      if (y < height - 1) visit(i + width);
    }
    const [w, h] = [x1 - x0 + 1, y1 - y0 + 1];
    const touchesEdge = x0 === 0 || y0 === 0 || x1 === width - 1 || y1 === height - 1;
    if (touchesEdge || w < MIN_CELL.width || h < MIN_CELL.height || count < w * h * RECTANGULAR) continue;
    cells.push({ x: x0, y: y0, width: w, height: h });
  }
  return cells;
}
