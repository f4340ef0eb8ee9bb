import type { Point } from '../core/geometry.ts';

interface End {
  depth: number;
  /** Exponent of the plan's superellipse: 2 is round, more is boxier. */
  power: number;
  profile: Point[];
}

/**
 * Dimensions of a body in meters. Profiles of nose and tail are [height share, inset]; bottom and shoulder are [x, z];
 * the cabin profile runs from windshield base to rear window base.
 */
export interface CarSpec {
  length: number;
  width: number;
  height: number;
  wheelbase: number;
  frontAxle: number;
  wheel: number;
  nose: End;
  tail: End;
  bottom: Point[];
  shoulder: Point[];
  cabin: {
    inset: number;
    lean: number;
    round: number;
    bowFront: number;
    bowRear: number;
    crown: number;
    profile: Point[];
    /** Positions on the profile of the windshield's end and the rear window's start. */
    frontTop: number;
    rearTop: number;
  };
  /** Start, end, slant of the rear pillar. */
  windows: [number, number, number][];
  doors: number[];
  face: Face;
  rear: Tail;
  /** A trunk lid behind the rear window. */
  notch?: boolean;
  slide?: boolean;
  steel?: boolean;
  cladding?: boolean;
  softTop?: boolean;
  bed?: Point;
}

export type Face = 'round' | 'slim' | 'wide' | 'grand' | 'plain' | 'suv' | 'sport' | 'smile';
export type Tail = 'tall' | 'wide' | 'low' | 'round';

export const soft: Point[] = [
  [0, 0.1],
  [0.25, 0.02],
  [0.5, 0],
  [0.75, 0.06],
  [1, 0.2],
];
export const upright: Point[] = [
  [0, 0.08],
  [0.2, 0.02],
  [0.5, 0],
  [0.8, 0.03],
  [1, 0.1],
];
export const tailSoft: Point[] = [
  [0, 0.12],
  [0.25, 0.02],
  [0.5, 0],
  [0.8, 0.03],
  [1, 0.08],
];

export const baseCabin = { inset: 0.06, lean: 0.34, round: 0.5, bowFront: 0.2, bowRear: 0.1, crown: 0.03 };
