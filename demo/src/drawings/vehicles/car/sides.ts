import { at, clamp, lerp, type Point, range, times } from '../core/geometry.ts';
import { MATERIALS, mix, shade } from '../core/paint.ts';
import type { Scene } from './scene.ts';

const ARCH_GAP = 0.055;

/** Doors, handles, sill and wheel arches on the near side. */
export function drawSideDetails(scene: Scene): void {
  const { spec } = scene;
  const axles: Point = [spec.frontAxle, spec.frontAxle + spec.wheelbase];
  const archRadius = spec.wheel + ARCH_GAP;
  drawDoors(scene, axles[1], archRadius);
  drawHandles(scene);
  drawSkirt(scene, axles, archRadius);
  for (const x of axles) drawArch(scene, x, archRadius);
  if (!spec.bed) drawFuelCap(scene);
}

const cutOf = ({ paint }: Scene) => mix(paint.dark, '#000000', 0.35);

function drawSeam(scene: Scene, points: readonly Point[]): void {
  const { canvas, see, shell, paint, hair } = scene;
  const lit = points.map(([x, z]) => see(shell.side(x + 0.012, z)));
  canvas.line(lit, shade(paint, 0.6), hair * 0.8, { opacity: 0.4 });
  canvas.line(
    points.map(([x, z]) => see(shell.side(x, z))),
    cutOf(scene),
    hair * 1.2,
    { opacity: 0.8 },
  );
}

function drawDoors(scene: Scene, rearAxle: number, archRadius: number): void {
  const { shell, spec } = scene;
  const sill = (x: number) => shell.bottom(x) + 0.1;
  const doorEdge = (x: number, isLast: boolean) =>
    range(13).map((i): Point => {
      const z = lerp(sill(x), shell.shoulder(x) - 0.005, i / 12);
      if (!isLast) return [x, z];
      const lift = Math.sqrt(Math.max(0, (archRadius + 0.06) ** 2 - (z - spec.wheel) ** 2));
      return [Math.min(x, Math.max(rearAxle - lift, x - 0.5)), z];
    });
  const { doors } = spec;
  for (const [i, x] of doors.entries()) drawSeam(scene, doorEdge(x, i === doors.length - 1 && i > 0));
  const sillEnd = Math.min(at(doors, -1), rearAxle - archRadius - 0.04);
  drawSeam(
    scene,
    range(9)
      .map((i) => lerp(at(doors, 0), sillEnd, i / 8))
      .map((x): Point => [x, sill(x)]),
  );
}

function drawHandles(scene: Scene): void {
  const { canvas, see, shell, spec, paint, hair } = scene;
  const { doors } = spec;
  times(doors.length - 1, (i) => {
    const x = spec.slide && i === 1 ? at(doors, i) + 0.14 : at(doors, i + 1) - 0.17;
    const z = shell.shoulder(x) - 0.13;
    const bar = [see(shell.side(x - 0.08, z)), see(shell.side(x + 0.08, z))];
    canvas.line(bar, mix(paint.dark, '#000000', 0.3), hair * 4.6, { opacity: 0.6 });
    canvas.line(
      bar.map(([hx, hy]): Point => [hx, hy - hair]),
      shade(paint, 0.55),
      hair * 2.8,
    );
  });
  if (!spec.slide) return;
  const rail = range(7).map((i) => lerp(at(doors, 2) + 0.03, spec.length - 0.3, i / 6));
  canvas.line(
    rail.map((x) => see(shell.side(x, shell.shoulder(x) - 0.14))),
    cutOf(scene),
    hair * 2,
    { opacity: 0.7 },
  );
}

function drawSkirt({ canvas, see, shell, spec, paint }: Scene, [front, rear]: Point, archRadius: number): void {
  const tone = spec.cladding ? MATERIALS.trimSoft : mix(paint.dark, '#101214', 0.55);
  const rise = spec.cladding ? 0.1 : 0.045;
  const strip = range(9).map((i) => lerp(front + archRadius, Math.min(rear - archRadius, spec.length - 0.1), i / 8));
  const top = strip.map((x) => see(shell.side(x, shell.bottom(x) + rise)));
  canvas.fill([...top, ...strip.toReversed().map((x) => see(shell.side(x, shell.bottom(x))))], tone);
}

function drawFuelCap(scene: Scene): void {
  const { canvas, see, shell, spec, hair } = scene;
  const x = spec.length - 0.55;
  const ring = range(20)
    .map((i) => (i / 20) * Math.PI * 2)
    .map((a) => see(shell.side(x + 0.075 * Math.cos(a), shell.shoulder(x) - 0.22 + 0.075 * Math.sin(a))));
  canvas.fill(ring, 'none', { stroke: cutOf(scene), 'stroke-width': hair, opacity: 0.55 });
}

function drawArch({ canvas, see, shell, spec, paint, hair }: Scene, x: number, radius: number): void {
  const floor = shell.bottom(x) - 0.02;
  const arc = (r: number) =>
    range(41).map((i) => {
      const angle = lerp(-0.35, Math.PI + 0.35, i / 40);
      const z = Math.max(floor, spec.wheel + r * Math.sin(angle));
      return see(shell.side(clamp(x + r * Math.cos(angle), 0.02, spec.length - 0.02), z));
    });
  if (spec.cladding) canvas.fill(arc(radius + 0.07), MATERIALS.trimSoft);
  canvas.fill(arc(radius), MATERIALS.void);
  const lip = spec.cladding ? '#5d656c' : shade(paint, 0.5);
  canvas.line(arc(radius + 0.012).slice(5, -5), lip, hair * 1.4, { opacity: 0.55 });
}
