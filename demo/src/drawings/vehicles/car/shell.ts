import { clamp, curve, lerp, type Point, type Point3, range, smoothPath } from '../core/geometry.ts';
import type { CarSpec } from './specs.ts';

const OUTLINE_STEPS = 26;
const SIDE_STEPS = 30;
const SIDE_INSET = curve([
  [0, 0.07],
  [0.3, 0.02],
  [0.55, 0],
  [0.8, 0.015],
  [1, 0.06],
]);

/** A point of the plan outline with its outward direction. */
export interface Plan {
  x: number;
  y: number;
  nx: number;
  ny: number;
}

export interface Shell {
  half: number;
  bottom(x: number): number;
  shoulder(x: number): number;
  outline: Plan[];
  sidePlan(x: number): Plan;
  frontPlan(y: number): Plan;
  rearPlan(y: number): Plan;
  /** The surface above a point of the outline, 0 at the sill and 1 at the shoulder. */
  atShare(plan: Plan, share: number): Point3;
  side(x: number, z: number): Point3;
  front(y: number, z: number): Point3;
  rear(y: number, z: number): Point3;
}

/** Lower body: the plan outline of the car, leaning in towards sill and shoulder. */
export function createShell(spec: CarSpec): Shell {
  const half = spec.width / 2;
  const bottom = curve(spec.bottom);
  const shoulder = curve(spec.shoulder);
  const noseInset = curve(spec.nose.profile);
  const tailInset = curve(spec.tail.profile);
  type End = CarSpec['nose'];

  const endPlan = (end: End, y: number, isTail: boolean): Plan => {
    const retreat = 1 - (1 - Math.min(1, Math.abs(y) / half) ** end.power) ** (1 / end.power);
    const across = (Math.sign(y) * (Math.abs(y) / half) ** (end.power - 1)) / half;
    const along = Math.max(1 - retreat, 1e-4) ** (end.power - 1) / end.depth;
    const size = Math.hypot(across, along);
    return {
      x: isTail ? spec.length - end.depth * retreat : end.depth * retreat,
      y,
      nx: ((isTail ? 1 : -1) * along) / size,
      ny: across / size,
    };
  };
  const sidePlan = (x: number): Plan => {
    const inEnd = (end: End, distance: number) => {
      const share = clamp(1 - distance / end.depth);
      return half * (1 - share ** end.power) ** (1 / end.power);
    };
    if (x < spec.nose.depth) return endPlan(spec.nose, inEnd(spec.nose, Math.max(x, 0)), false);
    if (x > spec.length - spec.tail.depth)
      return endPlan(spec.tail, inEnd(spec.tail, Math.max(spec.length - x, 0)), true);
    return { x, y: half, nx: 0, ny: 1 };
  };
  const lift = (plan: Plan, z: number): Point3 => {
    const share = clamp((z - bottom(plan.x)) / (shoulder(plan.x) - bottom(plan.x)));
    const endInset = plan.nx < 0 ? noseInset(share) : tailInset(share);
    const inset = lerp(SIDE_INSET(share), endInset, plan.nx ** 2);
    return [plan.x - plan.nx * inset, plan.y - plan.ny * inset, z];
  };
  const sweep = (end: End, isTail: boolean) =>
    range(OUTLINE_STEPS + 1).map((step) => {
      const angle = Math.PI * (step / OUTLINE_STEPS - 0.5) * (isTail ? -1 : 1);
      return endPlan(end, half * Math.sign(Math.sin(angle)) * Math.abs(Math.sin(angle)) ** (2 / end.power), isTail);
    });
  const straight = (side: number) =>
    range(SIDE_STEPS - 1).map((step): Plan => {
      const share = (step + 1) / SIDE_STEPS;
      const along = side > 0 ? share : 1 - share;
      return { x: lerp(spec.nose.depth, spec.length - spec.tail.depth, along), y: side * half, nx: 0, ny: side };
    });

  return {
    half,
    bottom,
    shoulder,
    outline: [...sweep(spec.nose, false), ...straight(1), ...sweep(spec.tail, true), ...straight(-1)],
    sidePlan,
    atShare: (plan, share) => lift(plan, lerp(bottom(plan.x), shoulder(plan.x), share)),
    side: (x, z) => lift(sidePlan(x), z),
    front: (y, z) => lift(endPlan(spec.nose, y, false), z),
    rear: (y, z) => lift(endPlan(spec.tail, y, true), z),
    frontPlan: (y) => endPlan(spec.nose, y, false),
    rearPlan: (y) => endPlan(spec.tail, y, true),
  };
}

const BOW_FADE = 0.75;

export interface Upper {
  profile(position: number): Point;
  /** Position of the profile's end. */
  last: number;
  beltHeight(x: number): number;
  /** position along the profile, v across from -1 (far) to 1 (near). */
  surface(position: number, v: number): Point3;
  side(x: number, z: number, side?: number): Point3;
}

/** Upper body: one profile from windscreen base over the roof to rear window base, swept across. */
export function createUpper(spec: CarSpec, shell: Shell): Upper {
  const { cabin } = spec;
  const profile = smoothPath(cabin.profile);
  const last = cabin.profile.length - 1;
  const beltHeight = (x: number) => shell.shoulder(clamp(x, 0, spec.length));
  const edge = (x: number, z: number) => {
    const belt = Math.min(shell.half, shell.sidePlan(x).y) - cabin.inset;
    return (
      belt - cabin.lean * Math.max(0, z - beltHeight(x)) - cabin.round * Math.max(0, z - (spec.height - 0.12)) ** 2 * 30
    );
  };
  const bow = (position: number) => {
    if (position <= cabin.frontTop + 1)
      return -cabin.bowFront * Math.max(0, 1 - (position / cabin.frontTop) * BOW_FADE);
    if (position < cabin.rearTop - 1) return 0;
    return cabin.bowRear * Math.max(0, 1 - ((last - position) / (last - cabin.rearTop)) * BOW_FADE);
  };
  return {
    profile,
    last,
    beltHeight,
    surface: (position, v) => {
      const [x, z] = profile(position);
      const arc = 1 - v * v;
      const top = position > 0.5 && position < last - 0.5 ? 1 : 0.3;
      return [x + bow(position) * arc, v * edge(x, z), z + cabin.crown * arc * top];
    },
    side: (x, z, side = 1) => [x, side * edge(x, z), z],
  };
}
