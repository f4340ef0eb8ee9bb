import { engine, exhaust } from './engines.ts';
import { bars, block, both, finalDrive, foot, fork, indicators, roundLamp, tailEnd } from './fittings.ts';
import { BLACK, CAST, CHROME, MATT, METAL, SEAT } from './materials.ts';
import { arc, drum, lifted, loft, type Mesh, tube } from './mesh.ts';
import type { Build, Motorcycle } from './motorcycle-body.ts';
import { type WheelSpec, wheel } from './wheels.ts';

const FRONT: WheelSpec = { x: 0.31, radius: 0.31, half: 0.06, tall: 0.042, style: 'cast', discs: 2 };
const REAR: WheelSpec = { x: 1.73, radius: 0.315, half: 0.085, tall: 0.048, style: 'cast', discs: 1 };

function build({ paint, seed, detail }: Build): Mesh {
  const tank = loft({
    axis: 'x',
    stations: [
      [0.7, 0, 0.86, 0.07, 0.05],
      [0.76, 0, 0.9, 0.115, 0.095],
      [0.88, 0, 0.93, 0.145, 0.115],
      [1.02, 0, 0.91, 0.148, 0.105],
      [1.14, 0, 0.86, 0.12, 0.075],
      [1.24, 0, 0.82, 0.075, 0.04],
    ],
    material: paint,
    detail,
    power: 2.7,
    between: 6,
    around: 34,
  });
  const seat = loft({
    axis: 'x',
    stations: [
      [1.14, 0, 0.82, 0.085, 0.03],
      [1.24, 0, 0.8, 0.115, 0.042],
      [1.42, 0, 0.8, 0.135, 0.045],
      [1.56, 0, 0.83, 0.13, 0.045],
      [1.72, 0, 0.86, 0.115, 0.04],
      [1.84, 0, 0.875, 0.085, 0.028],
    ],
    material: SEAT,
    detail,
    power: 3,
    between: 5,
  });
  const tail = loft({
    axis: 'x',
    stations: [
      [1.42, 0, 0.735, 0.115, 0.03],
      [1.6, 0, 0.775, 0.115, 0.045],
      [1.78, 0, 0.82, 0.1, 0.048],
      [1.92, 0, 0.855, 0.07, 0.035],
      [1.98, 0, 0.865, 0.045, 0.02],
    ],
    material: paint,
    detail,
    power: 2.6,
    between: 5,
  });
  const sideCovers = both((side) =>
    loft({
      axis: 'x',
      stations: [
        [1.2, side * 0.1, 0.7, 0.02, 0.03],
        [1.3, side * 0.115, 0.69, 0.028, 0.075],
        [1.44, side * 0.115, 0.7, 0.025, 0.06],
        [1.52, side * 0.105, 0.72, 0.012, 0.025],
      ],
      material: paint,
      detail,
      power: 2.6,
    }),
  );
  const frame = both((side) => [
    ...tube({
      path: [
        [0.66, side * 0.03, 0.84],
        [0.9, side * 0.1, 0.8],
        [1.2, side * 0.1, 0.72],
        [1.27, side * 0.1, 0.42],
      ],
      radius: 0.021,
      material: BLACK,
      detail,
      curved: true,
    }),
    ...tube({
      path: [
        [0.64, side * 0.03, 0.78],
        [0.72, side * 0.1, 0.55],
        [0.8, side * 0.12, 0.27],
        [1.22, side * 0.12, 0.25],
        [1.28, side * 0.11, 0.42],
      ],
      radius: 0.018,
      material: BLACK,
      detail,
      curved: true,
    }),
    ...tube({
      path: [
        [1.2, side * 0.1, 0.7],
        [1.8, side * 0.09, 0.8],
      ],
      radius: 0.016,
      material: BLACK,
      detail,
    }),
    ...block([1.49, side * 0.115, 0.36], [0.26, 0.018, 0.032], METAL, detail * 0.7),
    ...tube({
      path: [
        [1.62, side * 0.12, 0.36],
        [1.5, side * 0.12, 0.74],
      ],
      radius: [0.034, 0.03],
      material: CHROME,
      detail,
      around: 12,
    }),
  ]);
  const pipes = both((side) =>
    exhaust({
      pipe: [
        [0.86, side * 0.07, 0.6],
        [0.78, side * 0.09, 0.5],
        [0.78, side * 0.1, 0.32],
        [0.92, side * 0.12, 0.22],
        [1.2, side * 0.15, 0.24],
      ],
      silencer: [
        [1.36, side * 0.17, 0.28],
        [1.92, side * 0.19, 0.4],
      ],
      radius: 0.048,
      material: CHROME,
      detail,
    }),
  );
  return [
    ...wheel(FRONT, seed, detail),
    ...wheel(REAR, seed, detail),
    ...fork({ wheel: FRONT, head: [0.62, 0.9], spread: 0.1, lower: METAL, detail }),
    ...arc({
      centre: [0.31, 0.31],
      radius: 0.345,
      from: 0.35,
      to: 2.35,
      half: 0.075,
      lip: 0.035,
      material: paint,
      detail,
    }),
    ...arc({ centre: [1.73, 0.315], radius: 0.36, from: 0.5, to: 1.75, half: 0.09, lip: 0.03, material: MATT, detail }),
    ...engine(
      { kind: 'inline', at: [1.04, 0.39], size: 0.14, half: 0.17, case: CAST, fin: CAST, lid: METAL, radiator: false },
      detail,
    ),
    ...frame,
    ...pipes,
    ...block([1.17, 0, 0.63], [0.085, 0.1, 0.1], MATT, detail, 4),
    ...finalDrive([1.27, 0.41], [1.73, 0.315], 0.1, false, detail),
    ...sideCovers,
    ...tail,
    ...lifted(0.06, seat),
    ...tank,
    ...roundLamp([0.46, 0.85], 0.088, BLACK, detail),
    ...both((side) => drum([0.53, side * 0.02, 1.0], 0.048, side * 0.105, { material: BLACK, detail, around: 18 })),
    ...bars({
      clamp: [0.645, 0.985],
      bend: [
        [-0.01, 0.12, 0.03],
        [0.02, 0.24, 0.075],
        [0.06, 0.3, 0.08],
        [0.13, 0.4, 0.06],
      ],
      mirrors: true,
      material: CHROME,
      detail,
    }),
    ...indicators(
      [
        [0.52, 0.2, 0.83],
        [1.86, 0.19, 0.78],
      ],
      detail,
    ),
    ...tailEnd([1.985, 0.835], 0.06, 0.66, detail),
    ...foot([1.2, 0.26, 0.36], detail),
  ];
}

export const NAKED: Motorcycle = { length: 2.09, width: 0.8, height: 1.15, engineAt: [1.0, 0.52], build };
