import type { Point } from '../core/geometry.ts';
import type { Face, Tail } from './specs.ts';

/** Half width, lower and upper edge. */
type Slab = [half: number, low: number, high: number];

interface FaceShape {
  lamp: Point[];
  grille: Slab;
  intake: Slab;
  /** Bars across the grille; 0 means no grille. */
  bars: number;
}

/**
 * Faces and tails in shares: y of the half width (beyond 1 continues along the side, in tenths of a meter), z of the
 * height between bumper edge and hood edge.
 */
export const FACES: Record<Face, FaceShape> = {
  round: {
    lamp: [
      [0.56, 0.66],
      [0.62, 0.86],
      [0.8, 0.95],
      [0.95, 0.9],
      [1.0, 0.74],
      [0.92, 0.6],
      [0.7, 0.56],
    ],
    grille: [0.42, 0.6, 0.74],
    intake: [0.5, 0.1, 0.34],
    bars: 2,
  },
  slim: {
    lamp: [
      [0.5, 0.68],
      [0.56, 0.76],
      [0.85, 0.9],
      [1.08, 0.96],
      [1.04, 0.82],
      [0.86, 0.66],
      [0.62, 0.61],
    ],
    grille: [0.48, 0.6, 0.74],
    intake: [0.66, 0.08, 0.42],
    bars: 2,
  },
  wide: {
    lamp: [
      [0.52, 0.64],
      [0.54, 0.79],
      [0.84, 0.88],
      [1.08, 0.94],
      [1.06, 0.78],
      [0.86, 0.63],
      [0.66, 0.59],
    ],
    grille: [0.5, 0.46, 0.82],
    intake: [0.62, 0.08, 0.32],
    bars: 4,
  },
  grand: {
    lamp: [
      [0.54, 0.7],
      [0.54, 0.86],
      [0.82, 0.92],
      [1.04, 0.94],
      [1.02, 0.78],
      [0.84, 0.69],
    ],
    grille: [0.53, 0.36, 0.88],
    intake: [0.7, 0.08, 0.26],
    bars: 6,
  },
  plain: {
    lamp: [
      [0.6, 0.54],
      [0.58, 0.8],
      [0.74, 0.88],
      [0.97, 0.86],
      [0.99, 0.62],
      [0.84, 0.5],
    ],
    grille: [0.52, 0.6, 0.74],
    intake: [0.72, 0.06, 0.26],
    bars: 3,
  },
  suv: {
    lamp: [
      [0.52, 0.68],
      [0.52, 0.83],
      [0.8, 0.89],
      [1.02, 0.9],
      [1.0, 0.74],
      [0.8, 0.66],
    ],
    grille: [0.5, 0.5, 0.84],
    intake: [0.72, 0.04, 0.34],
    bars: 3,
  },
  sport: {
    lamp: [
      [0.56, 0.68],
      [0.72, 0.8],
      [0.92, 0.93],
      [1.12, 1.0],
      [1.02, 0.84],
      [0.8, 0.69],
    ],
    grille: [0.3, 0.6, 0.65],
    intake: [0.8, 0.05, 0.46],
    bars: 1,
  },
  smile: {
    lamp: [
      [0.56, 0.7],
      [0.66, 0.88],
      [0.84, 0.96],
      [1.0, 0.92],
      [0.96, 0.74],
      [0.76, 0.66],
    ],
    grille: [0, 0.5, 0.5],
    intake: [0.5, 0.18, 0.52],
    bars: 0,
  },
};

interface TailShape {
  lamp: Point[];
  plate: number;
  /** Half width of the lid. */
  cut: number;
}

export const TAILS: Record<Tail, TailShape> = {
  tall: {
    lamp: [
      [0.7, 0.62],
      [0.72, 0.97],
      [0.95, 0.99],
      [1.08, 0.97],
      [1.05, 0.66],
      [0.9, 0.6],
    ],
    plate: 0.56,
    cut: 0.86,
  },
  wide: {
    lamp: [
      [0.42, 0.72],
      [0.45, 0.88],
      [0.84, 0.92],
      [1.12, 0.92],
      [1.06, 0.72],
      [0.84, 0.66],
    ],
    plate: 0.6,
    cut: 0.62,
  },
  low: {
    lamp: [
      [0.78, 0.36],
      [0.78, 0.8],
      [0.92, 0.82],
      [1.0, 0.8],
      [1.0, 0.36],
      [0.9, 0.34],
    ],
    plate: 0.5,
    cut: 0.84,
  },
  round: {
    lamp: [
      [0.56, 0.66],
      [0.58, 0.8],
      [0.76, 0.86],
      [0.94, 0.84],
      [0.96, 0.68],
      [0.78, 0.6],
    ],
    plate: 0.46,
    cut: 0.62,
  },
};
