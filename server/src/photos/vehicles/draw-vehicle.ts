import { drawEngine } from './cabin/engine.ts';
import { drawInterior } from './cabin/interior.ts';
import { drawOdometer } from './cabin/odometer.ts';
import { drawCar } from './car/draw-car.ts';
import { LONG_CARS } from './car/long-cars.ts';
import { SMALL_CARS } from './car/small-cars.ts';
import { SPORTY_CARS } from './car/sporty-cars.ts';
import { OUTSIDE_VIEWS, type OutsideView } from './core/camera.ts';
import { createRandom } from './core/geometry.ts';
import { PAINTS, paintOf } from './core/paint.ts';
import { createCanvas } from './core/svg.ts';
import { ALLOY_DESIGNS } from './core/wheel.ts';
import { drawDemoMark, drawYard } from './core/yard.ts';

const CARS = { ...SMALL_CARS, ...LONG_CARS, ...SPORTY_CARS };

export const BODIES = Object.keys(CARS);
export const PAINT_NAMES = Object.keys(PAINTS);
export type View = OutsideView | 'interior' | 'odometer' | 'engine';
export const VIEWS: readonly View[] = [...OUTSIDE_VIEWS, 'interior', 'odometer', 'engine'];

const WIDTH = 960;
const HEIGHT = 720;

export interface VehiclePicture {
  body: string;
  paint: string;
  /** Whole number from 0: yard, wheels and trim. */
  seed: number;
  view: View;
  /** Reading of the odometer. */
  mileageKm: number;
}

/** One demonstration picture as SVG, 4:3; the same arguments always give the same text. An unknown name is a RangeError. */
export function drawVehicle({ body, paint, seed, view, mileageKm }: VehiclePicture, detail = 1): string {
  const spec = CARS[body];
  if (!spec) throw new RangeError(`Unknown body: ${body}`);
  const canvas = createCanvas({ width: WIDTH, height: HEIGHT, detail });
  const colour = paintOf(paint);
  if (view === 'interior') drawInterior(canvas, { seed });
  else if (view === 'odometer') drawOdometer(canvas, { mileageKm });
  else if (view === 'engine') drawEngine(canvas, { paint: colour });
  else {
    const alloy = Math.floor(createRandom(`wheel${seed}`)() * ALLOY_DESIGNS);
    const car = drawCar(canvas, { spec, view, paint: colour, alloy });
    drawYard(canvas, { horizon: car.camera.horizon, seed });
    car.draw();
  }
  drawDemoMark(canvas);
  return canvas.toString();
}
