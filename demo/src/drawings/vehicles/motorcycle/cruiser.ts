import { engine, exhaust } from './engines.ts';
import { bars, block, both, finalDrive, fork, indicators, roundLamp, tailEnd } from './fittings.ts';
import { BLACK, CHROME, METAL, RUBBER, SEAT } from './materials.ts';
import { arc, lifted, loft, type Mesh, type Station, tube } from './mesh.ts';
import type { Build, Motorcycle } from './motorcycle-body.ts';
import { type WheelSpec, wheel } from './wheels.ts';

const FRONT: WheelSpec = { x: 0.35, radius: 0.33, half: 0.065, tall: 0.055, style: 'wire', discs: 1, chromeRim: true };
const REAR: WheelSpec = { x: 2.0, radius: 0.32, half: 0.09, tall: 0.065, style: 'wire', discs: 1, chromeRim: true };

function build({ paint, seed, detail }: Build): Mesh {
  const body = (stations: Station[], material = paint, power = 2.4) =>
    loft({ axis: 'x', stations, material, detail, power, between: 6, around: 32 });
  return [
    ...wheel(FRONT, seed, detail),
    ...wheel(REAR, seed, detail),
    ...fork({ wheel: FRONT, head: [0.78, 0.92], spread: 0.11, lower: CHROME, detail }),
    ...arc({
      centre: [0.35, 0.33],
      radius: 0.37,
      from: 0.25,
      to: 2.75,
      half: 0.085,
      lip: 0.05,
      material: paint,
      detail,
    }),
    ...arc({
      centre: [2.0, 0.32],
      radius: 0.385,
      from: -0.25,
      to: 2.45,
      half: 0.115,
      lip: 0.08,
      material: paint,
      detail,
    }),
    ...engine(
      { kind: 'vee', at: [1.2, 0.34], size: 0.165, half: 0.16, case: METAL, fin: BLACK, lid: CHROME, radiator: false },
      detail,
    ),
    ...both((side) => [
      ...tube({
        path: [
          [0.82, side * 0.03, 0.86],
          [0.86, side * 0.09, 0.6],
          [0.94, side * 0.12, 0.24],
          [1.5, side * 0.13, 0.22],
          [1.66, side * 0.12, 0.4],
          [2.0, side * 0.12, 0.32],
        ],
        radius: 0.019,
        material: BLACK,
        detail,
        curved: true,
      }),
      ...tube({
        path: [
          [1.98, side * 0.135, 0.34],
          [1.72, side * 0.13, 0.64],
        ],
        radius: 0.032,
        material: CHROME,
        detail,
        around: 12,
      }),
      ...tube({
        path: [
          [0.9, side * 0.12, 0.28],
          [0.86, side * 0.32, 0.28],
        ],
        radius: 0.02,
        material: RUBBER,
        detail,
      }),
      ...tube({
        path: [
          [1.72, side * 0.14, 0.62],
          [2.12, side * 0.12, 0.68],
        ],
        radius: 0.016,
        material: CHROME,
        detail,
      }),
    ]),
    ...both((side) =>
      exhaust({
        pipe: [
          [side > 0 ? 1.42 : 1.02, side * 0.12, 0.56],
          [side > 0 ? 1.46 : 0.98, side * 0.19, 0.42],
          [1.3, side * 0.21, 0.25],
        ],
        silencer: [
          [1.52, side * 0.215, 0.23],
          [2.22, side * 0.225, 0.29],
        ],
        radius: 0.05,
        material: CHROME,
        detail,
      }),
    ),
    ...finalDrive([1.5, 0.36], [2.0, 0.32], 0.115, true, detail),
    ...both((side) =>
      loft({
        axis: 'x',
        stations: [
          [1.46, side * 0.12, 0.5, 0.02, 0.04],
          [1.56, side * 0.135, 0.5, 0.03, 0.09],
          [1.68, side * 0.13, 0.5, 0.025, 0.07],
          [1.74, side * 0.12, 0.5, 0.01, 0.03],
        ],
        material: paint,
        detail,
      }),
    ),
    ...body([
      [0.84, 0, 0.85, 0.05, 0.03],
      [0.93, 0, 0.87, 0.11, 0.075],
      [1.07, 0, 0.85, 0.15, 0.095],
      [1.22, 0, 0.8, 0.155, 0.09],
      [1.38, 0, 0.73, 0.11, 0.06],
      [1.5, 0, 0.67, 0.05, 0.025],
    ]),
    ...lifted(
      0.06,
      body(
        [
          [1.36, 0, 0.66, 0.08, 0.03],
          [1.48, 0, 0.63, 0.15, 0.045],
          [1.64, 0, 0.64, 0.17, 0.05],
          [1.76, 0, 0.71, 0.15, 0.05],
          [1.82, 0, 0.755, 0.1, 0.03],
        ],
        SEAT,
        3,
      ),
    ),
    ...lifted(
      0.06,
      body(
        [
          [1.8, 0, 0.74, 0.09, 0.022],
          [1.94, 0, 0.755, 0.11, 0.03],
          [2.1, 0, 0.735, 0.09, 0.022],
        ],
        SEAT,
        3,
      ),
    ),
    ...roundLamp([0.58, 0.85], 0.1, CHROME, detail),
    ...block([0.68, 0, 0.98], [0.05, 0.06, 0.035], CHROME, detail, 3),
    ...bars({
      clamp: [0.8, 1.0],
      bend: [
        [-0.01, 0.1, 0.05],
        [0.0, 0.24, 0.1],
        [0.12, 0.36, 0.09],
        [0.28, 0.42, 0.03],
      ],
      mirrors: true,
      material: CHROME,
      detail,
    }),
    ...indicators(
      [
        [0.66, 0.22, 0.8],
        [2.2, 0.2, 0.58],
      ],
      detail,
    ),
    ...tailEnd([2.34, 0.58], 0.05, 0.46, detail),
  ];
}

export const CRUISER: Motorcycle = { length: 2.42, width: 0.9, height: 1.17, engineAt: [1.18, 0.48], build };
