import { type Camera, createCamera, type OutsideView } from '../core/camera.ts';
import type { Paint } from '../core/paint.ts';
import type { Canvas } from '../core/svg.ts';
import { drawBed, drawLid, drawShadow, drawUnderbody, drawWall } from './body.ts';
import { drawEndsFromSide, drawFront, drawRear } from './ends.ts';
import { drawMirror, drawWheels } from './fittings.ts';
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
