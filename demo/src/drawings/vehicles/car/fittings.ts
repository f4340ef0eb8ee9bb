import { at, convexHull, type Point, range } from '../core/geometry.ts';
import { MATERIALS, shade } from '../core/paint.ts';
import { drawWheel } from '../core/wheel.ts';
import { isEndOn, type Scene } from './scene.ts';

export function drawWheels({ canvas, camera, see, spec, shell }: Scene, side: number, alloy: number): void {
  const showsDisc = side > 0 && !isEndOn(camera);
  for (const x of [spec.frontAxle, spec.frontAxle + spec.wheelbase]) {
    const y = side * (shell.half - 0.035);
    const tyre = (depth: number): Point[] =>
      range(40).map((i) => {
        const angle = (i / 40) * Math.PI * 2;
        return see([x + spec.wheel * Math.cos(angle), depth, spec.wheel * (1 + Math.sin(angle))]);
      });
    canvas.fill(convexHull([...tyre(y), ...tyre(y - side * (showsDisc ? 0.05 : 0.2))]), '#131517');
    if (showsDisc) drawWheel(canvas, camera.planeMatrix([x, y, spec.wheel], spec.wheel), spec.steel ? 'steel' : alloy);
  }
}

export function drawMirror({ canvas, see, upper, camera, paint, hair, spec }: Scene, side: number): void {
  const [baseX] = upper.profile(0.35);
  const [firstWindow] = at(spec.windows, 0);
  const x = firstWindow + (spec.steel ? -0.08 : 0.02);
  const z = upper.beltHeight(baseX) + 0.1;
  const [, edgeY] = upper.side(x, z, side);
  const centre = see([x, edgeY + side * 0.12, z]);
  const size = camera.metre * 0.1;
  canvas.line([see([x, edgeY, z - 0.06]), centre], MATERIALS.trim, size * 0.35);
  const fill = canvas.linear(
    [0, centre[1] - size],
    [0, centre[1] + size],
    [
      [0, shade(paint, 0.5)],
      [0.6, shade(paint, -0.1)],
      [1, shade(paint, -0.7)],
    ],
  );
  canvas.add('rect', {
    x: centre[0] - size * 1.05,
    y: centre[1] - size * 0.7,
    width: size * 2.1,
    height: size * 1.4,
    rx: size * 0.6,
    fill,
    stroke: MATERIALS.trim,
    'stroke-width': hair * 0.6,
  });
}
