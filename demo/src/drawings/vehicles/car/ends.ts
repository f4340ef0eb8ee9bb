import { at, clamp, lerp, type Point, range, times } from '../core/geometry.ts';
import { MATERIALS, mix, shade } from '../core/paint.ts';
import { strokeText } from '../core/strokes.ts';
import { FACES, TAILS } from './faces.ts';
import type { Scene } from './scene.ts';

const SMOOTH = 4;

type EndMap = (yShare: number, zShare: number) => Point;

/** Maps end shares to the body, folding hidden points onto the silhouette. */
function endMapper({ shell, spec, camera, see }: Scene, end: 'nose' | 'tail'): EndMap {
  const isTail = end === 'tail';
  const planOf = isTail ? shell.rearPlan : shell.frontPlan;
  const surface = isTail ? shell.rear : shell.front;
  const foldAt = (side: number) => {
    const hit = range(60).find((i) => {
      const { x, y, nx, ny } = planOf((side * shell.half * i) / 60);
      return camera.facing([x, y], [nx, ny]) <= 0;
    });
    return side * shell.half * ((hit ?? 60) / 60);
  };
  const [far, near] = [foldAt(-1), foldAt(1)];
  return (yShare, zShare) => {
    const over = Math.max(0, Math.abs(yShare) - 1);
    const z = (x: number) => lerp(shell.bottom(x), shell.shoulder(x), zShare);
    if (over > 0 && yShare > 0) {
      const x = Math.abs((isTail ? spec.length : 0) - spec[end].depth - over * 3);
      return see(shell.side(x, z(x)));
    }
    const y = clamp(yShare, -0.999, 0.999) * shell.half;
    const seen = camera.view === 'side' ? y : clamp(y, far, near);
    return see(surface(seen, z(planOf(seen).x)));
  };
}

/** Rounds a closed ring of shares. */
function ringOf(points: readonly Point[]): Point[] {
  const blend = (u: number, from: number, to: number, m0: number, m1: number) =>
    (2 * u ** 3 - 3 * u ** 2 + 1) * from +
    (u ** 3 - 2 * u ** 2 + u) * m0 +
    (3 * u ** 2 - 2 * u ** 3) * to +
    (u ** 3 - u ** 2) * m1;
  return points.flatMap((point, i) => {
    const [before, next, after] = [
      at(points, i - 1),
      at(points, (i + 1) % points.length),
      at(points, (i + 2) % points.length),
    ];
    const bend = (u: number, axis: 0 | 1) =>
      blend(u, point[axis], next[axis], (next[axis] - before[axis]) * 0.25, (after[axis] - point[axis]) * 0.25);
    return range(SMOOTH).map((step): Point => [bend(step / SMOOTH, 0), bend(step / SMOOTH, 1)]);
  });
}

const centreOf = (points: readonly Point[]): Point => [
  points.reduce((sum, [x]) => sum + x, 0) / points.length,
  points.reduce((sum, [, y]) => sum + y, 0) / points.length,
];
const spanOf = (points: readonly Point[]) => Math.max(...points.map(([x]) => x)) - Math.min(...points.map(([x]) => x));
function shrink(points: readonly Point[], share: number): Point[] {
  const [cx, cy] = centreOf(points);
  return points.map(([x, y]) => [lerp(cx, x, share), lerp(cy, y, share)]);
}

function slab(map: EndMap, [half, low, high]: [number, number, number], taper = 0.86): Point[] {
  const line = (z: number, share: number) => range(13).map((i) => map(lerp(-half, half, i / 12) * share, z));
  return [...line(high, 1), ...line(low, taper).toReversed()];
}

const mirrored = (map: EndMap, ring: readonly Point[], side: number): Point[] => ring.map(([y, z]) => map(y * side, z));

const FOG_LAMP = ringOf([
  [0.78, 0.16],
  [0.78, 0.28],
  [0.9, 0.3],
  [0.92, 0.18],
]);

export function drawFront(scene: Scene): void {
  const { canvas, spec, paint, hair } = scene;
  const face = FACES[spec.face];
  const map = endMapper(scene, 'nose');
  const [half, low, high] = face.intake;
  canvas.fill(slab(map, face.intake, 0.9), MATERIALS.void, { stroke: shade(paint, -0.6), 'stroke-width': hair });
  for (const share of [1 / 3, 2 / 3])
    canvas.line(
      range(9).map((k) => map(lerp(-1, 1, k / 8) * half * 0.9, lerp(low, high, share))),
      '#3b4147',
      hair * 1.6,
    );
  if (face.bars > 0) drawGrille(scene, map);
  for (const side of [-1, 1]) {
    drawHeadlamp(scene, mirrored(map, ringOf(face.lamp), side));
    const fog = mirrored(map, FOG_LAMP, side);
    canvas.fill(fog, '#191c1f');
    canvas.fill(shrink(fog, 0.5), '#dfe7ec');
  }
  const bonnetEdge = range(17).map((i) => map(lerp(-0.92, 0.92, i / 16), 0.945));
  canvas.line(bonnetEdge, mix(paint.dark, '#000000', 0.3), hair, { opacity: 0.65 });
  drawPlate(scene, map, high > 0.4 ? 0.38 : high + 0.1);
}

function drawGrille({ canvas, spec, hair }: Scene, map: EndMap): void {
  const { grille, bars } = FACES[spec.face];
  const frame = { stroke: MATERIALS.chrome, 'stroke-width': hair * 1.8, 'stroke-linejoin': 'round' };
  canvas.fill(slab(map, grille), '#15181b', frame);
  const [half, low, high] = grille;
  times(bars, (i) => {
    const share = (i + 1) / (bars + 1);
    const reach = half * lerp(0.86, 1, share) * 0.96;
    canvas.line(
      range(9).map((k) => map(lerp(-reach, reach, k / 8), lerp(low, high, share))),
      MATERIALS.chromeDark,
      hair * 1.5,
    );
  });
  const [cx, cy] = map(0, (low + high) / 2);
  const badge = { fill: MATERIALS.chrome, stroke: '#59626a', 'stroke-width': hair * 0.7 };
  canvas.add('ellipse', { cx, cy, rx: hair * 6, ry: hair * 5, ...badge });
}

function drawHeadlamp({ canvas, hair }: Scene, ring: readonly Point[]): void {
  const size = spanOf(ring);
  if (size < hair * 2) return;
  const [cx, cy] = centreOf(ring);
  const glass = canvas.linear(
    [cx, cy - size * 0.3],
    [cx, cy + size * 0.3],
    [
      [0, '#f6fafc'],
      [0.5, '#b9c6d0'],
      [1, '#6f7d88'],
    ],
  );
  canvas.fill(ring, glass, { stroke: '#23282d', 'stroke-width': hair * 1.6, 'stroke-linejoin': 'round' });
  canvas.fill(shrink(ring, 0.8), '#2e363d', { opacity: 0.5 });
  const radius = Math.min(size * 0.15, hair * 9);
  for (const shift of [-0.2, 0.16]) {
    const bulb = canvas.radial([cx + shift * size, cy], radius, [
      [0, '#ffffff'],
      [0.55, '#dbe8f2'],
      [1, '#7c8b98'],
    ]);
    canvas.add('ellipse', { cx: cx + shift * size, cy, rx: radius, ry: radius, fill: bulb });
  }
}

/** From the side only lamps that wrap around the corners are visible. */
export function drawEndsFromSide(scene: Scene): void {
  const { canvas, spec, hair } = scene;
  const wrap = (lamp: readonly Point[], map: EndMap, low: number) =>
    ringOf(lamp)
      .filter(([y]) => y > low)
      .map(([y, z]) => map(y, z));
  drawHeadlamp(scene, wrap(FACES[spec.face].lamp, endMapper(scene, 'nose'), 0.6));
  const tail = wrap(TAILS[spec.rear].lamp, endMapper(scene, 'tail'), 0.7);
  canvas.fill(tail, MATERIALS.tail, { stroke: '#2b0a0c', 'stroke-width': hair });
}

export function drawRear(scene: Scene): void {
  const { canvas, spec, paint, hair } = scene;
  const { lamp, plate, cut } = TAILS[spec.rear];
  const map = endMapper(scene, 'tail');
  canvas.fill(slab(map, [0.8, 0, 0.16], 0.95), MATERIALS.trim);
  const lid = [
    ...range(9).map((i) => map(-cut, lerp(1, 0.36, i / 8))),
    ...range(9).map((i) => map(lerp(-cut, cut, i / 8), 0.34)),
    ...range(9).map((i) => map(cut, lerp(0.36, 1, i / 8))),
  ];
  canvas.line(lid, mix(paint.dark, '#000000', 0.3), hair * 1.2, { opacity: 0.7 });
  for (const side of [-1, 1]) drawTailLamp(scene, mirrored(map, ringOf(lamp), side));
  canvas.line(
    range(9).map((i) => map(lerp(-0.26, 0.26, i / 8), plate + 0.13)),
    MATERIALS.chrome,
    hair * 3,
  );
  drawPlate(scene, map, plate);
}

function drawTailLamp({ canvas, hair }: Scene, ring: readonly Point[]): void {
  const size = spanOf(ring);
  if (size < hair * 2) return;
  const glow = canvas.radial(centreOf(ring), size, [
    [0, MATERIALS.tailLight],
    [0.5, MATERIALS.tail],
    [1, '#6d0d12'],
  ]);
  canvas.fill(ring, glow, { stroke: '#2b0a0c', 'stroke-width': hair * 1.4 });
  canvas.fill(shrink(ring, 0.34), MATERIALS.reverse, { opacity: 0.85 });
}

const PLATE = { halfWidth: 0.2, halfHeight: 0.085 };

/** A plate without a number, because lots share pictures. */
function drawPlate({ canvas, shell, hair }: Scene, map: EndMap, zShare: number): void {
  const reach = PLATE.halfWidth / shell.half;
  const rise = PLATE.halfHeight / 0.62;
  const [a, b] = [map(-reach, zShare + rise), map(reach, zShare + rise)];
  const [c, d] = [map(reach, zShare - rise), map(-reach, zShare - rise)];
  canvas.fill([a, b, c, d], '#fbfbf7', { stroke: '#30363c', 'stroke-width': hair, 'stroke-linejoin': 'round' });
  const [left, right, foot] = b[0] < a[0] ? [b, a, c] : [a, b, d];
  const matrix = [
    (right[0] - left[0]) / 100,
    (right[1] - left[1]) / 100,
    (foot[0] - left[0]) / 42,
    (foot[1] - left[1]) / 42,
    ...left,
  ];
  canvas.raw(
    `<g transform="matrix(${matrix.map((value) => value.toFixed(4)).join(' ')})"><rect x="3" y="3" width="94" height="10" fill="#bf2f1d"/>` +
      `${strokeText('SERI', { x: 50, y: 36, size: 17, colour: '#1c1f24' })}</g>`,
  );
}
