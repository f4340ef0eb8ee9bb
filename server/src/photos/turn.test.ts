import sharp from 'sharp';
import { expect, test } from 'vitest';
import { parseTurnKey } from './picture-key.ts';
import { renderTurn } from './render-turn.ts';
import { drawTurn } from './vehicles/draw-vehicle.ts';

const turn = { body: 'naked', paint: 'red', seed: 3 };

test('a motorcycle on a turntable has a name of its own, a car has none', () => {
  expect(parseTurnKey('naked-red-3-turn')).toEqual(turn);
  for (const key of ['sedan-red-3-turn', 'naked-red-03-turn', 'naked-pink-3-turn', 'naked-red-3-side', 'turn', '-turn'])
    expect(parseTurnKey(key), key).toBeNull();
});

test('each moment of a turn is another picture of the same size, the last one leads to the first', () => {
  const moments = [0, 90, 180, 270].map((degrees) => drawTurn(turn, degrees));
  expect(new Set(moments).size).toBe(4);
  expect(drawTurn(turn, 360).length / drawTurn(turn, 0).length).toBeCloseTo(1, 1);
  for (const moment of moments) expect(moment).not.toMatch(/NaN|undefined|Infinity/);
});

test('a turn is a moving picture that never ends', { timeout: 120_000 }, async () => {
  const { format, pages, width, loop } = await sharp(await renderTurn(turn)).metadata();
  expect({ format, pages, width, loop }).toEqual({ format: 'webp', pages: 18, width: 640, loop: 0 });
});
