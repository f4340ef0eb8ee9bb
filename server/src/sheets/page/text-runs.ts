import type { Area } from '@seri/contract/sheets/fields.ts';
import type { InkPage } from './page-ink.ts';

/** Sizes of signs in pixels of a straightened page. */
const MIN_SIGN = 3;
const MAX_SIGN = { width: 150, height: 90 };
/** Maximum gap between two signs of a run, as a share of their height. */
const GAP = 0.75;
/** Signs of a run overlap vertically by this share of the lower one. */
const OVERLAP = 0.4;
const MIN_RUN_HEIGHT = 9;

/** Connected ink that is neither a ruled line nor a speck, of the whole page or within an area. */
export function signsOf({ ink, width, height }: InkPage, lines: Uint8Array, within?: Area): Area[] {
  const seen = new Uint8Array(ink.length);
  const stack: number[] = [];
  const signs: Area[] = [];
  const [left, top] = [Math.max(0, Math.floor(within?.x ?? 0)), Math.max(0, Math.floor(within?.y ?? 0))];
  const right = within ? Math.min(width, Math.ceil(within.x + within.width)) : width;
  const bottom = within ? Math.min(height, Math.ceil(within.y + within.height)) : height;
  const isText = (i: number) => ink[i] === 1 && !lines[i];
  for (let sy = top; sy < bottom; sy += 1)
    for (let sx = left; sx < right; sx += 1) {
      const start = sy * width + sx;
      if (seen[start] || !isText(start)) continue;
      let [x0, y0, x1, y1, count] = [width, height, 0, 0, 0];
      stack.push(start);
      seen[start] = 1;
      while (stack.length > 0) {
        const i = stack.pop() as number;
        const x = i % width;
        const y = (i - x) / width;
        count += 1;
        x0 = Math.min(x0, x);
        x1 = Math.max(x1, x);
        y0 = Math.min(y0, y);
        y1 = Math.max(y1, y);
        for (let dy = -1; dy <= 1; dy += 1)
          for (let dx = -1; dx <= 1; dx += 1) {
            const [nx, ny] = [x + dx, y + dy];
            const j = ny * width + nx;
            if (nx >= left && ny >= top && nx < right && ny < bottom && !seen[j] && isText(j)) {
              seen[j] = 1;
              stack.push(j);
            }
          }
      }
      const [w, h] = [x1 - x0 + 1, y1 - y0 + 1];
      if (count >= 6 && Math.max(w, h) >= MIN_SIGN && w <= MAX_SIGN.width && h <= MAX_SIGN.height)
        signs.push({ x: x0, y: y0, width: w, height: h });
    }
  return signs;
}

/** Joins signs to runs of text: words beside each other on a line, whatever the columns around them. */
export function textRuns(signs: readonly Area[], cellOf: (sign: Area) => number): Area[] {
  const sorted = signs.toSorted((a, b) => a.x - b.x);
  const parent = sorted.map((_, i) => i);
  const root = (i: number): number => {
    let at = i;
    while (parent[at] !== at) at = parent[at] as number;
    parent[i] = at;
    return at;
  };
  const cells = sorted.map(cellOf);
  for (let i = 0; i < sorted.length; i += 1) {
    const a = sorted[i] as Area;
    for (let j = i + 1; j < sorted.length; j += 1) {
      const b = sorted[j] as Area;
      if (b.x - (a.x + a.width) > MAX_SIGN.height * GAP) break;
      if (cells[i] === cells[j] && belongTogether(a, b)) parent[root(j)] = root(i);
    }
  }
  const runs = new Map<number, Area>();
  sorted.forEach((sign, i) => {
    const of = root(i);
    const run = runs.get(of);
    runs.set(of, run ? union(run, sign) : { ...sign });
  });
  return absorb([...runs.values()]).filter(({ height, width }) => height >= MIN_RUN_HEIGHT && width >= 4);
}

function belongTogether(a: Area, b: Area): boolean {
  const gap = b.x - (a.x + a.width);
  const tall = Math.max(a.height, b.height, Math.min(a.width, 24), Math.min(b.width, 24));
  if (gap > Math.min(tall, 44) * GAP) return false;
  const overlap = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  if (overlap >= OVERLAP * Math.min(a.height, b.height)) return true;
  // Parts of one sign above each other, such as two strokes, or a comma below the line.
  return gap < tall * 0.35 && overlap > -Math.max(3, tall * 0.12) && Math.max(a.height, b.height) < 60;
}

export const union = (a: Area, b: Area): Area => {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  return {
    x,
    y,
    width: Math.max(a.x + a.width, b.x + b.width) - x,
    height: Math.max(a.y + a.height, b.y + b.height) - y,
  };
};

/** Merges runs that lie mostly inside another one. */
function absorb(runs: Area[]): Area[] {
  const left = runs.toSorted((a, b) => b.width * b.height - a.width * a.height);
  for (let i = 0; i < left.length; i += 1)
    for (let j = left.length - 1; j > i; j -= 1) {
      const [a, b] = [left[i] as Area, left[j] as Area];
      const w = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
      const h = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
      if (w > 0 && h > 0 && w * h > 0.6 * b.width * b.height) {
        left[i] = union(a, b);
        left.splice(j, 1);
      }
    }
  return left;
}
