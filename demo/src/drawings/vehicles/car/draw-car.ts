import { type Camera, createCamera, type OutsideView } from '../core/camera.ts';
import { at, convexHull, type Point, range } from '../core/geometry.ts';
import { MATERIALS, type Paint, shade } from '../core/paint.ts';
import type { Canvas } from '../core/svg.ts';
import { drawWheel } from '../core/wheel.ts';
import { drawBed, drawLid, drawShadow, drawUnderbody, drawWall } from './body.ts';
import { drawEndsFromSide, drawFront, drawRear } from './ends.ts';
import { isEndOn, type Scene } from './scene.ts';
import { createShell, createUpper } from './shell.ts';
import { drawSideDetails } from './sides.ts';
import type { CarSpec } from './specs.ts';
import { drawUpper } from './upper.ts';

interface CarDetails {
  spec: CarSpec;
  view: OutsideView;
  paint: Paint;
  alloy: number;
}

/** Returns the camera first, so that the yard can be drawn to its horizon; then draws the car, from back to front. */
export function drawCar(canvas: Canvas, { spec, view, paint, alloy }: CarDetails): { camera: Camera; draw(): void } {
  const box = { length: spec.length, width: spec.width, height: spec.height };
  const camera = createCamera({ view, box, width: canvas.width, height: canvas.height });
  const shell = createShell(spec);
  const upper = createUpper(spec, shell);
  const scene: Scene = { canvas, camera, spec, shell, upper, paint, hair: camera.metre * 0.008, see: camera.project };
  const endOn = isEndOn(camera);
  const draw = () => {
    drawShadow(scene);
    drawWheels(scene, -1, alloy);
    if (endOn) drawWheels(scene, 1, alloy);
    else drawMirror(scene, -1);
    drawUnderbody(scene);
    drawWall(scene);
    drawLid(scene);
    if (spec.bed) drawBed(scene, spec.bed);
    drawUpper(scene);
    if (view.startsWith('front')) drawFront(scene);
    if (view.startsWith('rear')) drawRear(scene);
    if (view === 'side') drawEndsFromSide(scene);
    if (!endOn) {
      drawSideDetails(scene);
      drawWheels(scene, 1, alloy);
    }
    if (view === 'front') drawMirror(scene, -1);
    if (view !== 'rear') drawMirror(scene, 1);
  };
  return { camera, draw };
}

function drawWheels({ canvas, camera, see, spec, shell }: Scene, side: number, alloy: number): void {
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

function drawMirror({ canvas, see, upper, camera, paint, hair, spec }: Scene, side: number): void {
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
