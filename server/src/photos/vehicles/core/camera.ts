import type { Point, Point3 } from './geometry.ts';

const DEGREE = Math.PI / 180;

/** x runs from nose to tail, y towards the vehicle's left side, z up; metres. */
const RIG = {
  front34: { azimuth: 40, height: 1.75, distance: 7.4 },
  side: { azimuth: 0, height: 1.15, distance: 16 },
  rear34: { azimuth: -41, height: 1.8, distance: 7.4 },
  front: { azimuth: 90, height: 1.3, distance: 9 },
  rear: { azimuth: -90, height: 1.3, distance: 9 },
};
export type OutsideView = keyof typeof RIG;
export const OUTSIDE_VIEWS = Object.keys(RIG) as OutsideView[];

const FRAME = { widthShare: 0.85, heightShare: 0.66, groundShare: 0.86 };

export interface Camera {
  view: OutsideView;
  horizon: number;
  /** Pixels of a metre at the vehicle's middle. */
  metre: number;
  project(point: Point3): Point;
  /** Positive when a surface with this outward direction at this place of the plan is seen. */
  facing(place: Point, outward: Point): number;
  /** Affine matrix that lays a unit drawing (u to the tail, v up) on an upright plane through the point. */
  planeMatrix(point: Point3, radius: number): string;
}

interface Shot {
  view: OutsideView;
  box: { length: number; width: number; height: number };
  width: number;
  height: number;
}

/** Perspective camera fitted so that the given box fills the frame; verticals stay vertical. */
export function createCamera({ view, box, width, height }: Shot): Camera {
  const rig = RIG[view];
  const reach = rig.distance + Math.max(0, box.length - 4) * 0.8;
  const eyeHeight = rig.height + Math.max(0, box.height - 1.5) * 0.35;
  const sine = Math.sin(rig.azimuth * DEGREE);
  const cosine = Math.cos(rig.azimuth * DEGREE);
  const flat = ([x, y, z]: Point3): Point => {
    const dx = x - box.length / 2;
    const depth = reach - (-sine * dx + cosine * y);
    return [(dx * cosine + y * sine) / depth, (eyeHeight - z) / depth];
  };
  const corners = [0, box.length].flatMap((x) =>
    [-1, 1].flatMap((side) => [0, box.height].map((z) => flat([x, (side * box.width) / 2, z]))),
  );
  const across = corners.map(([x]) => x);
  const upright = corners.map(([, y]) => y);
  const [left, right, top, bottom] = [
    Math.min(...across),
    Math.max(...across),
    Math.min(...upright),
    Math.max(...upright),
  ];
  const focal = Math.min((width * FRAME.widthShare) / (right - left), (height * FRAME.heightShare) / (bottom - top));
  const originX = width / 2 - (focal * (left + right)) / 2;
  const originY = height * FRAME.groundShare - focal * bottom;
  const project = (point: Point3): Point => {
    const [x, y] = flat(point);
    return [originX + focal * x, originY + focal * y];
  };

  return {
    view,
    horizon: originY,
    metre: focal / reach,
    project,
    facing: ([x, y], [nx, ny]) => {
      const eyeX = box.length / 2 - sine * reach;
      const eyeY = cosine * reach;
      return (nx * (eyeX - x) + ny * (eyeY - y)) / Math.hypot(eyeX - x, eyeY - y);
    },
    planeMatrix: ([x, y, z], radius) => {
      const step = 0.01;
      const [cx, cy] = project([x, y, z]);
      const [alongX, alongY] = project([x + step, y, z]);
      const [upX, upY] = project([x, y, z + step]);
      const scale = radius / step;
      const columns = [(alongX - cx) * scale, (alongY - cy) * scale, (cx - upX) * scale, (cy - upY) * scale, cx, cy];
      return `matrix(${columns.map((value) => value.toFixed(3)).join(' ')})`;
    },
  };
}
