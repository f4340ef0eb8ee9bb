import { expect, test } from 'vitest';
import { MAX_ZOOM, MIN_ZOOM, scrollTo, zoomByWheel } from './sheet-zoom.ts';

// @covers FACT-08
test('the wheel zooms within bounds, and back to where it began', () => {
  const nearer = zoomByWheel(1, { deltaY: -100, deltaMode: 0 });
  expect(nearer).toBeGreaterThan(1.05);
  expect(zoomByWheel(nearer, { deltaY: 100, deltaMode: 0 })).toBeCloseTo(1);
  expect(zoomByWheel(1, { deltaY: 100, deltaMode: 0 })).toBe(MIN_ZOOM);
  expect(zoomByWheel(3.9, { deltaY: -9_000, deltaMode: 0 })).toBe(MAX_ZOOM);
  // Lines of Firefox are larger steps than pixels.
  expect(zoomByWheel(1, { deltaY: -3, deltaMode: 1 })).toBeGreaterThan(1.05);
});

// @covers FACT-08
test('the point below the pointer stays there', () => {
  const at = { x: 0.5, y: 0.25, leftPx: 100, topPx: 50 };
  expect(scrollTo(at, { widthPx: 600, heightPx: 400 })).toEqual({ left: 200, top: 50 });
  expect(scrollTo(at, { widthPx: 1_200, heightPx: 800 })).toEqual({ left: 500, top: 150 });
});
