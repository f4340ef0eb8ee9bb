import { type Point3, range } from '../core/geometry.ts';
import { BLACK, CAST, CHROME, type Material, METAL, RUBBER } from './materials.ts';
import { drum, type Mesh, torus, tube } from './mesh.ts';

export interface WheelSpec {
  /** Axle: x; its height is the radius. */
  x: number;
  radius: number;
  /** Half width of the tire. */
  half: number;
  /** Tire height above the rim. */
  tall: number;
  style: 'cast' | 'wire' | 'thin';
  /** Number of sides with a brake disc. */
  discs: 1 | 2 | 0;
  knobby?: boolean;
  chromeRim?: boolean;
}

export function wheel(spec: WheelSpec, seed: number, detail: number): Mesh {
  const { x, radius, half, tall, style, discs, knobby, chromeRim } = spec;
  const axle: [number, number] = [x, radius];
  const rim = radius - tall * 2;
  const rimMaterial: Material = style === 'wire' || chromeRim ? CHROME : seed % 2 === 0 ? BLACK : CAST;
  return [
    ...torus(axle, { radius: radius - tall, tall, half, material: RUBBER, detail }),
    ...torus(axle, { radius: rim, tall: 0.014, half: half * 0.72, material: rimMaterial, detail, around: 6 }),
    ...(knobby ? knobs(spec, detail) : []),
    ...spokes(spec, rim, rimMaterial, seed, detail),
    ...drum([x, -half * 0.95, radius], 0.036, half * 0.95, {
      material: style === 'wire' ? METAL : rimMaterial,
      detail,
      around: 16,
    }),
    ...drum([x, -half - 0.05, radius], 0.011, half + 0.05, { material: METAL, detail, around: 10 }),
    ...(discs > 0 ? disc(x, radius, half * 0.72 + 0.012, rim * 0.62, detail) : []),
    ...(discs > 1 ? disc(x, radius, -half * 0.72 - 0.012, rim * 0.62, detail) : []),
  ];
}

function spokes({ x, radius, style }: WheelSpec, rim: number, material: Material, seed: number, detail: number): Mesh {
  const spot = (r: number, angle: number, y: number): Point3 => [
    x + r * Math.cos(angle),
    y,
    radius + r * Math.sin(angle),
  ];
  if (style === 'wire') {
    const count = detail < 0.6 ? 14 : 30;
    return range(count).flatMap((i) => {
      const angle = (i / count) * Math.PI * 2;
      const lean = i % 2 === 0 ? 0.5 : -0.5;
      const side = i % 4 < 2 ? 0.028 : -0.028;
      return tube({
        path: [spot(0.03, angle + lean, side), spot(rim, angle, 0)],
        radius: 0.0032,
        material: METAL,
        detail: 0.2,
        around: 5,
      });
    });
  }
  const arms = style === 'thin' ? 3 : ([5, 10, 6][seed % 3] ?? 5);
  const width = style === 'thin' ? 0.022 : arms > 6 ? 0.0125 : 0.019;
  return range(arms).flatMap((i) => {
    const angle = (i / arms) * Math.PI * 2 + 0.3;
    const pair = arms === 6 ? [-0.14, 0.14] : [0];
    return pair.flatMap((lean) =>
      tube({
        path: [spot(0.03, angle, 0), spot(rim, angle + lean, 0)],
        radius: [width * 1.25, width],
        material,
        detail,
        around: 8,
      }),
    );
  });
}

/** A thin steel ring with its carrier. */
function disc(x: number, radius: number, y: number, size: number, detail: number): Mesh {
  const count = 5;
  const carrier = range(count).flatMap((i) => {
    const angle = (i / count) * Math.PI * 2;
    return tube({
      path: [
        [x + 0.03 * Math.cos(angle), y, radius + 0.03 * Math.sin(angle)],
        [x + size * 0.8 * Math.cos(angle), y, radius + size * 0.8 * Math.sin(angle)],
      ],
      radius: 0.006,
      material: METAL,
      detail: 0.3,
      around: 6,
    });
  });
  return [
    ...torus([x, radius], {
      radius: size * 0.88,
      tall: size * 0.12,
      half: 0.003,
      material: METAL,
      detail,
      around: 6,
    }).map(shifted(y)),
    ...carrier,
  ];
}

const shifted =
  (y: number) =>
  (piece: Mesh[number]): Mesh[number] => ({
    ...piece,
    points: piece.points.map(([px, py, pz]): Point3 => [px, py + y, pz]),
    centre: [piece.centre[0], piece.centre[1] + y, piece.centre[2]],
  });

function knobs({ x, radius, half }: WheelSpec, detail: number): Mesh {
  if (detail < 0.6) return [];
  const count = 34;
  return range(count).flatMap((i) => {
    const angle = (i / count) * Math.PI * 2;
    return [-0.62, 0.05, 0.66].flatMap((side, k) => {
      const turn = angle + (k === 1 ? Math.PI / count : 0);
      const drop = k === 1 ? 0 : 0.012;
      const spot = (r: number): Point3 => [x + r * Math.cos(turn), half * side, radius + r * Math.sin(turn)];
      return tube({
        path: [spot(radius - drop - 0.008), spot(radius - drop + 0.011)],
        radius: 0.012,
        material: RUBBER,
        detail: 0.2,
        around: 5,
      });
    });
  });
}
