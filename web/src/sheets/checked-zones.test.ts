import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { checkedZones, toggleZone } from './checked-zones.ts';

let stored: Map<string, string>;
beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

// @covers LOT-06
test('checks are stored per lot and can be removed', () => {
  expect(toggleZone('17', 'diagram')).toEqual(['diagram']);
  expect(toggleZone('17', 'mileage')).toEqual(['diagram', 'mileage']);
  toggleZone('18', 'papers');
  expect([checkedZones('17'), checkedZones('18'), checkedZones('19')]).toEqual([
    ['diagram', 'mileage'],
    ['papers'],
    [],
  ]);
  expect(toggleZone('17', 'diagram')).toEqual(['mileage']);
});

test('the sixty most recently changed lots are stored', () => {
  for (let lot = 0; lot < 61; lot += 1) toggleZone(String(lot), 'grades');
  expect([checkedZones('0'), checkedZones('1'), checkedZones('60')]).toEqual([[], ['grades'], ['grades']]);
});

test('foreign values in storage are no checks', () => {
  for (const text of ['{', '5', '[["17",["diagram","nonsense",4]],[1],null]']) {
    stored.set('seri.sheet-checks', text);
    expect(checkedZones('17')).toEqual(text.startsWith('[') ? ['diagram'] : []);
  }
});
