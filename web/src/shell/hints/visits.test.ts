import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { countVisit, isSecondVisit } from './visits.ts';

const MINUTE_MS = 60_000;
const START_MS = Date.parse('2026-11-01T00:00:00Z');

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

// @covers REACH-01
test('pages opened within half an hour of each other are one visit', () => {
  for (const minutes of [0, 20, 45, 70]) countVisit(START_MS + minutes * MINUTE_MS);
  expect(isSecondVisit()).toBe(false);
  countVisit(START_MS + 101 * MINUTE_MS);
  expect(isSecondVisit()).toBe(true);
});

test('a damaged entry counts as none, and without storage it is always the first visit', () => {
  localStorage.setItem('seri.visits', '[broken');
  countVisit(START_MS);
  expect(isSecondVisit()).toBe(false);
  vi.stubGlobal('localStorage', undefined);
  countVisit(START_MS);
  countVisit(START_MS + 60 * MINUTE_MS);
  expect(isSecondVisit()).toBe(false);
});
