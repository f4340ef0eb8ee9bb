import { drawEngine } from './cabin/engine.ts';
import { drawInterior } from './cabin/interior.ts';
import { drawOdometer } from './cabin/odometer.ts';
import { drawCar } from './car/draw-car.ts';
import { LONG_CARS } from './car/long-cars.ts';
import { SMALL_CARS } from './car/small-cars.ts';
import type { CarSpec } from './car/specs.ts';
import { SPORTY_CARS } from './car/sporty-cars.ts';
import { WORK_CARS } from './car/work-cars.ts';
import { OUTSIDE_VIEWS, type OutsideView } from './core/camera.ts';
import { createRandom } from './core/geometry.ts';
import { PAINTS, paintOf } from './core/paint.ts';
import { type Canvas, createCanvas } from './core/svg.ts';
import { ALLOY_DESIGNS } from './core/wheel.ts';
import { drawDemoMark, drawYard } from './core/yard.ts';
import { MOTORCYCLES } from './motorcycle/bodies.ts';
import { drawMotorcycle } from './motorcycle/draw-motorcycle.ts';
import { drawMeter } from './motorcycle/meter.ts';

const CARS: Record<string, CarSpec> = { ...SMALL_CARS, ...LONG_CARS, ...SPORTY_CARS, ...WORK_CARS };

export const BODIES = [...Object.keys(CARS), ...Object.keys(MOTORCYCLES)];
export const PAINT_NAMES = Object.keys(PAINTS);
export type View = OutsideView | 'interior' | 'odometer' | 'engine';
export const VIEWS: readonly View[] = [...OUTSIDE_VIEWS, 'interior', 'odometer', 'engine'];

/** Motorcycles have no interior views. */
export const viewsOf = (body: string): readonly View[] =>
  body in MOTORCYCLES ? VIEWS.filter((view) => view !== 'interior') : VIEWS;

const WIDTH = 960;
const HEIGHT = 720;
/** Frames of a turn are visible only briefly. */
const TURN_DETAIL = 0.5;

export interface VehiclePicture {
  body: string;
  paint: string;
  /** Whole number from 0; selects yard, wheels and trim. */
  seed: number;
  view: View;
  /** Odometer reading. */
  mileageKm: number;
}

/** One demonstration picture as SVG, 4:3; deterministic. Throws RangeError for an unknown name. */
export function drawVehicle(picture: VehiclePicture, detail = 1): string {
  const { body, view } = picture;
  if (!BODIES.includes(body)) throw new RangeError(`Unknown body: ${body}`);
  if (!viewsOf(body).includes(view)) throw new RangeError(`No ${view} view of ${body}`);
  const canvas = createCanvas({ width: WIDTH, height: HEIGHT, detail });
  if (body in MOTORCYCLES) drawBike(canvas, picture);
  else drawFourWheels(canvas, picture);
  drawDemoMark(canvas);
  return canvas.toString();
}

/** The rotating motorcycle. */
export type VehicleTurn = Pick<VehiclePicture, 'body' | 'paint' | 'seed'>;
export const turns = (body: string): boolean => body in MOTORCYCLES;

/** One frame of a motorcycle on a turntable, as SVG; degrees from its left side towards its nose. */
export function drawTurn({ body, paint, seed }: VehicleTurn, azimuth: number): string {
  const motorcycle = MOTORCYCLES[body];
  if (!motorcycle) throw new RangeError(`${body} does not turn`);
  const canvas = createCanvas({ width: WIDTH, height: HEIGHT, detail: TURN_DETAIL });
  const bike = drawMotorcycle(canvas, { motorcycle, view: 'front34', paint: paintOf(paint), seed, azimuth });
  drawYard(canvas, { horizon: bike.horizon, seed });
  bike.draw();
  drawDemoMark(canvas);
  return canvas.toString();
}

function drawBike(canvas: Canvas, { body, paint, seed, view, mileageKm }: VehiclePicture): void {
  const motorcycle = MOTORCYCLES[body];
  if (!motorcycle || view === 'interior') return;
  const colour = paintOf(paint);
  if (view === 'odometer') {
    drawMeter(canvas, { mileageKm, paint: colour, seed });
    return;
  }
  const bike = drawMotorcycle(canvas, { motorcycle, view, paint: colour, seed });
  drawYard(canvas, { horizon: bike.horizon, seed });
  bike.draw();
}

function drawFourWheels(canvas: Canvas, { body, paint, seed, view, mileageKm }: VehiclePicture): void {
  const spec = CARS[body];
  if (!spec) return;
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
}
