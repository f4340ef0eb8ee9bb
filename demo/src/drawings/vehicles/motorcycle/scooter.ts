import { exhaust } from './engines.ts';
import { bars, block, both, fork, indicators, tailEnd } from './fittings.ts';
import { AMBER, BLACK, CAST, GLASS, LENS, MATT, METAL, SEAT } from './materials.ts';
import { arc, ball, drum, lifted, loft, type Mesh, type Station, tube } from './mesh.ts';
import type { Build, Motorcycle } from './motorcycle-body.ts';
import { type WheelSpec, wheel } from './wheels.ts';

const FRONT: WheelSpec = { x: 0.27, radius: 0.245, half: 0.055, tall: 0.045, style: 'thin', discs: 1 };
const REAR: WheelSpec = { x: 1.56, radius: 0.24, half: 0.065, tall: 0.048, style: 'thin', discs: 0 };

function build({ paint, seed, detail }: Build): Mesh {
  const along = (stations: Station[], material = paint, power = 2.6) =>
    loft({ axis: 'x', stations, material, detail, power, between: 6, around: 30 });
  const upwards = (stations: Station[], material = paint, power = 2.8) =>
    loft({ axis: 'z', stations, material, detail, power, between: 6, around: 30 });
  return [
    ...wheel(FRONT, seed, detail),
    ...wheel(REAR, seed, detail),
    ...fork({ wheel: FRONT, head: [0.44, 0.62], spread: 0.075, lower: METAL, detail }),
    ...arc({ centre: [0.27, 0.245], radius: 0.29, from: 0.2, to: 2.5, half: 0.08, lip: 0.06, material: paint, detail }),
    ...arc({
      centre: [1.56, 0.24],
      radius: 0.285,
      from: -0.1,
      to: 1.6,
      half: 0.075,
      lip: 0.03,
      material: MATT,
      detail,
    }),
    // The engine swings with the rear wheel: belt case on the left, muffler on the right.
    ...along(
      [
        [1.04, 0.1, 0.29, 0.05, 0.07],
        [1.16, 0.12, 0.29, 0.055, 0.1],
        [1.4, 0.125, 0.26, 0.045, 0.085],
        [1.6, 0.12, 0.245, 0.045, 0.09],
        [1.68, 0.11, 0.24, 0.03, 0.06],
      ],
      CAST,
      3,
    ),
    ...both((side) =>
      drum([1.16, side * 0.12, 0.29], 0.075, side * 0.185, { material: side > 0 ? MATT : CAST, detail }),
    ),
    ...drum([1.57, 0.12, 0.243], 0.06, 0.175, { material: MATT, detail }),
    ...exhaust({
      pipe: [
        [1.1, -0.1, 0.24],
        [1.2, -0.15, 0.2],
      ],
      silencer: [
        [1.36, -0.17, 0.25],
        [1.76, -0.18, 0.33],
      ],
      radius: 0.06,
      material: MATT,
      detail,
    }),
    ...both((side) =>
      tube({
        path: [
          [1.56, side * 0.1, 0.28],
          [1.44, side * 0.1, 0.6],
        ],
        radius: 0.028,
        material: METAL,
        detail,
        around: 11,
      }),
    ),
    ...along(
      [
        [0.5, 0, 0.27, 0.13, 0.05],
        [0.64, 0, 0.24, 0.17, 0.05],
        [0.9, 0, 0.24, 0.175, 0.05],
        [1.08, 0, 0.28, 0.16, 0.07],
      ],
      MATT,
      5,
    ),
    ...along([
      [0.62, 0, 0.33, 0.09, 0.05],
      [0.8, 0, 0.36, 0.1, 0.07],
      [1.0, 0, 0.44, 0.12, 0.12],
    ]),
    // Leg shield with the apron in front.
    ...upwards([
      [0.26, 0.56, 0, 0.05, 0.13],
      [0.4, 0.53, 0, 0.06, 0.19],
      [0.58, 0.48, 0, 0.08, 0.215],
      [0.76, 0.47, 0, 0.1, 0.2],
      [0.9, 0.52, 0, 0.09, 0.15],
      [0.97, 0.56, 0, 0.06, 0.09],
    ]),
    ...upwards(
      [
        [0.5, 0.575, 0, 0.03, 0.13],
        [0.68, 0.575, 0, 0.045, 0.14],
        [0.88, 0.6, 0, 0.04, 0.1],
      ],
      MATT,
      3,
    ),
    ...along([
      [0.3, 0, 0.6, 0.06, 0.04],
      [0.38, 0, 0.66, 0.13, 0.1],
      [0.5, 0, 0.74, 0.17, 0.13],
      [0.6, 0, 0.8, 0.13, 0.1],
    ]),
    // Body under the seat, up to the tail lamps.
    ...along([
      [1.0, 0, 0.5, 0.12, 0.12],
      [1.1, 0, 0.56, 0.165, 0.16],
      [1.32, 0, 0.6, 0.18, 0.14],
      [1.54, 0, 0.66, 0.165, 0.11],
      [1.72, 0, 0.72, 0.12, 0.08],
      [1.84, 0, 0.76, 0.06, 0.035],
    ]),
    ...lifted(
      0.06,
      along(
        [
          [1.0, 0, 0.72, 0.07, 0.03],
          [1.1, 0, 0.745, 0.13, 0.045],
          [1.3, 0, 0.765, 0.15, 0.05],
          [1.42, 0, 0.8, 0.145, 0.045],
          [1.58, 0, 0.835, 0.13, 0.04],
          [1.72, 0, 0.84, 0.09, 0.025],
        ],
        SEAT,
        3,
      ),
    ),
    ...upwards(
      [
        [0.9, 0.42, 0, 0.012, 0.1],
        [1.0, 0.45, 0, 0.016, 0.13],
        [1.12, 0.52, 0, 0.014, 0.11],
        [1.17, 0.55, 0, 0.008, 0.06],
      ],
      GLASS,
      2.4,
    ),
    ...both((side) => [
      ...lifted(0.06, ball([0.395, side * 0.09, 0.735], [0.05, 0.06, 0.034], LENS, detail)),
      ...lifted(0.06, ball([0.41, side * 0.135, 0.66], [0.04, 0.03, 0.016], AMBER, detail)),
      ...tube({
        path: [
          [1.56, side * 0.13, 0.78],
          [1.76, side * 0.1, 0.86],
          [1.84, side * 0.02, 0.87],
        ],
        radius: 0.014,
        material: BLACK,
        detail,
        curved: true,
      }),
    ]),
    ...block([0.6, 0, 0.995], [0.05, 0.12, 0.035], BLACK, detail, 3),
    ...bars({
      clamp: [0.61, 0.985],
      bend: [
        [0, 0.1, 0.03],
        [0.03, 0.2, 0.04],
        [0.1, 0.35, 0.03],
      ],
      mirrors: true,
      material: BLACK,
      detail,
    }),
    ...indicators([[1.8, 0.15, 0.68]], detail),
    ...tailEnd([1.83, 0.735], 0.075, 0.54, detail),
  ];
}

export const SCOOTER: Motorcycle = { length: 1.9, width: 0.74, height: 1.18, engineAt: [1.3, 0.4], build };
