import { lerp, type Point3, range } from '../core/geometry.ts';
import { block, both } from './fittings.ts';
import { BLACK, CAST, CHROME, MATT, type Material, METAL } from './materials.ts';
import { drum, loft, type Mesh, tube } from './mesh.ts';

interface Cylinder {
  foot: Point3;
  head: Point3;
  halfX: number;
  halfY: number;
  fins: number;
  fin: Material;
  lid: Material;
  detail: number;
}

/** A barrel with cooling fins and its valve cover, tilted towards the head. */
function cylinder({ foot, head, halfX, halfY, fins, fin, lid, detail }: Cylinder): Mesh {
  const spot = (share: number): Point3 => [
    lerp(foot[0], head[0], share),
    lerp(foot[1], head[1], share),
    lerp(foot[2], head[2], share),
  ];
  const slab = (from: number, to: number, grow: number, material: Material): Mesh => {
    const [a, b] = [spot(from), spot(to)];
    return loft({
      axis: 'z',
      stations: [
        [a[2], a[0], a[1], halfX * grow, halfY * grow],
        [b[2], b[0], b[1], halfX * grow, halfY * grow],
      ],
      material,
      detail: detail * 0.7,
      power: 6,
      between: 1,
      around: 20,
    });
  };
  const count = detail < 0.6 ? Math.ceil(fins / 2) : fins;
  return [
    ...range(count).flatMap((i) => [
      ...slab((i / count) * 0.8, ((i + 0.5) / count) * 0.8, 0.88, MATT),
      ...slab(((i + 0.5) / count) * 0.8, ((i + 1) / count) * 0.8, 1, fin),
    ]),
    ...slab(0.8, 0.98, 0.96, lid),
    ...slab(0.98, 1.06, 0.8, lid),
  ];
}

const roundCover = (
  x: number,
  z: number,
  radius: number,
  y: number,
  side: 1 | -1,
  material: Material,
  detail: number,
): Mesh => [
  ...drum([x, side * (y - 0.05), z], radius, side * y, { material, detail }),
  ...drum([x, side * (y - 0.05), z], radius * 0.8, side * (y + 0.014), { material, detail }),
  ...range(detail < 0.6 ? 0 : 7).flatMap((i) => {
    const angle = (i / 7) * Math.PI * 2;
    return drum(
      [x + radius * 0.9 * Math.cos(angle), side * (y - 0.02), z + radius * 0.9 * Math.sin(angle)],
      0.008,
      side * (y + 0.007),
      {
        material: METAL,
        detail: 0.4,
        around: 7,
      },
    );
  }),
];

export interface EngineSpec {
  kind: 'inline' | 'twin' | 'single' | 'vee';
  /** Center of the crankcase. */
  at: [x: number, z: number];
  size: number;
  half: number;
  case: Material;
  fin: Material;
  lid: Material;
  radiator: boolean;
}

export function engine(spec: EngineSpec, detail: number): Mesh {
  const {
    kind,
    at: [x, z],
    size,
    half,
    case: material,
    fin,
    lid,
    radiator,
  } = spec;
  const crankcase = [
    ...loft({
      axis: 'x',
      stations: [
        [x - size * 1.15, 0, z + 0.01, half * 0.6, size * 0.42],
        [x - size * 0.8, 0, z, half * 0.92, size * 0.62],
        [x, 0, z, half, size * 0.72],
        [x + size * 0.8, 0, z + 0.02, half * 0.94, size * 0.64],
        [x + size * 1.15, 0, z + 0.03, half * 0.7, size * 0.45],
      ],
      material,
      detail,
      power: 4,
    }),
    ...both((side) => [
      ...roundCover(x + size * 0.48, z + 0.015, size * 0.56, half + 0.03, side, side > 0 ? material : lid, detail),
      ...roundCover(x - size * 0.5, z - 0.02, size * 0.46, half + 0.025, side, lid, detail),
    ]),
  ];
  const barrel = (foot: Point3, head: Point3, halfX: number, halfY: number, fins: number) =>
    cylinder({ foot, head, halfX, halfY, fins, fin, lid, detail });
  const barrels: Record<EngineSpec['kind'], () => Mesh> = {
    inline: () =>
      barrel([x - size * 0.35, 0, z + size * 0.5], [x - size * 0.85, 0, z + size * 2.25], size * 0.75, half * 1.12, 7),
    twin: () =>
      barrel([x - size * 0.35, 0, z + size * 0.5], [x - size * 0.75, 0, z + size * 2.2], size * 0.72, half * 0.9, 8),
    single: () =>
      barrel([x - size * 0.3, 0, z + size * 0.5], [x - size * 0.6, 0, z + size * 2.35], size * 0.7, half * 0.72, 9),
    vee: () => [
      ...barrel(
        [x - size * 0.35, 0, z + size * 0.45],
        [x - size * 1.2, 0, z + size * 2.15],
        size * 0.62,
        half * 0.78,
        10,
      ),
      ...barrel(
        [x + size * 0.3, 0, z + size * 0.45],
        [x + size * 1.05, 0, z + size * 2.15],
        size * 0.62,
        half * 0.78,
        10,
      ),
      ...drum([x - size * 0.1, half * 0.6, z + size * 1.4], size * 0.5, half * 1.5, { material: CHROME, detail }),
    ],
  };
  const cooler = radiator
    ? [
        ...block([x - size * 2.05, 0, z + size * 1.5], [0.022, half * 1.15, size * 1.05], MATT, detail, 8),
        ...range(detail < 0.6 ? 3 : 7).flatMap((i) =>
          tube({
            path: [-1, 1].map(
              (side): Point3 => [x - size * 2.05 - 0.024, side * half * 1.02, z + size * (0.75 + i * 0.25)],
            ),
            radius: 0.003,
            material: CAST,
            detail: 0.3,
            around: 5,
          }),
        ),
      ]
    : [];
  return [...crankcase, ...barrels[kind](), ...cooler];
}

interface Exhaust {
  /** From the cylinder head to the muffler. */
  pipe: readonly Point3[];
  silencer: readonly [Point3, Point3];
  radius: number;
  material: Material;
  detail: number;
}

export const exhaust = ({ pipe, silencer: [from, to], radius, material, detail }: Exhaust): Mesh => [
  ...tube({ path: [...pipe, from], radius: 0.021, material: CHROME, detail, around: 10, curved: true }),
  ...tube({
    path: [
      from,
      [lerp(from[0], to[0], 0.12), lerp(from[1], to[1], 0.12), lerp(from[2], to[2], 0.12)],
      [lerp(from[0], to[0], 0.9), lerp(from[1], to[1], 0.9), lerp(from[2], to[2], 0.9)],
      to,
    ],
    radius: [radius * 0.5, radius, radius, radius * 0.72],
    material,
    detail,
    around: 14,
  }),
  ...tube({
    path: [to, [to[0] + 0.012, to[1], to[2] + 0.003]],
    radius: radius * 0.5,
    material: BLACK,
    detail,
    around: 12,
  }),
];
