import { at, lerp, type Point3 } from '../core/geometry.ts';
import { AMBER, BLACK, CAST, CHROME, LENS, MATT, type Material, METAL, PLATE, RUBBER, TAIL } from './materials.ts';
import { ball, drum, facet, lifted, loft, type Mesh, tube } from './mesh.ts';
import type { WheelSpec } from './wheels.ts';

const SIDES = [-1, 1] as const;
export const both = (draw: (side: 1 | -1) => Mesh): Mesh => SIDES.flatMap(draw);

/** A box with rounded edges along the vehicle. */
export const block = (
  [x, y, z]: Point3,
  [halfX, halfY, halfZ]: Point3,
  material: Material,
  detail: number,
  power = 7,
): Mesh =>
  loft({
    axis: 'x',
    stations: [
      [x - halfX, y, z, halfY * 0.9, halfZ * 0.9],
      [x - halfX * 0.9, y, z, halfY, halfZ],
      [x + halfX * 0.9, y, z, halfY, halfZ],
      [x + halfX, y, z, halfY * 0.9, halfZ * 0.9],
    ],
    material,
    detail,
    power,
    between: 1,
    around: 20,
  });

interface Fork {
  wheel: WheelSpec;
  /** Upper end: x and z. */
  head: [x: number, z: number];
  spread: number;
  lower: Material;
  /** Thick part on top, as in racing forks. */
  upsideDown?: boolean;
  detail: number;
}

export function fork({ wheel: { x, radius, discs }, head: [hx, hz], spread, lower, upsideDown, detail }: Fork): Mesh {
  const spot = (share: number, y: number): Point3 => [lerp(x, hx, share), y, lerp(radius, hz, share)];
  return both((side) => {
    const y = side * spread;
    const [thin, thick] = [0.019, 0.028];
    const split = upsideDown ? 0.42 : 0.5;
    const legs = [
      ...tube({
        path: [spot(-0.03, y), spot(split, y)],
        radius: upsideDown ? thin : thick,
        material: lower,
        detail,
        around: 11,
      }),
      ...tube({
        path: [spot(split, y), spot(1.06, y)],
        radius: upsideDown ? thick : thin,
        material: upsideDown ? BLACK : CHROME,
        detail,
        around: 11,
      }),
    ];
    const caliper =
      discs === 2 || (discs === 1 && side === 1)
        ? block([x + 0.1, y * 0.82, radius + 0.055], [0.03, 0.022, 0.045], MATT, detail * 0.6)
        : [];
    return [...legs, ...caliper];
  }).concat(
    block([spot(0.78, 0)[0] + 0.01, 0, spot(0.78, 0)[2]], [0.035, spread + 0.032, 0.02], MATT, detail * 0.7),
    block([spot(1.02, 0)[0] + 0.01, 0, spot(1.02, 0)[2]], [0.038, spread + 0.032, 0.016], BLACK, detail * 0.7),
    tube({
      path: [spot(0.76, 0), spot(1.02, 0)].map(([px, py, pz]): Point3 => [px + 0.035, py, pz]),
      radius: 0.03,
      material: MATT,
      detail,
      around: 10,
    }),
  );
}

interface Bars {
  /** Center of the clamp. */
  clamp: [x: number, z: number];
  /** Points from the clamp to the grip's end, [x, y, z] relative to the clamp. */
  bend: readonly Point3[];
  mirrors: boolean;
  material: Material;
  detail: number;
  guards?: Material;
}

export function bars({ clamp: [cx, cz], bend, mirrors, material, detail, guards }: Bars): Mesh {
  return both((side) => {
    const path: Point3[] = bend.map(([x, y, z]): Point3 => [cx + x, side * y, cz + z]);
    const [inner, end] = [at(path, -2), at(path, -1)];
    const between = (share: number): Point3 => [
      lerp(inner[0], end[0], share),
      lerp(inner[1], end[1], share),
      lerp(inner[2], end[2], share),
    ];
    const root = between(0.12);
    const glass: Point3 = [root[0] - 0.02, root[1] + side * 0.1, root[2] + 0.17];
    return [
      ...tube({ path: [[cx, 0, cz], ...path], radius: 0.012, material, detail, around: 8, curved: true }),
      ...tube({ path: [between(0.3), end], radius: 0.0185, material: RUBBER, detail, around: 9 }),
      ...block([between(0.12)[0] - 0.01, between(0.12)[1], between(0.12)[2]], [0.026, 0.03, 0.022], MATT, detail * 0.6),
      ...tube({
        path: [
          [root[0] - 0.04, root[1], root[2] - 0.005],
          [end[0] - 0.055, end[1] - side * 0.02, end[2] - 0.005],
        ],
        radius: 0.0055,
        material: METAL,
        detail: detail * 0.5,
        around: 6,
      }),
      ...(mirrors
        ? [
            ...tube({
              path: [root, [root[0] - 0.025, root[1] + side * 0.03, root[2] + 0.1], glass],
              radius: 0.0065,
              material: BLACK,
              detail,
              around: 7,
              curved: true,
            }),
            ...ball(glass, [0.02, 0.072, 0.042], BLACK, detail),
            ...ball([glass[0] + 0.014, glass[1], glass[2]], [0.012, 0.062, 0.034], LENS, detail),
          ]
        : []),
      ...(guards ? ball([end[0] - 0.075, end[1] - side * 0.05, end[2]], [0.022, 0.1, 0.06], guards, detail) : []),
    ];
  });
}

/** A round headlamp with its bowl, facing the nose. */
export const roundLamp = ([x, z]: [number, number], radius: number, shell: Material, detail: number): Mesh => [
  ...loft({
    axis: 'x',
    stations: [
      [x - 0.005, 0, z, radius * 1.02, radius * 1.02],
      [x + 0.03, 0, z, radius * 1.04, radius * 1.04],
      [x + 0.09, 0, z, radius * 0.86, radius * 0.86],
      [x + 0.14, 0, z, radius * 0.4, radius * 0.4],
    ],
    material: shell,
    detail,
    power: 2,
  }),
  ...lifted(0.03, ball([x, 0, z], [0.028, radius * 0.93, radius * 0.93], LENS, detail)),
];

/** Four turn signals; positions are x, y, z of the left ones. */
export const indicators = (places: readonly Point3[], detail: number): Mesh =>
  places.flatMap((place) =>
    both((side) => [
      ...ball([place[0], side * place[1], place[2]], [0.02, 0.03, 0.021], AMBER, detail * 0.7),
      ...tube({
        path: [
          [place[0], side * (place[1] - 0.07), place[2]],
          [place[0], side * (place[1] - 0.02), place[2]],
        ],
        radius: 0.008,
        material: BLACK,
        detail: 0.3,
        around: 6,
      }),
    ]),
  );

/** Tail lamp, with the plate on its bracket below and behind. */
export function tailEnd([x, z]: [number, number], half: number, plateZ: number, detail: number): Mesh {
  const [px, pz, slope] = [x + 0.055, plateZ, 0.04];
  const corner = (y: number, up: number): Point3 => [px + slope * (1 - up), y, pz + (up - 0.5) * 0.12];
  return [
    ...lifted(0.05, ball([x, 0, z], [0.03, half, 0.032], TAIL, detail)),
    ...tube({
      path: [
        [x - 0.12, 0, z - 0.04],
        [x + 0.03, 0, (z + plateZ) / 2],
        [px - 0.01, 0, plateZ + 0.04],
      ],
      radius: 0.018,
      material: MATT,
      detail,
      around: 7,
      curved: true,
    }),
    facet([corner(-0.1, 0), corner(0.1, 0), corner(0.1, 1), corner(-0.1, 1)], PLATE, [px - 1, 0, pz]),
    facet(
      [corner(-0.1, 0), corner(0.1, 0), corner(0.1, 1), corner(-0.1, 1)].map(([a, b, c]): Point3 => [a - 0.006, b, c]),
      MATT,
      [px + 1, 0, pz],
    ),
  ];
}

/** Chain or belt on the left, with both sprockets. */
export function finalDrive(
  [frontX, frontZ]: [number, number],
  [rearX, rearZ]: [number, number],
  y: number,
  isBelt: boolean,
  detail: number,
): Mesh {
  const run = (shift: number, rear: number): Mesh =>
    tube({
      path: [
        [frontX, y, frontZ + shift],
        [rearX, y, rearZ + rear],
      ],
      radius: 0.008,
      material: isBelt ? MATT : CAST,
      detail: 0.4,
      around: 6,
    });
  return [
    ...drum([rearX, y - 0.006, rearZ], 0.1, y + 0.006, { material: isBelt ? MATT : METAL, detail, around: 28 }),
    ...drum([rearX, y - 0.009, rearZ], 0.062, y + 0.009, { material: MATT, detail, around: 22 }),
    ...run(0.036, 0.1),
    ...run(-0.036, -0.1),
  ];
}

export const foot = ([x, y, z]: Point3, detail: number): Mesh =>
  both((side) =>
    tube({
      path: [
        [x, side * (y - 0.09), z],
        [x, side * y, z],
      ],
      radius: 0.013,
      material: RUBBER,
      detail: detail * 0.5,
      around: 7,
    }),
  );
