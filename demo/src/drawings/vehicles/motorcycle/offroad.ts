import { engine, exhaust } from './engines.ts';
import { bars, block, both, finalDrive, foot, fork, indicators, tailEnd } from './fittings.ts';
import { BLACK, CAST, LENS, MATT, METAL, SEAT } from './materials.ts';
import { arc, ball, lifted, loft, type Mesh, type Station, tube } from './mesh.ts';
import type { Build, Motorcycle } from './motorcycle-body.ts';
import { type WheelSpec, wheel } from './wheels.ts';

const FRONT: WheelSpec = { x: 0.36, radius: 0.345, half: 0.042, tall: 0.042, style: 'wire', discs: 1, knobby: true };
const REAR: WheelSpec = { x: 1.78, radius: 0.32, half: 0.06, tall: 0.05, style: 'wire', discs: 1, knobby: true };

function build({ paint, seed, detail }: Build): Mesh {
  const body = (stations: Station[], material = paint, power = 2.6) =>
    loft({ axis: 'x', stations, material, detail, power, between: 5, around: 26 });
  return [
    ...wheel(FRONT, seed, detail),
    ...wheel(REAR, seed, detail),
    ...fork({ wheel: FRONT, head: [0.7, 1.0], spread: 0.1, lower: METAL, upsideDown: true, detail }),
    // The high fender reaches far forward, like a beak.
    ...body(
      [
        [0.04, 0, 0.82, 0.03, 0.008],
        [0.18, 0, 0.845, 0.07, 0.014],
        [0.4, 0, 0.865, 0.085, 0.016],
        [0.62, 0, 0.85, 0.075, 0.014],
        [0.76, 0, 0.8, 0.05, 0.01],
      ],
      paint,
      4,
    ),
    ...engine(
      {
        kind: 'single',
        at: [1.08, 0.43],
        size: 0.125,
        half: 0.12,
        case: CAST,
        fin: BLACK,
        lid: METAL,
        radiator: false,
      },
      detail,
    ),
    ...both((side) => [
      ...tube({
        path: [
          [0.74, side * 0.03, 0.92],
          [0.8, side * 0.08, 0.6],
          [0.9, side * 0.1, 0.32],
          [1.2, side * 0.11, 0.3],
          [1.32, side * 0.1, 0.46],
          [1.3, side * 0.1, 0.74],
        ],
        radius: 0.018,
        material: BLACK,
        detail,
        curved: true,
      }),
      ...tube({
        path: [
          [0.78, side * 0.05, 0.9],
          [1.26, side * 0.09, 0.76],
          [1.78, side * 0.08, 0.86],
        ],
        radius: 0.016,
        material: BLACK,
        detail,
      }),
      ...block([1.54, side * 0.1, 0.4], [0.27, 0.018, 0.032], METAL, detail * 0.7),
      ...loft({
        axis: 'x',
        stations: [
          [0.72, side * 0.12, 0.8, 0.016, 0.06],
          [0.84, side * 0.15, 0.78, 0.022, 0.13],
          [1.0, side * 0.14, 0.83, 0.02, 0.09],
          [1.14, side * 0.1, 0.86, 0.012, 0.03],
        ],
        material: paint,
        detail,
        power: 3,
      }),
      ...loft({
        axis: 'x',
        stations: [
          [1.3, side * 0.1, 0.76, 0.014, 0.05],
          [1.46, side * 0.115, 0.77, 0.018, 0.085],
          [1.64, side * 0.1, 0.82, 0.014, 0.05],
          [1.74, side * 0.08, 0.85, 0.01, 0.02],
        ],
        material: paint,
        detail,
        power: 3,
      }),
    ]),
    ...exhaust({
      pipe: [
        [0.96, -0.04, 0.66],
        [0.86, -0.1, 0.56],
        [0.94, -0.14, 0.4],
        [1.2, -0.15, 0.5],
      ],
      silencer: [
        [1.36, -0.15, 0.62],
        [1.8, -0.16, 0.8],
      ],
      radius: 0.052,
      material: METAL,
      detail,
    }),
    ...tube({
      path: [
        [1.4, 0, 0.5],
        [1.3, 0, 0.74],
      ],
      radius: 0.035,
      material: METAL,
      detail,
      around: 12,
    }),
    ...block([1.19, 0, 0.66], [0.08, 0.075, 0.09], MATT, detail, 4),
    ...finalDrive([1.32, 0.44], [1.78, 0.32], 0.085, false, detail),
    ...body([
      [0.78, 0, 0.92, 0.06, 0.05],
      [0.86, 0, 0.93, 0.1, 0.075],
      [1.0, 0, 0.92, 0.11, 0.075],
      [1.12, 0, 0.9, 0.08, 0.05],
    ]),
    ...lifted(
      0.06,
      body(
        [
          [0.98, 0, 0.97, 0.055, 0.025],
          [1.12, 0, 0.94, 0.08, 0.04],
          [1.36, 0, 0.92, 0.1, 0.045],
          [1.6, 0, 0.94, 0.095, 0.04],
          [1.78, 0, 0.955, 0.075, 0.025],
        ],
        SEAT,
        3,
      ),
    ),
    ...body(
      [
        [1.56, 0, 0.88, 0.09, 0.02],
        [1.76, 0, 0.91, 0.09, 0.02],
        [1.98, 0, 0.93, 0.07, 0.014],
        [2.08, 0, 0.925, 0.05, 0.008],
      ],
      paint,
      4,
    ),
    // Number board with the lamp in it.
    ...loft({
      axis: 'z',
      stations: [
        [0.86, 0.5, 0, 0.03, 0.08],
        [0.96, 0.5, 0, 0.045, 0.12],
        [1.08, 0.55, 0, 0.04, 0.11],
        [1.16, 0.6, 0, 0.015, 0.06],
      ],
      material: paint,
      detail,
      power: 3,
    }),
    ...lifted(0.06, ball([0.465, 0, 0.96], [0.022, 0.075, 0.048], LENS, detail)),
    ...bars({
      clamp: [0.72, 1.06],
      bend: [
        [0, 0.1, 0.05],
        [0.03, 0.26, 0.09],
        [0.1, 0.42, 0.07],
      ],
      mirrors: true,
      material: BLACK,
      detail,
      guards: seed % 2 === 0 ? paint : MATT,
    }),
    ...indicators(
      [
        [0.56, 0.19, 0.93],
        [1.92, 0.16, 0.85],
      ],
      detail,
    ),
    ...tailEnd([2.0, 0.9], 0.045, 0.72, detail),
    ...foot([1.2, 0.24, 0.4], detail),
    ...arc({ centre: [1.78, 0.32], radius: 0.37, from: 1.3, to: 2.4, half: 0.06, lip: 0.02, material: MATT, detail }),
  ];
}

export const OFFROAD: Motorcycle = { length: 2.12, width: 0.84, height: 1.28, engineAt: [1.06, 0.56], build };
