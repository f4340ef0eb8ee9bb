import type { Seeded } from '@seri/server/platform/db/seeded.ts';

/** Paints by frequency in Japan; the picture's key is the name in lower case with hyphens. */
const EVERYDAY: readonly [string, number][] = [
  ['PEARL WHITE', 26],
  ['WHITE', 12],
  ['BLACK', 20],
  ['SILVER', 12],
  ['GRAY', 8],
  ['GUNMETAL', 6],
  ['BLUE', 5],
  ['NAVY', 4],
  ['RED', 4],
  ['WINE', 2],
  ['BEIGE', 3],
  ['BROWN', 2],
  ['GREEN', 2],
];
const CHEERFUL: readonly [string, number][] = [
  ['PEARL WHITE', 16],
  ['WHITE', 8],
  ['BLACK', 12],
  ['SILVER', 7],
  ['BLUE', 10],
  ['NAVY', 5],
  ['RED', 8],
  ['WINE', 4],
  ['BEIGE', 8],
  ['BROWN', 6],
  ['GREEN', 6],
  ['YELLOW', 5],
  ['ORANGE', 5],
];
const WORKING: readonly [string, number][] = [
  ['WHITE', 70],
  ['SILVER', 20],
  ['BLACK', 4],
  ['BEIGE', 3],
  ['BLUE', 3],
];
const CHEERFUL_BODIES = new Set(['kei-hatch', 'roadster', 'hatchback']);
const WORKING_BODIES = new Set(['kei-truck', 'kei-van']);

const paintsOf = (body: string) => {
  if (WORKING_BODIES.has(body)) return WORKING;
  return CHEERFUL_BODIES.has(body) ? CHEERFUL : EVERYDAY;
};

export function colorFor(random: Seeded, body: string): string {
  const paints = paintsOf(body);
  const draw = random.share() * paints.reduce((sum, [, weight]) => sum + weight, 0);
  let passed = 0;
  for (const [color, weight] of paints) {
    passed += weight;
    if (draw < passed) return color;
  }
  return 'WHITE';
}

export const paintKey = (color: string): string => color.toLowerCase().replaceAll(' ', '-');
