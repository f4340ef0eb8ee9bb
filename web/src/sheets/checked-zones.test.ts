import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { checkedZones, toggleZone } from './checked-zones.ts';

let kept: Map<string, string>;
beforeEach(() => {
  kept = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

// @covers LOT-06
test('ticks are remembered lot by lot, and taken away again', () => {
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

test('the sixty lots last touched are kept', () => {
  for (let lot = 0; lot < 61; lot += 1) toggleZone(String(lot), 'grades');
  expect([checkedZones('0'), checkedZones('1'), checkedZones('60')]).toEqual([[], ['grades'], ['grades']]);
});

test('what somebody else wrote there is no tick', () => {
  for (const text of ['{', '5', '[["17",["diagram","nonsense",4]],[1],null]']) {
    kept.set('seri.sheet-checks', text);
    expect(checkedZones('17')).toEqual(text.startsWith('[') ? ['diagram'] : []);
  }
});
