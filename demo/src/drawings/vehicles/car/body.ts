import { at, clamp, curve, lerp, type Point, range, smoothstep, times } from '../core/geometry.ts';
import { MATERIALS, mix, shade } from '../core/paint.ts';
import type { Canvas, GradientStop } from '../core/svg.ts';
import type { Scene } from './scene.ts';
import type { Plan } from './shell.ts';

const BANDS = 30;
const DECK_STRIPS = 14;
/** Overlap of neighboring bands; without it gaps show when the picture is scaled down. */
const overlapOf = ({ detail }: Canvas) => (detail < 1 ? 5 : 0.9);
const LIGHT: Point = [-0.55, 0.83];
const TILT = curve([
  [0, -0.9],
  [0.12, -0.6],
  [0.3, -0.2],
  [0.5, -0.02],
  [0.62, 0.1],
  [0.67, 0.5],
  [0.78, 0.25],
  [0.92, 0.45],
  [1, 0.8],
]);

function wallLevel({ nx, ny }: Plan, share: number): number {
  const lit = nx * LIGHT[0] + ny * LIGHT[1];
  const tilt = TILT(share);
  return clamp(-0.42 + 0.46 * lit + smoothstep(-0.1, 0.7, tilt) * 0.6 - smoothstep(0, 0.95, -tilt) * 0.75, -1, 1);
}

/** Soft shadow on the ground, made of growing, fading rings, because a blur would cost more than everything else. */
export function drawShadow({ canvas, see, shell }: Scene): void {
  const ring = (grow: number) => shell.outline.map(({ x, y, nx, ny }) => see([x + nx * grow, y + ny * grow, 0]));
  times(9, (i) => canvas.fill(ring(0.34 - i * 0.045), '#0c0f13', { opacity: 0.06 + i * 0.012 }));
}

export function drawUnderbody({ canvas, see, shell, spec }: Scene): void {
  const floor = shell.outline.map(({ x, y }) =>
    see([lerp(spec.length / 2, x, 0.84), y * 0.84, shell.bottom(x) - 0.04]),
  );
  canvas.fill(floor, MATERIALS.void);
}

/** The visible side of the car, cut into bands that each reflect another height of the surroundings. */
export function drawWall({ canvas, camera, see, shell, paint }: Scene): void {
  const run = visibleRun(shell.outline, ({ x, y, nx, ny }) => camera.facing([x, y], [nx, ny]) > 0);
  const bands = Math.round(BANDS * canvas.detail);
  const every = canvas.detail < 1 ? 3 : 1;
  times(bands, (band) => {
    const [low, high] = [band / bands, (band + 1) / bands];
    const upper = run.map((plan) => see(shell.atShare(plan, high)));
    const lower = run.map((plan) => see(shell.atShare(plan, low)));
    const left = Math.min(...upper.map(([x]) => x));
    const right = Math.max(...upper.map(([x]) => x));
    const stops = run
      .map(
        (plan, i): GradientStop => [
          clamp((at(upper, i)[0] - left) / (right - left)),
          shade(paint, wallLevel(plan, (low + high) / 2)),
        ],
      )
      .filter((_, i) => i % every === 0 || i === run.length - 1)
      .toSorted((a, b) => a[0] - b[0]);
    const fill = canvas.linear([left, 0], [right, 0], stops);
    canvas.fill([...upper, ...lower.toReversed()], fill, { stroke: fill, 'stroke-width': overlapOf(canvas) });
  });
}

function visibleRun(outline: readonly Plan[], isSeen: (plan: Plan) => boolean): Plan[] {
  const flags = outline.map(isSeen);
  const start = flags.findIndex((seen, i) => seen && !flags.at(i - 1));
  return range(flags.filter(Boolean).length).map((i) => at(outline, (start + i) % outline.length));
}

/** Hood, and trunk lid where there is one. */
export function drawLid(scene: Scene): void {
  const { canvas, see, shell, paint, upper, spec } = scene;
  const rim = shell.outline.map((plan) => see(shell.atShare(plan, 1)));
  const tone = canvas.linear(see([spec.length * 0.1, 0.6, 1]), see([spec.length * 0.6, -0.8, 1]), [
    [0, shade(paint, 0.35)],
    [1, shade(paint, 0.05)],
  ]);
  canvas.fill(rim, tone);
  const [baseX] = upper.profile(0);
  const [, noseInset] = at(spec.nose.profile, -1);
  drawDeck(scene, { from: (y) => shell.frontPlan(y).x + noseInset + 0.02, to: () => baseX + 0.05, crown: 0.04 });
  if (!spec.notch) return;
  drawDeck(scene, {
    from: () => upper.profile(upper.last)[0] - 0.1,
    to: (y) => shell.rearPlan(y).x - 0.07,
    crown: 0.03,
  });
}

interface Deck {
  from(y: number): number;
  to(y: number): number;
  crown: number;
}

/** Lengthwise strips with a slight crown, brightest where they reflect the sky. */
function drawDeck({ canvas, see, shell, paint, hair }: Scene, { from, to, crown }: Deck): void {
  const half = shell.half - 0.1;
  const rowAt = (y: number) =>
    range(9).map((i) => {
      const x = lerp(from(y), to(y), i / 8);
      const limit = Math.max(0.05, shell.sidePlan(x).y - 0.07);
      return see([x, clamp(y, -limit, limit), shell.shoulder(x) + crown * (1 - (y / half) ** 2) * smoothstep(0, 3, i)]);
    });
  const strips = Math.round(DECK_STRIPS * canvas.detail);
  times(strips, (strip) => {
    const y0 = lerp(-half, half, strip / strips);
    const y1 = lerp(-half, half, (strip + 1) / strips);
    const points = [...rowAt(y0), ...rowAt(y1).toReversed()];
    const level = 0.24 + 0.22 * Math.cos(((y0 + y1) / 2 / half - 0.25) * 2.2);
    const fill = canvas.linear(at(points, 4), at(points, 0), [
      [0, shade(paint, level - 0.18)],
      [0.55, shade(paint, level)],
      [1, shade(paint, level + 0.2)],
    ]);
    canvas.fill(points, fill, { stroke: fill, 'stroke-width': overlapOf(canvas) });
  });
  for (const v of [-0.94, 0.94]) canvas.line(rowAt(v * half), mix(paint.dark, '#000000', 0.2), hair, { opacity: 0.55 });
  for (const v of [-0.55, 0.55]) canvas.line(rowAt(v * half), shade(paint, 0.7), hair, { opacity: 0.35 });
}

export function drawBed({ canvas, see, shell, paint, hair }: Scene, [x0, x1]: Point): void {
  const y = shell.half - 0.12;
  const rim = [
    see([x0, -y, shell.shoulder(x0)]),
    see([x1, -y, shell.shoulder(x1)]),
    see([x1, y, shell.shoulder(x1)]),
    see([x0, y, shell.shoulder(x0)]),
  ];
  canvas.fill(rim, '#1b1e21', { stroke: shade(paint, -0.4), 'stroke-width': hair * 2 });
}
