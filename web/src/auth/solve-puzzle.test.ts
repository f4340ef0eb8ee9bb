import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { solvePuzzle } from './solve-puzzle.ts';

it('finds a number whose hash starts with the required zero bits', async () => {
  for (const zeroBits of [1, 8, 11]) {
    const solution = await solvePuzzle({ challenge: 'a challenge', zeroBits });
    expect(solution).toMatch(/^a challenge\.\d+$/);
    const first = createHash('sha256').update(solution).digest().readUInt32BE(0);
    expect(Math.clz32(first)).toBeGreaterThanOrEqual(zeroBits);
  }
});
