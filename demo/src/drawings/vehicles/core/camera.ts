import { type Point, type Point3, range } from './geometry.ts';

const DEGREE = Math.PI / 180;

/** x runs from nose to tail, y towards the vehicle's left side, z up; meters. */
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
  /** Pixels per meter at the vehicle's center. */
  metre: number;
  project(point: Point3): Point;
  /** Positive when the surface with this outward direction at this point of the plan is visible. */
  facing(place: Point, outward: Point): number;
  eye: Point3;
  /** Affine matrix that places a unit drawing (u to the tail, v up) on an upright plane through the point. */
  planeMatrix(point: Point3, radius: number): string;
}

interface Shot {
  view: OutsideView;
  box: { length: number; width: number; height: number };
  width: number;
  height: number;
  /** Maximum share of the picture's height; narrow vehicles take more than a car. */
  heightShare?: number;
  /** Degrees from the left side towards the nose, instead of the view's own; the size is constant all round. */
  azimuth?: number | undefined;
}

const CORNERS_OF_A_TURN = 16;

/** Corners of a vehicle's ground area; those of all its turns form a circle. */
function footprint({ length, width }: Shot['box'], turns: boolean): Point[] {
  if (!turns) return [0, length].flatMap((x) => [-width / 2, width / 2].map((y): Point => [x, y]));
  return range(CORNERS_OF_A_TURN).map((i) => {
    const angle = (i / CORNERS_OF_A_TURN) * Math.PI * 2;
    return [(length / 2) * (1 + Math.cos(angle)), (length / 2) * Math.sin(angle)];
  });
}

/** Perspective camera fitted so that the given box fills the frame; verticals stay vertical. */
export function createCamera({ view, box, width, height, heightShare = FRAME.heightShare, azimuth }: Shot): Camera {
  const rig = RIG[view];
  const reach = rig.distance + Math.max(0, box.length - 4) * 0.8;
  const eyeHeight = rig.height + Math.max(0, box.height - 1.5) * 0.35;
  const sine = Math.sin((azimuth ?? rig.azimuth) * DEGREE);
  const cosine = Math.cos((azimuth ?? rig.azimuth) * DEGREE);
  const flat = ([x, y, z]: Point3): Point => {
    const dx = x - box.length / 2;
    const depth = reach - (-sine * dx + cosine * y);
    return [(dx * cosine + y * sine) / depth, (eyeHeight - z) / depth];
  };
  const corners = footprint(box, azimuth !== undefined).flatMap(([x, y]) =>
    [0, box.height].map((z) => flat([x, y, z])),
  );
  const across = corners.map(([x]) => x);
  const upright = corners.map(([, y]) => y);
  const [left, right, top, bottom] = [
    Math.min(...across),
    Math.max(...across),
    Math.min(...upright),
    Math.max(...upright),
  ];
  const focal = Math.min((width * FRAME.widthShare) / (right - left), (height * heightShare) / (bottom - top));
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
    eye: [box.length / 2 - sine * reach, cosine * reach, eyeHeight],
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
