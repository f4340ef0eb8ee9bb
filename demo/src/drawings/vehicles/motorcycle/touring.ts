import { engine, exhaust } from './engines.ts';
import { bars, block, both, finalDrive, foot, fork, indicators, tailEnd } from './fittings.ts';
import { BLACK, CAST, CHROME, GLASS, LENS, MATT, METAL, SEAT } from './materials.ts';
import { arc, ball, lifted, loft, type Mesh, type Station, tube } from './mesh.ts';
import type { Build, Motorcycle } from './motorcycle-body.ts';
import { type WheelSpec, wheel } from './wheels.ts';

const FRONT: WheelSpec = { x: 0.34, radius: 0.325, half: 0.06, tall: 0.045, style: 'cast', discs: 2 };
const REAR: WheelSpec = { x: 1.82, radius: 0.32, half: 0.085, tall: 0.05, style: 'cast', discs: 1 };
/** One in this many has side cases. */
const WITH_CASES = 3;

function build({ paint, seed, detail }: Build): Mesh {
  const body = (stations: Station[], material = paint, power = 2.6) =>
    loft({ axis: 'x', stations, material, detail, power, between: 6, around: 30 });
  return [
    ...wheel(FRONT, seed, detail),
    ...wheel(REAR, seed, detail),
    ...fork({ wheel: FRONT, head: [0.64, 0.95], spread: 0.1, lower: METAL, upsideDown: true, detail }),
    ...arc({ centre: [0.34, 0.325], radius: 0.36, from: 0.3, to: 2.3, half: 0.08, lip: 0.05, material: paint, detail }),
    ...arc({ centre: [1.82, 0.32], radius: 0.37, from: 0.2, to: 2.2, half: 0.095, lip: 0.04, material: MATT, detail }),
    ...engine(
      { kind: 'twin', at: [1.08, 0.42], size: 0.14, half: 0.16, case: CAST, fin: BLACK, lid: METAL, radiator: true },
      detail,
    ),
    ...both((side) => [
      ...tube({
        path: [
          [0.7, side * 0.04, 0.86],
          [0.95, side * 0.12, 0.78],
          [1.26, side * 0.12, 0.68],
          [1.32, side * 0.11, 0.42],
        ],
        radius: 0.026,
        material: BLACK,
        detail,
        curved: true,
      }),
      ...tube({
        path: [
          [1.26, side * 0.1, 0.72],
          [1.9, side * 0.1, 0.86],
        ],
        radius: 0.017,
        material: BLACK,
        detail,
      }),
      ...block([1.56, side * 0.12, 0.37], [0.28, 0.02, 0.036], METAL, detail * 0.7),
      ...loft({
        axis: 'x',
        stations: [
          [0.5, side * 0.15, 0.84, 0.03, 0.06],
          [0.64, side * 0.19, 0.78, 0.04, 0.15],
          [0.82, side * 0.2, 0.72, 0.04, 0.2],
          [0.98, side * 0.17, 0.72, 0.03, 0.13],
          [1.08, side * 0.14, 0.74, 0.016, 0.05],
        ],
        material: paint,
        detail,
        power: 3,
        between: 6,
      }),
    ]),
    ...exhaust({
      pipe: [
        [0.92, -0.08, 0.6],
        [0.84, -0.12, 0.42],
        [1.0, -0.15, 0.26],
        [1.36, -0.16, 0.3],
      ],
      silencer: [
        [1.5, -0.18, 0.38],
        [2.0, -0.2, 0.58],
      ],
      radius: 0.055,
      material: METAL,
      detail,
    }),
    ...block([1.16, 0, 0.63], [0.09, 0.1, 0.1], MATT, detail, 4),
    ...finalDrive([1.33, 0.42], [1.82, 0.32], 0.105, false, detail),
    ...block([1.08, 0, 0.24], [0.2, 0.13, 0.025], MATT, detail, 5),
    ...body([
      [0.24, 0, 0.85, 0.02, 0.02],
      [0.32, 0, 0.89, 0.1, 0.06],
      [0.46, 0, 0.93, 0.17, 0.1],
      [0.62, 0, 0.94, 0.19, 0.11],
      [0.76, 0, 0.92, 0.17, 0.09],
    ]),
    ...body([
      [0.74, 0, 0.92, 0.1, 0.06],
      [0.86, 0, 0.97, 0.16, 0.11],
      [1.0, 0, 0.97, 0.175, 0.12],
      [1.14, 0, 0.92, 0.15, 0.1],
      [1.24, 0, 0.86, 0.1, 0.05],
    ]),
    ...lifted(
      0.06,
      body(
        [
          [1.18, 0, 0.86, 0.09, 0.03],
          [1.3, 0, 0.85, 0.15, 0.045],
          [1.48, 0, 0.86, 0.165, 0.05],
          [1.56, 0, 0.9, 0.155, 0.05],
          [1.74, 0, 0.93, 0.14, 0.045],
          [1.9, 0, 0.93, 0.1, 0.03],
        ],
        SEAT,
        3,
      ),
    ),
    ...body([
      [1.4, 0, 0.79, 0.11, 0.03],
      [1.62, 0, 0.83, 0.12, 0.05],
      [1.84, 0, 0.87, 0.1, 0.045],
      [2.0, 0, 0.9, 0.06, 0.025],
    ]),
    ...loft({
      axis: 'z',
      stations: [
        [0.98, 0.36, 0, 0.014, 0.14],
        [1.1, 0.43, 0, 0.02, 0.18],
        [1.24, 0.53, 0, 0.018, 0.17],
        [1.36, 0.62, 0, 0.014, 0.13],
        [1.41, 0.65, 0, 0.008, 0.07],
      ],
      material: GLASS,
      detail,
      power: 2.6,
      between: 5,
    }),
    ...both((side) => [
      ...lifted(0.06, ball([0.345, side * 0.085, 0.895], [0.05, 0.06, 0.034], LENS, detail)),
      ...tube({
        path: [
          [1.62, side * 0.13, 0.9],
          [1.86, side * 0.15, 0.98],
          [2.0, side * 0.1, 0.99],
        ],
        radius: 0.014,
        material: BLACK,
        detail,
        curved: true,
      }),
      ...(seed % WITH_CASES === 0
        ? [
            ...block([1.78, side * 0.3, 0.66], [0.24, 0.1, 0.17], paint, detail, 5),
            ...block([1.78, side * 0.3, 0.69], [0.245, 0.103, 0.012], CHROME, detail * 0.6, 6),
            ...block([1.66, side * 0.21, 0.7], [0.02, 0.05, 0.02], MATT, detail * 0.5),
          ]
        : []),
    ]),
    ...(seed % WITH_CASES === 0
      ? [
          ...block([2.0, 0, 1.12], [0.17, 0.2, 0.13], paint, detail, 5),
          ...block([2.0, 0, 1.12], [0.175, 0.204, 0.01], CHROME, detail * 0.6, 6),
          ...block([1.98, 0, 0.985], [0.14, 0.1, 0.014], MATT, detail * 0.5),
        ]
      : []),
    ...bars({
      clamp: [0.7, 1.03],
      bend: [
        [0, 0.12, 0.04],
        [0.04, 0.28, 0.07],
        [0.12, 0.42, 0.05],
      ],
      mirrors: true,
      material: BLACK,
      detail,
      guards: MATT,
    }),
    ...indicators(
      [
        [0.42, 0.23, 0.82],
        [1.96, 0.2, 0.83],
      ],
      detail,
    ),
    ...tailEnd([2.01, 0.875], 0.07, 0.68, detail),
    ...foot([1.26, 0.26, 0.38], detail),
  ];
}

export const TOURING: Motorcycle = { length: 2.18, width: 0.92, height: 1.38, engineAt: [1.02, 0.55], build };
