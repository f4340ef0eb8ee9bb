export type Point = [number, number];
export type Point3 = [number, number, number];

export const clamp = (value: number, low = 0, high = 1): number => Math.min(high, Math.max(low, value));
export const lerp = (from: number, to: number, share: number): number => from + (to - from) * share;
export const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
/** Calls `draw` with 0 to count - 1. */
export function times(count: number, draw: (index: number) => void): void {
  for (let index = 0; index < count; index++) draw(index);
}

export const smoothstep = (low: number, high: number, value: number): number => {
  const share = clamp((value - low) / (high - low));
  return share * share * (3 - 2 * share);
};

/** The item at an index that is known to exist. */
export function at<Item>(items: readonly Item[], index: number): Item {
  const item = items.at(index);
  if (item === undefined) throw new RangeError(`No item ${index} of ${items.length}`);
  return item;
}

/** Monotone cubic through [x, y] knots: no overshoot between knots, flat beyond the ends. */
export function curve(knots: readonly Point[]): (x: number) => number {
  const slopes = knots.slice(1).map(([x, y], i) => {
    const [beforeX, beforeY] = at(knots, i);
    return (y - beforeY) / (x - beforeX);
  });
  const tangents = knots.map((_, i) => {
    const before = i > 0 ? slopes[i - 1] : undefined;
    const after = slopes[i];
    if (before === undefined || after === undefined) return before ?? after ?? 0;
    return before * after <= 0 ? 0 : (2 * before * after) / (before + after);
  });
  const [firstX, firstY] = at(knots, 0);
  const [lastX, lastY] = at(knots, -1);
  return (x) => {
    if (x <= firstX) return firstY;
    if (x >= lastX) return lastY;
    const i = knots.findIndex(([knotX]) => knotX > x) - 1;
    const [x0, y0] = at(knots, i);
    const [x1, y1] = at(knots, i + 1);
    const span = x1 - x0;
    const u = (x - x0) / span;
    const h00 = (1 + 2 * u) * (1 - u) ** 2;
    const h01 = u * u * (3 - 2 * u);
    return (
      h00 * y0 + u * (1 - u) ** 2 * span * at(tangents, i) + h01 * y1 + u * u * (u - 1) * span * at(tangents, i + 1)
    );
  };
}

/** Smooth path through points (Catmull-Rom), addressed by fractional point index. */
export function smoothPath(points: readonly Point[]): (position: number) => Point {
  const near = (i: number) => at(points, clamp(i, 0, points.length - 1));
  return (position) => {
    const i = Math.min(Math.floor(position), points.length - 2);
    const u = position - i;
    const [p0, p1, p2, p3] = [near(i - 1), near(i), near(i + 1), near(i + 2)];
    const blend = (a: number, b: number, c: number, d: number) =>
      0.5 * (2 * b + (c - a) * u + (2 * a - 5 * b + 4 * c - d) * u * u + (3 * b - a - 3 * c + d) * u ** 3);
    return [blend(p0[0], p1[0], p2[0], p3[0]), blend(p0[1], p1[1], p2[1], p3[1])];
  };
}

export function convexHull(points: readonly Point[]): Point[] {
  const sorted = points.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);
  const cross = (o: Point, a: Point, b: Point) => (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);
  const half = (list: Point[]) => {
    const chain: Point[] = [];
    for (const point of list) {
      while (chain.length > 1 && cross(at(chain, -2), at(chain, -1), point) <= 0) chain.pop();
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.toReversed())];
}

export const signedArea = (points: readonly Point[]): number =>
  points.reduce((sum, [x, y], i) => {
    const [nextX, nextY] = at(points, (i + 1) % points.length);
    return sum + x * nextY - nextX * y;
  }, 0) / 2;

/** Small reproducible generator: the same seed always draws the same picture. */
export function createRandom(seed: string): () => number {
  let state = [...seed].reduce(
    (hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 16_777_619) >>> 0,
    2_166_136_261,
  );
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
