import type { Point, Quad } from './homography.ts';

interface Grey {
  data: Uint8Array;
  width: number;
  height: number;
}

/** Minimum share of the picture that the paper covers. */
const MIN_PAPER = 0.15;
/** Minimum share of the quadrilateral that is paper; another shape is not a sheet. */
const MIN_FILL = 0.93;
/** The paper reaches the edges of the picture: a scan, without a desk. */
const WHOLE_PICTURE = 0.97;

/**
 * Corners of the brightest large quadrilateral in a small gray picture, in its pixels; null where there is none or
 * where it is the whole picture. Several thresholds are tried, because a shadow makes paper as dark as a light desk.
 */
export function findCorners(picture: Grey): Quad | null {
  let best: { quad: Quad; score: number } | null = null;
  for (const threshold of thresholdsOf(picture)) {
    const blob = largestBlob(picture, threshold);
    if (blob.count < picture.width * picture.height * MIN_PAPER) continue;
    const hull = convexHull(blob.outline);
    const rough = reduceToFour(hull);
    if (!rough) continue;
    const quad = fitSides(hull, rough);
    const area = areaOf(quad);
    const fill = areaOf(hull) / Math.max(1, area);
    const solid = blob.count / Math.max(1, area);
    if (fill < MIN_FILL || fill > 1.06 || solid < 0.8) continue;
    if (paperAround(picture, { threshold, inside: blob.count, area }) > MAX_PAPER_AROUND) continue;
    // A desk in the light may look like paper, but then the shape ends only where the picture does.
    const cut = quad.some(([x, y]) => x < 2 || y < 2 || x > picture.width - 3 || y > picture.height - 3) ? 0.5 : 1;
    const score = area * Math.min(1, fill) * Math.min(1, solid + 0.05) * cut;
    if (!best || score > best.score * 1.01) best = { quad, score };
  }
  if (!best || areaOf(best.quad) > picture.width * picture.height * WHOLE_PICTURE) return null;
  return isUpright(best.quad) ? best.quad : null;
}

/** Share of the surroundings that is as bright as paper; more means that a frame printed on the paper was found. */
const MAX_PAPER_AROUND = 0.5;
function paperAround(
  { data }: Grey,
  { threshold, inside, area }: { threshold: number; inside: number; area: number },
): number {
  let bright = 0;
  for (const value of data) if (value > threshold) bright += 1;
  return Math.max(0, bright - inside) / Math.max(1, data.length - area);
}

/** Sheets are held upright within this angle; a larger one is a wrong shape. */
const MAX_TILT = Math.tan((22 * Math.PI) / 180);
function isUpright([a, b, c, d]: Quad): boolean {
  const level = (p: Point, q: Point) => Math.abs(q[1] - p[1]) <= Math.abs(q[0] - p[0]) * MAX_TILT;
  const plumb = (p: Point, q: Point) => Math.abs(q[0] - p[0]) <= Math.abs(q[1] - p[1]) * MAX_TILT;
  return level(a, b) && level(d, c) && plumb(a, d) && plumb(b, c);
}

function thresholdsOf({ data }: Grey): number[] {
  const counts = new Float64Array(256);
  for (const value of data) counts[value] = (counts[value] ?? 0) + 1;
  const otsu = otsuOf(counts, data.length);
  return [otsu, otsu * 0.85, otsu * 0.7, otsu * 0.55, otsu * 1.15, otsu * 1.3].filter(
    (value) => value > 12 && value < 250,
  );
}

function otsuOf(counts: Float64Array, total: number): number {
  let sum = 0;
  for (let i = 0; i < 256; i += 1) sum += i * (counts[i] ?? 0);
  let [below, belowSum, best, at] = [0, 0, -1, 128];
  for (let i = 0; i < 256; i += 1) {
    below += counts[i] ?? 0;
    belowSum += i * (counts[i] ?? 0);
    const above = total - below;
    if (below === 0 || above === 0) continue;
    const between = below * above * (belowSum / below - (sum - belowSum) / above) ** 2;
    if (between > best) [best, at] = [between, i];
  }
  return at;
}

/** The largest connected bright area: its size, and the first and last pixel of each row and column as its outline. */
function largestBlob({ data, width, height }: Grey, threshold: number): { count: number; outline: Point[] } {
  const labels = new Int32Array(width * height);
  let best = { label: 0, count: 0 };
  let label = 0;
  const stack: number[] = [];
  for (let start = 0; start < labels.length; start += 1) {
    if (labels[start] || (data[start] ?? 0) <= threshold) continue;
    label += 1;
    let count = 0;
    stack.push(start);
    labels[start] = label;
    while (stack.length > 0) {
      const i = stack.pop() as number;
      count += 1;
      const x = i % width;
      for (const j of [x > 0 ? i - 1 : -1, x < width - 1 ? i + 1 : -1, i - width, i + width])
        if (j >= 0 && j < labels.length && !labels[j] && (data[j] ?? 0) > threshold) {
          labels[j] = label;
          stack.push(j);
        }
    }
    if (count > best.count) best = { label, count };
  }
  const outline: Point[] = [];
  let filled = 0;
  for (let y = 0; y < height; y += 1) {
    let [first, last] = [-1, -1];
    for (let x = 0; x < width; x += 1)
      if (labels[y * width + x] === best.label) {
        if (first < 0) first = x;
        last = x;
      }
    if (first < 0) continue;
    outline.push([first, y], [last, y]);
    // Ink inside the paper counts as paper.
    filled += last - first + 1;
  }
  return { count: best.count === 0 ? 0 : filled, outline };
}

const cross = (o: Point, a: Point, b: Point) => (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);

/** Andrew's monotone chain. */
function convexHull(points: Point[]): Point[] {
  const sorted = points.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (list: Point[]) => {
    const chain: Point[] = [];
    for (const point of list) {
      while (chain.length >= 2 && cross(chain.at(-2) as Point, chain.at(-1) as Point, point) <= 0) chain.pop();
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.toReversed())];
}

const areaOf = (polygon: readonly Point[]): number =>
  Math.abs(
    polygon.reduce((sum, [x, y], i) => {
      const [nx, ny] = polygon[(i + 1) % polygon.length] as Point;
      return sum + x * ny - nx * y;
    }, 0),
  ) / 2;

/** Drops the corner whose loss changes the area least until four are left. */
function reduceToFour(hull: readonly Point[]): Quad | null {
  const left = [...hull];
  if (left.length < 4) return null;
  while (left.length > 4) {
    let [at, least] = [0, Number.POSITIVE_INFINITY];
    for (let i = 0; i < left.length; i += 1) {
      const loss = Math.abs(
        cross(
          left[(i + left.length - 1) % left.length] as Point,
          left[i] as Point,
          left[(i + 1) % left.length] as Point,
        ),
      );
      if (loss < least) [at, least] = [i, loss];
    }
    left.splice(at, 1);
  }
  const byHeight = left.toSorted((a, b) => a[1] - b[1]);
  const [upper, lower] = [byHeight.slice(0, 2), byHeight.slice(2)].map((pair) => pair.toSorted((a, b) => a[0] - b[0]));
  return [upper?.[0], upper?.[1], lower?.[1], lower?.[0]] as unknown as Quad;
}

/** Fits a line to the outline along each side and intersects neighbors, which is exact to a fraction of a pixel. */
function fitSides(hull: readonly Point[], rough: Quad): Quad {
  const lines = rough.map((corner, i) => {
    const next = rough[(i + 1) % 4] as Point;
    const length = Math.hypot(next[0] - corner[0], next[1] - corner[1]);
    const near = hull.filter((point) => {
      const along =
        ((point[0] - corner[0]) * (next[0] - corner[0]) + (point[1] - corner[1]) * (next[1] - corner[1])) / length ** 2;
      return along > 0.02 && along < 0.98 && Math.abs(cross(corner, next, point)) / length < 4;
    });
    return lineThrough(near.length >= 3 ? near : [corner, next]);
  });
  return rough.map(
    (corner, i) => intersection(lines[(i + 3) % 4] as Line, lines[i] as Line) ?? corner,
  ) as unknown as Quad;
}

/** `a x + b y = c`. */
type Line = [a: number, b: number, c: number];

function lineThrough(points: readonly Point[]): Line {
  const n = points.length;
  const [mx, my] = [points.reduce((sum, [x]) => sum + x, 0) / n, points.reduce((sum, [, y]) => sum + y, 0) / n];
  let [xx, xy, yy] = [0, 0, 0];
  for (const [x, y] of points) {
    xx += (x - mx) ** 2;
    xy += (x - mx) * (y - my);
    yy += (y - my) ** 2;
  }
  const angle = 0.5 * Math.atan2(2 * xy, xx - yy);
  const [a, b] = [-Math.sin(angle), Math.cos(angle)];
  return [a, b, a * mx + b * my];
}

function intersection([a, b, c]: Line, [d, e, f]: Line): Point | null {
  const det = a * e - b * d;
  return Math.abs(det) < 1e-6 ? null : [(c * e - b * f) / det, (a * f - c * d) / det];
}
