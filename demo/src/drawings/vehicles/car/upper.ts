import { at, clamp, curve, lerp, type Point, range, signedArea, times } from '../core/geometry.ts';
import { MATERIALS, shade } from '../core/paint.ts';
import { glassFill, isEndOn, type Scene } from './scene.ts';

const ROOF_STEPS = 28;
const GLASS = { margin: 0.09, pillar: 0.06 };
const SOFT_TOP = '#26282b';

/** Roof, windscreen, rear window and the side with its windows. */
export function drawUpper(scene: Scene): void {
  const { canvas, upper, spec, paint, camera } = scene;
  const roofTint = (position: number) => shade(paint, clamp(0.5 - Math.abs(position / upper.last - 0.45) * 0.7));
  const step = canvas.detail < 1 ? 0.5 : 0.25;
  times(upper.last / step, (i) =>
    drawPatch(scene, i * step, (i + 1) * step, spec.softTop ? SOFT_TOP : roofTint(i * step)),
  );
  const { frontTop, rearTop } = spec.cabin;
  drawPane(scene, 0.12, frontTop - 0.14, 'front');
  drawPane(scene, rearTop + 0.2, upper.last - 0.15, 'rear');
  if (!isEndOn(camera)) drawSide(scene);
}

const rowAlong = ({ see, upper }: Scene, v: number, from: number, to: number, steps: number): Point[] =>
  range(steps + 1).map((i) => see(upper.surface(lerp(from, to, i / steps), v)));

function isSeen(scene: Scene, from: number, to: number): boolean {
  return signedArea([...rowAlong(scene, -0.8, from, to, 4), ...rowAlong(scene, 0.8, from, to, 4).toReversed()]) > 0;
}

function drawPatch(scene: Scene, from: number, to: number, tone: string): void {
  if (!isSeen(scene, from, to)) return;
  const { canvas, see, upper } = scene;
  const arc = (position: number, sign: number) =>
    range(9).map((i) => see(upper.surface(position, sign * (-1 + i / 4))));
  const points = [
    ...rowAlong(scene, -1, from, to, 4),
    ...arc(to, 1),
    ...rowAlong(scene, 1, from, to, 4).toReversed(),
    ...arc(from, -1),
  ];
  canvas.fill(points, tone, { stroke: tone, 'stroke-width': 1 });
}

function drawPane(scene: Scene, from: number, to: number, end: 'front' | 'rear'): void {
  if (!isSeen(scene, from, to)) return;
  const { canvas, see, upper, camera, hair } = scene;
  const v = 1 - GLASS.margin;
  const arc = (position: number, sign: number) =>
    range(13).map((i) => see(upper.surface(position, sign * v * (-1 + i / 6))));
  const points = [
    ...arc(from, 1),
    ...rowAlong(scene, v, from, to, 10).slice(1, -1),
    ...arc(to, -1),
    ...rowAlong(scene, -v, from, to, 10).toReversed().slice(1, -1),
  ];
  const [low, high] = end === 'front' ? [from, to] : [to, from];
  const fill = glassFill(canvas, see(upper.surface(high, isEndOn(camera) ? 0 : -0.5)), see(upper.surface(low, 0)));
  canvas.fill(points, fill, { stroke: MATERIALS.glassEdge, 'stroke-width': hair * 2.4, 'stroke-linejoin': 'round' });
  const gleam = (a: number, b: number) => [
    ...rowAlong(scene, a, from, to, 6),
    ...rowAlong(scene, b, from, to, 6).toReversed(),
  ];
  canvas.fill(gleam(-0.55, -0.2), '#ffffff', { opacity: 0.12 });
  canvas.fill(gleam(-0.12, -0.02), '#ffffff', { opacity: 0.1 });
}

function drawSide(scene: Scene): void {
  const { canvas, see, upper, spec, paint, hair } = scene;
  const edge = range(ROOF_STEPS + 1).map((i) => upper.profile((i / ROOF_STEPS) * upper.last));
  const [startX] = at(edge, 0);
  const [endX] = at(edge, -1);
  const roof = edge.map(([x, z]) => see(upper.side(x, z)));
  const belt = range(13).map((i) => {
    const x = lerp(endX, startX, i / 12);
    return see(upper.side(x, upper.beltHeight(x) - 0.01));
  });
  const top = see(upper.side((startX + endX) / 2, spec.height));
  const bottom = see(upper.side((startX + endX) / 2, upper.beltHeight(2)));
  const tone = canvas.linear(top, bottom, [
    [0, shade(paint, 0.3)],
    [0.25, shade(paint, -0.05)],
    [1, shade(paint, -0.22)],
  ]);
  canvas.fill([...roof, ...belt], spec.softTop ? SOFT_TOP : tone);
  canvas.line(roof, spec.softTop ? '#4a4e52' : shade(paint, 0.75), hair * 1.5, { opacity: 0.7 });
  for (const window of spec.windows) {
    const pane = sidePane(scene, edge, window);
    if (pane.length < 3) continue;
    canvas.fill(pane, glassFill(canvas, top, bottom), {
      stroke: MATERIALS.glassEdge,
      'stroke-width': hair * 3,
      'stroke-linejoin': 'round',
    });
  }
}

/** Glass between two pillars, inset into the profile by a pillar's width. */
function sidePane({ see, upper }: Scene, edge: readonly Point[], [x0, x1, slant]: [number, number, number]): Point[] {
  const inner = edge.map(([x, z], i): Point => {
    const [bx, bz] = at(edge, Math.max(0, i - 1));
    const [ax, az] = at(edge, Math.min(edge.length - 1, i + 1));
    const size = Math.hypot(ax - bx, az - bz) || 1;
    return [x + ((az - bz) / size) * GLASS.pillar, z - ((ax - bx) / size) * GLASS.pillar];
  });
  const ceiling = curve(inner.filter(([x], i) => inner.slice(0, i).every(([other]) => x > other + 1e-3)));
  const floor = (x: number) => upper.beltHeight(x) + 0.035;
  const columns = range(25)
    .map((i) => lerp(x0, x1, i / 24))
    .map((x) => ({ x, low: floor(x), high: ceiling(x) }))
    .filter(({ low, high }) => high > low + 0.015);
  const lean = (x: number, z: number) =>
    see(upper.side(x - slant * clamp((x - x0) / (x1 - x0)) * clamp((z - floor(x)) / 0.4), z));
  return [...columns.map(({ x, high }) => lean(x, high)), ...columns.toReversed().map(({ x, low }) => lean(x, low))];
}
