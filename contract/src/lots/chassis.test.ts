import { describe, expect, test } from 'vitest';
import { chassisCodeOf, isVehicleIdentity, tidyChassis } from './chassis.ts';

test.each([
  ['NHP10-7654321', 'NHP10-7654321', 'NHP10', true],
  ['nhp10 - 7654321', 'NHP10-7654321', 'NHP10', true],
  ['NHP10 7654321', 'NHP10-7654321', 'NHP10', true],
  ['ＮＨＰ１０－７６５４３２１', 'NHP10-7654321', 'NHP10', true],
  ['DAA-NHP10-7654321', 'NHP10-7654321', 'NHP10', true],
  ['DAA-NHP10', 'NHP10', 'NHP10', false],
  ['6AA-MXPH10', 'MXPH10', 'MXPH10', false],
  ['DBA-GK5', 'GK5', 'GK5', false],
  ['E-AE86', 'AE86', 'AE86', false],
  ['GH-GDB', 'GH-GDB', 'GH', false],
  ['QDF-KDH201V-0012345', 'KDH201V-0012345', 'KDH201V', true],
  ['TKG-FRR90S2', 'FRR90S2', 'FRR90S2', false],
  ['EBL-RC42', 'RC42', 'RC42', false],
  ['2BL-NC54', 'NC54', 'NC54', false],
  ['DBA-204048', '204048', '204048', false],
  ['ABA-8PCAX', '8PCAX', '8PCAX', false],
  // Codes that look like an emission class stay codes.
  ['GRB-012345', 'GRB-012345', 'GRB', true],
  ['3XV-000101', '3XV-000101', '3XV', true],
  ['EK9-1100001', 'EK9-1100001', 'EK9', true],
  ['S15-012345', 'S15-012345', 'S15', true],
  ['NHP10', 'NHP10', 'NHP10', false],
  ['', '', '', false],
  ['-', '-', '', false],
])('%j is stored as %j, its code is %j', (given, tidy, code, isIdentity) => {
  expect(tidyChassis(given)).toBe(tidy);
  expect(chassisCodeOf(tidy)).toBe(code);
  expect(isVehicleIdentity(tidy)).toBe(isIdentity);
});

test.each([...'\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u30fc\uff0d\uff70\ufe63'])('%j is a dash', (dash) => {
  expect(tidyChassis(`NHP10${dash}7654321`)).toBe('NHP10-7654321');
});

describe('whether a number identifies a vehicle', () => {
  test.each([
    'WAUZZZ8K9BA123456',
    'JH2RC46A6YM100123',
    'WF0XXXGAJX4A12345',
    'NC42-1001234',
    'BP5-012345',
    'ZVW30-0000001',
    'FD3S-A1234',
  ])('%s does', (number) => {
    expect(isVehicleIdentity(tidyChassis(number))).toBe(true);
  });
  test.each([
    ['masked with asterisks', 'WAUZ*************'],
    ['masked with asterisks behind the code', 'NHP10-76*****'],
    ['masked with one asterisk', 'NHP10-765432*'],
    ['masked with full-width asterisks', 'NHP10-＊＊＊4321'],
    ['masked with X', 'NHP10-XXXXXXX'],
    ['masked with X in the middle', 'NHP10-76XX321'],
    ['masked with small x', 'nhp10-76xxxxx'],
    ['masked with X before visible digits', 'NHP10-XXX4321'],
    ['a VIN masked with X', 'WAUXXXXXXXXXX1234'],
    ['a VIN whose end is masked', 'WAUZZZ8K9BA12XXXX'],
    ['masked with dots', 'NHP10-●●●●●●●'],
    ['masked with circles', 'NHP10-76○○○○○'],
    ['masked with squares', 'NHP10-■■■4321'],
    ['masked with Cyrillic letters', 'NHP10-ХХХ4321'],
    ['cut with an ellipsis', 'NHP10-7654…'],
    ['cut with dots', 'NHP10-7654...'],
    ['cut after the code', 'NHP10-'],
    ['with a serial of three digits', 'NHP10-765'],
    ['a cut VIN', 'WAUZZZ8K9BA12345'],
    ['a cut VIN of twelve', 'WAUZZZ8K9BA1'],
    ['a code alone', 'ZVW30'],
    ['nothing but zeros', 'NHP10-0000000'],
    ['a code that is masked', 'XXX10-7654321'],
    ['words', '不明'],
    ['a question mark', 'NHP10-765432?'],
    ['underscores', 'NHP10-____321'],
  ])('%s does not', (_name, number) => {
    expect(isVehicleIdentity(tidyChassis(number))).toBe(false);
  });
});

test.each(['WAUZZZ8K9BA123456', 'WAUZ*************', 'WAUZZZ8K9BA12345', '●●●●●', 'XXXXX-1234567'])(
  '%s has no code',
  (number) => {
    expect(chassisCodeOf(tidyChassis(number))).toBe('');
  },
);

test('a tidy number stays unchanged', () => {
  for (const number of ['NHP10-7654321', 'KDH201V', 'GRB-012345', 'WAUZZZ8K9BA123456'])
    expect(tidyChassis(tidyChassis(number))).toBe(tidyChassis(number));
});
