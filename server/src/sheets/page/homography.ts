/** A point in pixels. */
export type Point = readonly [x: number, y: number];
/** Corners of a quadrilateral: upper left, upper right, lower right, lower left. */
export type Quad = readonly [Point, Point, Point, Point];

export type Transform = (x: number, y: number) => [x: number, y: number];

/** An image of one byte per channel, rows without padding. */
export interface Raster {
  data: Uint8Array;
  width: number;
  height: number;
  channels: 1 | 3;
}

/** The projective map that takes each corner of `from` to the same corner of `to`. */
export function homography(from: Quad, to: Quad): Transform {
  const rows = from.flatMap(([x, y], i): number[][] => {
    const [u, v] = to[i] as Point;
    return [
      [x, y, 1, 0, 0, 0, -u * x, -u * y, u],
      [0, 0, 0, x, y, 1, -v * x, -v * y, v],
    ];
  });
  const [a = 1, b = 0, c = 0, d = 0, e = 1, f = 0, g = 0, h = 0] = solve(rows);
  return (x, y) => {
    const w = g * x + h * y + 1;
    return [(a * x + b * y + c) / w, (d * x + e * y + f) / w];
  };
}

/** Gaussian elimination with pivoting; each row ends with its right side. */
function solve(rows: number[][]): number[] {
  const n = rows.length;
  for (let i = 0; i < n; i += 1) {
    let best = i;
    for (let r = i + 1; r < n; r += 1) if (Math.abs(at(rows, r, i)) > Math.abs(at(rows, best, i))) best = r;
    const pivot = rows[best] as number[];
    rows[best] = rows[i] as number[];
    rows[i] = pivot;
    const head = pivot[i] || 1e-12;
    for (let r = 0; r < n; r += 1) {
      if (r === i) continue;
      const factor = at(rows, r, i) / head;
      const row = rows[r] as number[];
      for (let k = i; k <= n; k += 1) row[k] = (row[k] ?? 0) - factor * (pivot[k] ?? 0);
    }
  }
  return rows.map((row, i) => (row[n] ?? 0) / (row[i] || 1e-12));
}
const at = (rows: number[][], row: number, column: number) => rows[row]?.[column] ?? 0;

/** Draws a picture of the given size whose pixel (x, y) is that of the source at `toSource(x, y)`, bilinear. */
export function warp(
  { data, width: fromWidth, height: fromHeight, channels }: Raster,
  { width, height }: { width: number; height: number },
  toSource: Transform,
  background = 255,
): Raster {
  const out = new Uint8Array(width * height * channels);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const [sx, sy] = toSource(x, y);
      const [left, top] = [Math.floor(sx), Math.floor(sy)];
      const at = (y * width + x) * channels;
      if (left < 0 || top < 0 || left >= fromWidth - 1 || top >= fromHeight - 1) {
        out.fill(background, at, at + channels);
        continue;
      }
      const [fx, fy] = [sx - left, sy - top];
      for (let c = 0; c < channels; c += 1) {
        const i = (top * fromWidth + left) * channels + c;
        const j = i + fromWidth * channels;
        const upper = (data[i] ?? 0) * (1 - fx) + (data[i + channels] ?? 0) * fx;
        const lower = (data[j] ?? 0) * (1 - fx) + (data[j + channels] ?? 0) * fx;
        out[at + c] = upper * (1 - fy) + lower * fy;
      }
    }
  return { data: out, width, height, channels };
}
