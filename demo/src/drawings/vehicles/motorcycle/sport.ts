import { engine, exhaust } from './engines.ts';
import { bars, block, both, finalDrive, foot, fork, indicators, tailEnd } from './fittings.ts';
import { BLACK, CAST, GLASS, LENS, MATT, METAL, SEAT } from './materials.ts';
import { arc, ball, lifted, loft, type Mesh, type Station, tube } from './mesh.ts';
import type { Build, Motorcycle } from './motorcycle-body.ts';
import { type WheelSpec, wheel } from './wheels.ts';

const FRONT: WheelSpec = { x: 0.31, radius: 0.305, half: 0.06, tall: 0.038, style: 'cast', discs: 2 };
const REAR: WheelSpec = { x: 1.7, radius: 0.315, half: 0.095, tall: 0.046, style: 'cast', discs: 1 };

function build({ paint, seed, detail }: Build): Mesh {
  const body = (stations: Station[], power = 2.6, around = 30) =>
    loft({ axis: 'x', stations, material: paint, detail, power, between: 6, around });
  const nose = body([
    [0.2, 0, 0.83, 0.03, 0.025],
    [0.27, 0, 0.86, 0.11, 0.06],
    [0.4, 0, 0.885, 0.18, 0.095],
    [0.56, 0, 0.88, 0.2, 0.115],
    [0.72, 0, 0.84, 0.19, 0.105],
    [0.82, 0, 0.8, 0.15, 0.08],
  ]);
  // Two panels on each side, the engine between them.
  const flanks = both((side) => [
    ...body(
      [
        [0.4, side * 0.12, 0.79, 0.03, 0.05],
        [0.54, side * 0.17, 0.71, 0.045, 0.13],
        [0.72, side * 0.19, 0.66, 0.045, 0.15],
        [0.9, side * 0.185, 0.66, 0.04, 0.11],
        [1.06, side * 0.17, 0.69, 0.03, 0.055],
        [1.16, side * 0.15, 0.71, 0.012, 0.015],
      ],
      3.2,
      26,
    ),
    ...body(
      [
        [0.62, side * 0.12, 0.47, 0.025, 0.07],
        [0.74, side * 0.155, 0.4, 0.038, 0.12],
        [0.94, side * 0.165, 0.32, 0.04, 0.1],
        [1.18, side * 0.15, 0.285, 0.034, 0.065],
        [1.36, side * 0.11, 0.27, 0.02, 0.03],
      ],
      3,
      24,
    ),
  ]);
  const belly = body([
    [0.74, 0, 0.36, 0.1, 0.06],
    [0.9, 0, 0.28, 0.14, 0.06],
    [1.15, 0, 0.25, 0.13, 0.05],
    [1.34, 0, 0.25, 0.09, 0.03],
  ]);
  const tank = body(
    [
      [0.74, 0, 0.86, 0.09, 0.06],
      [0.82, 0, 0.91, 0.14, 0.1],
      [0.94, 0, 0.92, 0.16, 0.11],
      [1.06, 0, 0.88, 0.14, 0.095],
      [1.16, 0, 0.82, 0.09, 0.06],
      [1.22, 0, 0.79, 0.06, 0.03],
    ],
    2.6,
    34,
  );
  const tail = body([
    [1.24, 0, 0.76, 0.1, 0.03],
    [1.4, 0, 0.8, 0.115, 0.05],
    [1.6, 0, 0.89, 0.105, 0.06],
    [1.78, 0, 0.965, 0.08, 0.045],
    [1.92, 0, 1.0, 0.05, 0.025],
  ]);
  const saddle = (stations: Station[]) =>
    lifted(0.06, loft({ axis: 'x', stations, material: SEAT, detail, power: 3, between: 4 }));
  return [
    ...wheel(FRONT, seed, detail),
    ...wheel(REAR, seed, detail),
    ...fork({ wheel: FRONT, head: [0.56, 0.84], spread: 0.1, lower: METAL, upsideDown: true, detail }),
    ...arc({
      centre: [0.31, 0.305],
      radius: 0.335,
      from: 0.15,
      to: 2.15,
      half: 0.075,
      lip: 0.05,
      material: paint,
      detail,
    }),
    ...arc({ centre: [1.7, 0.315], radius: 0.355, from: 0.8, to: 2.5, half: 0.1, lip: 0.04, material: MATT, detail }),
    ...engine(
      { kind: 'inline', at: [1.04, 0.4], size: 0.14, half: 0.15, case: CAST, fin: MATT, lid: BLACK, radiator: true },
      detail,
    ),
    ...both((side) => [
      ...loft({
        axis: 'x',
        stations: [
          [0.68, side * 0.08, 0.8, 0.03, 0.05],
          [0.95, side * 0.14, 0.72, 0.028, 0.06],
          [1.2, side * 0.13, 0.6, 0.028, 0.075],
          [1.3, side * 0.12, 0.45, 0.028, 0.08],
        ],
        material: METAL,
        detail,
        power: 4,
      }),
      ...block([1.48, side * 0.125, 0.38], [0.26, 0.022, 0.045], METAL, detail * 0.7),
    ]),
    ...exhaust({
      pipe: [
        [1.2, -0.1, 0.22],
        [1.34, -0.13, 0.24],
      ],
      silencer: [
        [1.42, -0.17, 0.28],
        [1.86, -0.21, 0.46],
      ],
      radius: 0.055,
      material: METAL,
      detail,
    }),
    ...exhaust({
      pipe: [
        [1.2, 0.08, 0.21],
        [1.34, 0.12, 0.24],
      ],
      silencer: [
        [1.4, 0.15, 0.27],
        [1.64, 0.18, 0.36],
      ],
      radius: 0.05,
      material: MATT,
      detail,
    }),
    ...block([1.14, 0, 0.62], [0.09, 0.1, 0.1], MATT, detail, 4),
    ...finalDrive([1.27, 0.42], [1.7, 0.315], 0.105, false, detail),
    ...tube({
      path: [
        [1.3, 0, 0.7],
        [1.72, 0, 0.87],
      ],
      radius: 0.03,
      material: MATT,
      detail,
    }),
    ...belly,
    ...flanks,
    ...nose,
    ...tank,
    ...tail,
    ...saddle([
      [1.14, 0, 0.8, 0.07, 0.025],
      [1.24, 0, 0.79, 0.12, 0.035],
      [1.4, 0, 0.82, 0.13, 0.04],
      [1.5, 0, 0.86, 0.11, 0.035],
    ]),
    ...saddle([
      [1.54, 0, 0.92, 0.08, 0.025],
      [1.66, 0, 0.965, 0.095, 0.035],
      [1.8, 0, 1.0, 0.075, 0.025],
    ]),
    ...lifted(
      0.1,
      loft({
        axis: 'x',
        stations: [
          [0.4, 0, 0.97, 0.05, 0.01],
          [0.5, 0, 1.01, 0.135, 0.035],
          [0.62, 0, 1.05, 0.15, 0.055],
          [0.72, 0, 1.06, 0.13, 0.06],
          [0.76, 0, 1.05, 0.11, 0.045],
        ],
        material: GLASS,
        detail,
        power: 2.2,
        between: 4,
      }),
    ),
    ...both((side) => [
      ...lifted(0.06, ball([0.3, side * 0.105, 0.87], [0.06, 0.062, 0.024], LENS, detail)),
      ...tube({
        path: [
          [0.6, side * 0.16, 0.96],
          [0.56, side * 0.28, 1.04],
        ],
        radius: 0.008,
        material: BLACK,
        detail,
      }),
      ...ball([0.56, side * 0.33, 1.06], [0.024, 0.075, 0.04], BLACK, detail),
      ...ball([0.578, side * 0.33, 1.06], [0.012, 0.064, 0.032], LENS, detail),
    ]),
    ...bars({
      clamp: [0.64, 0.88],
      bend: [
        [0, 0.12, 0.03],
        [0.03, 0.2, 0.03],
        [0.11, 0.34, 0.0],
      ],
      mirrors: false,
      material: BLACK,
      detail,
    }),
    ...indicators(
      [
        [0.5, 0.25, 0.8],
        [1.84, 0.17, 0.86],
      ],
      detail,
    ),
    ...tailEnd([1.93, 0.985], 0.06, 0.72, detail),
    ...foot([1.32, 0.25, 0.42], detail),
  ];
}

export const SPORT: Motorcycle = { length: 2.05, width: 0.76, height: 1.13, engineAt: [0.95, 0.55], build };
