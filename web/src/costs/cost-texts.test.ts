import { expect, test } from 'vitest';
import { areRatesOld, inReaderLanguage } from './cost-texts.ts';

test('a number of the cost table stays on the line of its unit, and other words wrap', () => {
  const read = (en: string) => inReaderLanguage({ en, ru: '' }).replaceAll('\u00a0', '_');
  expect(read('Over five years: 3.2 € per cc up to 1,800 cc')).toBe('Over five years: 3.2_€ per cc up to 1,800_cc');
  expect(read('15 % of the value, 160 hp, from 2026 cars')).toBe('15_% of the value, 160_hp, from 2026 cars');
});

// @covers DOOR-06
test('exchange rates are old after a week, in any time zone', () => {
  const at = '2026-11-19T09:00:00+09:00';
  expect(areRatesOld(at, Date.parse('2026-11-26T00:00:00Z'))).toBe(false);
  expect(areRatesOld(at, Date.parse('2026-11-26T00:00:00.001Z'))).toBe(true);
});
