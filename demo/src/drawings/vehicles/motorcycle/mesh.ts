import { at, clamp, lerp, type Point3, range } from '../core/geometry.ts';
import type { Material } from './materials.ts';

/** A flat piece of a surface, visible from outside only. */
export interface Facet {
  points: Point3[];
  normal: Point3;
  centre: Point3;
  material: Material;
  /** Meters by which it sorts nearer than it is, so that details inside another body's surface stay visible. */
  lift?: number;
}

export type Mesh = Facet[];

export const lifted = (lift: number, mesh: Mesh): Mesh => mesh.map((piece) => ({ ...piece, lift }));

const add = (a: Point3, b: Point3, scale = 1): Point3 => [
  a[0] + b[0] * scale,
  a[1] + b[1] * scale,
  a[2] + b[2] * scale,
];
const minus = (a: Point3, b: Point3): Point3 => add(a, b, -1);
export const dot = (a: Point3, b: Point3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Point3, b: Point3): Point3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const unit = (a: Point3): Point3 => {
  const length = Math.hypot(...a) || 1;
  return [a[0] / length, a[1] / length, a[2] / length];
};
const middle = (points: readonly Point3[]): Point3 =>
  points.reduce<Point3>((sum, point) => add(sum, point, 1 / points.length), [0, 0, 0]);

/** `inside` is any point behind the surface. */
export function facet(points: Point3[], material: Material, inside: Point3): Facet {
  const [a, b, c] = [at(points, 0), at(points, 1), at(points, 2)];
  const last = at(points, -1);
  const centre = middle(points);
  // Computed from diagonals, so that coinciding corners do not leave the facet without a normal.
  const normal = unit(cross(minus(c, a), minus(last, b)));
  const isInward = dot(normal, minus(centre, inside)) < 0;
  return { points, normal: isInward ? [-normal[0], -normal[1], -normal[2]] : normal, centre, material };
}

/** Joins rings of points by facets and closes the ends. */
function skin(rings: Point3[][], material: Material, caps: boolean): Mesh {
  const centres = rings.map(middle);
  const walls = rings.slice(1).flatMap((ring, i) => {
    const before = at(rings, i);
    const inside = add(at(centres, i), minus(at(centres, i + 1), at(centres, i)), 0.5);
    return ring.map((point, k) => {
      const next = (k + 1) % ring.length;
      return facet([at(before, k), point, at(ring, next), at(before, next)], material, inside);
    });
  });
  if (!caps || rings.length < 2) return walls;
  const lid = (ring: Point3[], inside: Point3) => facet(ring, material, inside);
  return [...walls, lid(at(rings, 0), at(centres, 1)), lid(at(rings, -1), at(centres, -2))];
}

/** Position along the axis, then center and half size in the two directions across it. */
export type Station = [along: number, centreA: number, centreB: number, halfA: number, halfB: number];

interface Loft {
  /** x: stations run to the tail, cross-sections are y and z. z: they run upwards, cross-sections are x and y. */
  axis: 'x' | 'z';
  stations: readonly Station[];
  material: Material;
  detail: number;
  /** Exponent of the cross-section: 2 is an ellipse, more is boxier. */
  power?: number;
  /** Facets between two stations. */
  between?: number;
  around?: number;
}

const turned = (value: number, power: number) => Math.sign(value) * Math.abs(value) ** (2 / power);

/** A smooth body through its stations. */
export function loft({ axis, stations, material, detail, power = 2.4, between = 4, around = 22 }: Loft): Mesh {
  const steps = Math.max(1, Math.round(between * Math.sqrt(detail)));
  const corners = Math.max(8, Math.round(around * Math.sqrt(detail)));
  const near = (i: number) => at(stations, clamp(i, 0, stations.length - 1));
  const places = [...range((stations.length - 1) * steps).map((i) => i / steps), stations.length - 1];
  const rings = places.map((place) => {
    const i = Math.min(Math.floor(place), stations.length - 2);
    const u = place - i;
    const [p0, p1, p2, p3] = [near(i - 1), near(i), near(i + 1), near(i + 2)];
    const value = (k: number) => {
      const [a, b, c, d] = [p0[k] ?? 0, p1[k] ?? 0, p2[k] ?? 0, p3[k] ?? 0];
      return 0.5 * (2 * b + (c - a) * u + (2 * a - 5 * b + 4 * c - d) * u * u + (3 * b - a - 3 * c + d) * u ** 3);
    };
    const [along, centreA, centreB] = [value(0), value(1), value(2)];
    const [halfA, halfB] = [Math.max(0.002, value(3)), Math.max(0.002, value(4))];
    return range(corners).map((k): Point3 => {
      const angle = ((k + 0.5) / corners) * Math.PI * 2;
      const a = centreA + halfA * turned(Math.cos(angle), power);
      const b = centreB + halfB * turned(Math.sin(angle), power);
      return axis === 'x' ? [along, a, b] : [a, b, along];
    });
  });
  return skin(rings, material, true);
}

interface Tube {
  path: readonly Point3[];
  /** One radius for the whole tube, or one per point of the path. */
  radius: number | readonly number[];
  material: Material;
  detail: number;
  around?: number;
  /** Curved through its corners. */
  curved?: boolean;
}

export function tube({ path, radius, material, detail, around = 9, curved = false }: Tube): Mesh {
  const radii = path.map((_, i) => (typeof radius === 'number' ? radius : (radius[i] ?? 0.01)));
  const steps = curved ? Math.max(2, Math.round(5 * Math.sqrt(detail))) : 1;
  const near = (i: number) => at(path, clamp(i, 0, path.length - 1));
  const places = [...range((path.length - 1) * steps).map((i) => i / steps), path.length - 1];
  const spots = places.map((place): [Point3, number] => {
    const i = Math.min(Math.floor(place), path.length - 2);
    const u = place - i;
    const r = lerp(at(radii, i), at(radii, i + 1), u);
    const [p0, p1, p2, p3] = [near(i - 1), near(i), near(i + 1), near(i + 2)];
    const blend = (k: 0 | 1 | 2) =>
      curved
        ? 0.5 *
          (2 * p1[k] +
            (p2[k] - p0[k]) * u +
            (2 * p0[k] - 5 * p1[k] + 4 * p2[k] - p3[k]) * u * u +
            (3 * p1[k] - p0[k] - 3 * p2[k] + p3[k]) * u ** 3)
        : lerp(p1[k], p2[k], u);
    return [[blend(0), blend(1), blend(2)], r];
  });
  const corners = Math.max(5, Math.round(around * Math.sqrt(detail)));
  const rings = spots.map(([spot, r], i) => {
    const [before] = at(spots, Math.max(0, i - 1));
    const [after] = at(spots, Math.min(spots.length - 1, i + 1));
    const along = unit(minus(after, before));
    const across = unit(cross(along, Math.abs(along[2]) > 0.9 ? [1, 0, 0] : [0, 0, 1]));
    const up = cross(across, along);
    return range(corners).map((k) => {
      const angle = (k / corners) * Math.PI * 2;
      return add(add(spot, across, r * Math.cos(angle)), up, r * Math.sin(angle));
    });
  });
  return skin(rings, material, true);
}

/** A drum across the vehicle, from one y to another. */
export const drum = (
  [x, y, z]: Point3,
  radius: number,
  toY: number,
  { material, detail, around = 26 }: Pick<Tube, 'material' | 'detail' | 'around'>,
): Mesh =>
  tube({
    path: [
      [x, y, z],
      [x, toY, z],
    ],
    radius,
    material,
    detail,
    around,
  });

export function ball([x, y, z]: Point3, [rx, ry, rz]: Point3, material: Material, detail: number): Mesh {
  const stations = range(7).map((i): Station => {
    const angle = (i / 6 - 0.5) * Math.PI;
    const size = Math.max(0.04, Math.cos(angle));
    return [x + rx * Math.sin(angle), y, z, ry * size, rz * size];
  });
  return loft({ axis: 'x', stations, material, detail, power: 2, between: 1, around: 14 });
}

interface Arc {
  /** Axle: x and z. */
  centre: [x: number, z: number];
  radius: number;
  /** In radians, 0 to the tail, a quarter turn up. */
  from: number;
  to: number;
  half: number;
  /** Overhang of the edges. */
  lip: number;
  material: Material;
  detail: number;
}

/** A fender: a strip bent around a wheel with turned-in edges. */
export function arc({ centre: [cx, cz], radius, from, to, half, lip, material, detail }: Arc): Mesh {
  const steps = Math.max(6, Math.round(16 * Math.sqrt(detail)));
  const profile: [y: number, drop: number][] = [
    [-half, lip],
    [-half * 0.8, lip * 0.25],
    [-half * 0.3, 0],
    [half * 0.3, 0],
    [half * 0.8, lip * 0.25],
    [half, lip],
  ];
  const spot = (angle: number, [y, drop]: [number, number]): Point3 => [
    cx + (radius - drop) * Math.cos(angle),
    y,
    cz + (radius - drop) * Math.sin(angle),
  ];
  return range(steps).flatMap((i) => {
    const [a, b] = [lerp(from, to, i / steps), lerp(from, to, (i + 1) / steps)];
    const inside: Point3 = [
      cx + (radius - lip - 0.1) * Math.cos((a + b) / 2),
      0,
      cz + (radius - lip - 0.1) * Math.sin((a + b) / 2),
    ];
    return profile.slice(1).map((edge, k) => {
      const before = at(profile, k);
      return facet([spot(a, before), spot(a, edge), spot(b, edge), spot(b, before)], material, inside);
    });
  });
}

interface Ring {
  radius: number;
  tall: number;
  half: number;
  material: Material;
  detail: number;
  around?: number;
}

/** A tire or a rim: a ring with a round section around a transverse axle. */
export function torus(
  [cx, cz]: [x: number, z: number],
  { radius, tall, half, material, detail, around = 10 }: Ring,
): Mesh {
  const [turns, corners] = [
    Math.max(20, Math.round(38 * Math.sqrt(detail))),
    Math.max(6, Math.round(around * Math.sqrt(detail))),
  ];
  const spot = (angle: number, around: number): Point3 => [
    cx + (radius + tall * Math.cos(around)) * Math.cos(angle),
    half * Math.sin(around),
    cz + (radius + tall * Math.cos(around)) * Math.sin(angle),
  ];
  return range(turns).flatMap((i) => {
    const [a, b] = [(i / turns) * Math.PI * 2, ((i + 1) / turns) * Math.PI * 2];
    const inside: Point3 = [cx + radius * Math.cos((a + b) / 2), 0, cz + radius * Math.sin((a + b) / 2)];
    return range(corners).map((k) => {
      const [u, v] = [(k / corners) * Math.PI * 2, ((k + 1) / corners) * Math.PI * 2];
      return facet([spot(a, u), spot(a, v), spot(b, v), spot(b, u)], material, inside);
    });
  });
}
