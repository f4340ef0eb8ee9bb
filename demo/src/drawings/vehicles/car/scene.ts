import type { Camera } from '../core/camera.ts';
import type { Point, Point3 } from '../core/geometry.ts';
import { MATERIALS, type Paint } from '../core/paint.ts';
import type { Canvas } from '../core/svg.ts';
import type { Shell, Upper } from './shell.ts';
import type { CarSpec } from './specs.ts';

/** Data shared by the parts of one picture. */
export interface Scene {
  canvas: Canvas;
  camera: Camera;
  spec: CarSpec;
  shell: Shell;
  upper: Upper;
  paint: Paint;
  /** Width of a fine line. */
  hair: number;
  see(point: Point3): Point;
}

export const isEndOn = ({ view }: Camera): boolean => view === 'front' || view === 'rear';

export const glassFill = (canvas: Canvas, top: Point, bottom: Point): string =>
  canvas.linear(top, bottom, [
    [0, MATERIALS.glassTop],
    [0.34, '#93abbb'],
    [0.42, MATERIALS.glassMiddle],
    [0.5, '#3d4d59'],
    [1, MATERIALS.glassBottom],
  ]);
