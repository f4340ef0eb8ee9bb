import { BufferSource, Input, WEBM } from 'mediabunny';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { parseTurnKey } from './picture-key.ts';
import { frameOf, renderTurn } from './render-turn.ts';
import { drawTurn } from './vehicles/draw-vehicle.ts';

const turn = { body: 'naked', paint: 'red', seed: 3 };

test('only motorcycles have a key for a turntable', () => {
  expect(parseTurnKey('naked-red-3-turn')).toEqual(turn);
  for (const key of ['sedan-red-3-turn', 'naked-red-03-turn', 'naked-pink-3-turn', 'naked-red-3-side', 'turn', '-turn'])
    expect(parseTurnKey(key), key).toBeNull();
});

test('each frame of a turn is a different picture of the same size, the last one leads to the first', () => {
  const moments = [0, 90, 180, 270].map((degrees) => drawTurn(turn, degrees));
  expect(new Set(moments).size).toBe(4);
  expect(drawTurn(turn, 360).length / drawTurn(turn, 0).length).toBeCloseTo(1, 1);
  for (const moment of moments) expect(moment).not.toMatch(/NaN|undefined|Infinity/);
});

test('a turn is a WebM video of VP8 key frames, made without an encoder', { timeout: 120_000 }, async () => {
  const input = new Input({ source: new BufferSource(await renderTurn(turn)), formats: [WEBM] });
  const track = await input.getPrimaryVideoTrack();
  expect(await track?.getCodec()).toBe('vp8');
  expect([await track?.getCodedWidth(), await track?.getCodedHeight()]).toEqual([640, 480]);
  expect(await input.computeDuration()).toBeCloseTo(5.04, 1);
});

test('a file that is not a lossy WebP picture has no frame for a video', async () => {
  const blank = sharp({ create: { width: 16, height: 16, channels: 3, background: 'red' } });
  expect(frameOf(await blank.webp().toBuffer()).length).toBeGreaterThan(10);
  const lossless = await blank.webp({ lossless: true }).toBuffer();
  for (const other of [lossless, Buffer.alloc(0), Buffer.alloc(64, 0xff)])
    expect(() => frameOf(other)).toThrow('no VP8 frame');
});
