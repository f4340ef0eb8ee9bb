import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readMark, readMileage } from './mileage.ts';
import { type QuantityColumn, readCount, readQuantity } from './numbers.ts';
import { BadCell, comparable, oneLine } from './plain-text.ts';
import { readDay, readTime } from './times.ts';
import { readMonth, readYear } from './years.ts';

const column = (more: Partial<QuantityColumn> = {}): QuantityColumn => ({
  dimension: 'money',
  unitName: 'yen',
  ...more,
});
const KM = column({ dimension: 'distance', unitName: 'km' });
const CC = column({ dimension: 'engine', unitName: 'cc' });

describe('a number', () => {
  test.each<[string, Partial<QuantityColumn>, number]>([
    ['450000', {}, 450_000],
    ['450,000', {}, 450_000],
    ['450 000', {}, 450_000],
    ['450\u00a0000', {}, 450_000],
    ['450\u2009000', {}, 450_000],
    ["1'250'000", {}, 1_250_000],
    ['1’250’000', {}, 1_250_000],
    ['12,34,567', {}, 1_234_567],
    ['４５０，０００', {}, 450_000],
    ['１、２３４、５６７', {}, 1_234_567],
    ['+450000', {}, 450_000],
    ['-450000', {}, -450_000],
    ['−450000', {}, -450_000],
    ['0', {}, 0],
    ['00450', {}, 450],
    ['42000.0', {}, 42_000],
    ['￥300,000-', {}, 300_000],
    ['¥300,000.-', {}, 300_000],
    ['\\300,000', {}, 300_000],
    ['300,000円', {}, 300_000],
    ['300,000 JPY', {}, 300_000],
    ['JPY 300,000', {}, 300_000],
    ['45万円', {}, 450_000],
    ['45.5万円', {}, 455_000],
    ['45万5千円', {}, 455_000],
    ['45万5000円', {}, 455_000],
    ['1億2000万円', {}, 120_000_000],
    ['三十万円', {}, 300_000],
    ['十二万三千四百五十六', {}, 123_456],
    ['四五〇千円', {}, 450_000],
    ['450千円', {}, 450_000],
    ['450k', {}, 450_000],
    ['450 тыс. руб', { yenFor: { RUB: 2 } }, 900_000],
    ['£1,000', { yenFor: { GBP: 195.2 } }, 195_200],
    ['$1,000', { unitName: 'USD', yenFor: { USD: 150 } }, 150_000],
    ['1,000', { unitName: 'USD', yenFor: { USD: 150 } }, 150_000],
    ['450', { unitName: 'thousand yen' }, 450_000],
    ['45.5', { unitName: 'ten thousand yen' }, 455_000],
    ['30.1', { unitName: 'ten thousand yen' }, 301_000],
    // The unit in the cell wins over that of the column.
    ['45.5万', { unitName: 'ten thousand yen' }, 455_000],
    ['455,000円', { unitName: 'thousand yen' }, 455_000],
    ['450,5', { unitName: 'thousand yen', decimal: ',' }, 450_500],
    ['1.234.567,5', { unitName: 'thousand yen', decimal: ',' }, 1_234_567_500],
    ['450.000', { thousands: '.' }, 450_000],
    ['450.000', { decimal: ',' }, 450_000],
    ['450 000', { decimal: ',' }, 450_000],
    ['450.000', { decimal: '.', unitName: 'thousand yen' }, 450_000],
    ['1,234.500', { unitName: 'thousand yen' }, 1_234_500],
  ])('%j of %j is %d', (cell, more, expected) => {
    expect(readQuantity(oneLine(cell), column(more))).toBe(expected);
  });

  test.each<[string, Partial<QuantityColumn>]>([
    ['450,5', {}],
    ['1,5', {}],
    ['1,2345', {}],
    ['1,23,45', {}],
    ['12 34', {}],
    ['1,234 567', {}],
    ['450.000', {}],
    ['42.000', { thousands: ',' }],
    ['012.345', {}],
    ['1.234,5', {}],
    ['1.5', { thousands: '.' }],
    ['1.5', { decimal: ',' }],
    ['450.5', {}],
    ['1e5', {}],
    ['0x10', {}],
    ['Infinity', {}],
    ['--5', {}],
    ['5-3', {}],
    ['100-200', {}],
    ['', {}],
    ['-', {}],
    ['万', {}],
    ['1.5万5千', {}],
    ['$1,000', {}],
    ['€1,000', {}],
    ['1,000 USD', {}],
    ['450km', {}],
    ['450 apples', {}],
    ['٤٥٠', {}],
    ['soon', {}],
  ])('%j of %j is refused', (cell, more) => {
    expect(() => readQuantity(oneLine(cell), column(more))).toThrow(BadCell);
  });

  test('names the missing key of the mapping in its reason', () => {
    expect(() => readQuantity('450.000', column())).toThrow(/write "decimal": "\." or "thousands": "\."/);
    expect(() => readQuantity('1,5', column())).toThrow(/see "decimal" and "thousands" of the mapping/);
  });

  test.each<[string, QuantityColumn, number]>([
    ['3.5L', CC, 3_500],
    ['1.5ℓ', CC, 1_500],
    ['0.66 litre', CC, 660],
    ['0.660L', CC, 660],
    ['６６０ｃｃ', CC, 660],
    ['660㏄', CC, 660],
    ['1,498 cm³', CC, 1_498],
    ['1500куб.см', CC, 1_500],
    ['2.0リットル', CC, 2_000],
    ['1500cc', { ...CC, unitName: 'litre' }, 1_500],
    ['1,5', { ...CC, unitName: 'litre', decimal: ',' }, 1_500],
    ['98ps', column({ dimension: 'power', unitName: 'ps' }), 98],
    ['98PS/6,000rpm', column({ dimension: 'power', unitName: 'ps' }), 98],
    ['72kW', column({ dimension: 'power', unitName: 'ps' }), 98],
    ['98馬力', column({ dimension: 'power', unitName: 'ps' }), 98],
    ['98 л.с.', column({ dimension: 'power', unitName: 'ps' }), 98],
  ])('%j is %o', (cell, of, expected) => {
    expect(readQuantity(oneLine(cell), of)).toBe(expected);
  });

  test.each<[string, QuantityColumn]>([
    ['3.5', CC],
    ['3.5L', KM],
    ['3.8', KM],
    ['1500cc', KM],
    ['98ps', CC],
  ])('%j is refused where %o is asked', (cell, of) => {
    expect(() => readQuantity(oneLine(cell), of)).toThrow(BadCell);
  });

  test.each([
    ['4021', 4_021],
    ['4,021', 4_021],
    ['No. 4021', 4_021],
    ['№4021', 4_021],
    ['4021番', 4_021],
    ['0042', 42],
  ])('without a unit may be %j', (cell, expected) => {
    expect(readCount(oneLine(cell), {})).toBe(expected);
  });
  test.each(['4021-1', '40.5', '4.021', 'A12', ''])('without a unit is never %j', (cell) => {
    expect(() => readCount(cell, {})).toThrow(BadCell);
  });
});

describe('a mileage', () => {
  test.each<[string, number | null, string | null]>([
    ['12,345', 12_345, null],
    ['$12,345', 12_345, 'changed'],
    ['＄12,345', 12_345, 'changed'],
    ['*12,345', 12_345, 'rolledBack'],
    ['12,345*', 12_345, 'rolledBack'],
    ['#12,345', 12_345, 'unknown'],
    ['12,345?', 12_345, 'unknown'],
    ['$*12,345', 12_345, 'rolledBack'],
    ['12,345 改', 12_345, 'rolledBack'],
    ['12,345km(メーター交換)', 12_345, 'changed'],
    ['12,345km（メーター交換）', 12_345, 'changed'],
    ['12,345 TMU', 12_345, 'unknown'],
    ['12,345 km, actual unknown', 12_345, 'unknown'],
    ['走行12,345km', 12_345, null],
    ['3.8万km', 38_000, null],
    ['３．８万ｋｍ', 38_000, null],
    ['42千km', 42_000, null],
    ['42k km', 42_000, null],
    ['42 тыс. км', 42_000, null],
    ['10,000 miles', 16_093, null],
    ['10,000mi', 16_093, null],
    ['#', null, 'unknown'],
    ['？', null, 'unknown'],
    ['*', null, 'rolledBack'],
    ['不明', null, 'unknown'],
    ['走不明', null, 'unknown'],
    ['走行距離不明', null, 'unknown'],
    ['メーター交換', null, 'changed'],
    ['ﾒｰﾀｰ交換', null, 'changed'],
    ['改ざん車', null, 'rolledBack'],
    ['TMU', null, 'unknown'],
    ['Actual unknown', null, 'unknown'],
    ['неизвестно', null, 'unknown'],
  ])('%j is %j km, %j', (cell, km, mark) => {
    expect(readMileage(oneLine(cell), KM)).toEqual({ km, mark });
  });

  test('uses the marks of a mapping', () => {
    const marks = { T: 'changed', '*': null, '▲': 'rolledBack' } as const;
    expect(readMileage('T12,345', KM, marks)).toEqual({ km: 12_345, mark: 'changed' });
    expect(readMileage('12,345*', KM, marks)).toEqual({ km: 12_345, mark: null });
    expect(readMileage('▲', KM, marks)).toEqual({ km: null, mark: 'rolledBack' });
  });

  test.each(['soon', '12,345 改造車', '改12', '#42.000', '12,345 L', 'namibia'])('%j is refused', (cell) => {
    const isRead = () => readMileage(cell, KM);
    if (cell === '改12') expect(isRead()).toEqual({ km: 12, mark: 'rolledBack' });
    else expect(isRead).toThrow(BadCell);
  });

  test('may have its mark in a separate column', () => {
    expect(readMark('メーター交換')).toBe('changed');
    expect(readMark('$')).toBe('changed');
    expect(readMark('OK', { ok: null })).toBeNull();
    expect(readMark('odd')).toBeUndefined();
  });
});

describe('a year', () => {
  test.each<[string, number, number | null]>([
    ['2018', 2018, null],
    ['2018年', 2018, null],
    ['2018年式', 2018, null],
    ['2018.0', 2018, null],
    ['２０１８年', 2018, null],
    ['2011(H23)', 2011, null],
    ['2011（平成23年）', 2011, null],
    ['H23(2011)', 2011, null],
    ['平成30年(2018年)4月', 2018, 4],
    ['H30', 2018, null],
    ['h30', 2018, null],
    ['Ｈ３０', 2018, null],
    ['㍻30', 2018, null],
    ['平30', 2018, null],
    ['H30/4', 2018, 4],
    ['H30.4', 2018, 4],
    ['H30-04', 2018, 4],
    ['H3004', 2018, 4],
    ['H30年4月', 2018, 4],
    ['平成30年4月', 2018, 4],
    ['平成30年4月15日', 2018, 4],
    ['R1', 2019, null],
    ['R元', 2019, null],
    ['令和元年', 2019, null],
    ['令和元年5月', 2019, 5],
    ['令2', 2020, null],
    ['S63.12', 1988, 12],
    ['昭和63年', 1988, null],
    ['2018/04', 2018, 4],
    ['2018-4', 2018, 4],
    ['2018.10', 2018, 10],
    ['201804', 2018, 4],
    ['20180415', 2018, 4],
    ['2018年4月', 2018, 4],
    ['2018年 4月', 2018, 4],
    ['2018/04/15', 2018, 4],
    ['04/2018', 2018, 4],
    ['Apr 2018', 2018, 4],
    ['April 2018', 2018, 4],
  ])('%j is %d, month %j', (cell, year, month) => {
    expect(readYear(oneLine(cell), { fileYear: 2026 })).toEqual({ year, month });
  });

  test.each([
    ['18.4', /does not say which era/],
    ['30年', /does not say which era/],
    ['30', /does not say which era/],
    ["'18", /does not say which era/],
    ['2011(H24)', /two different years/],
    ['2018/04(H30/5)', /two different months/],
    ['H0', /no such year of the era/],
    ['H32', /no such year of the era/],
    ['S65', /no such year of the era/],
    ['R30', /a year to come/],
    ['2018/13', /no month 13/],
    ['不明', /is no year/],
    ['20184', /is no year/],
    ['2018?', /is no year/],
    ['2018-2019', /is no year/],
    ['2018/412', /is no year/],
    ['M45', /is no year/],
  ])('%j is refused: %o', (cell, reason) => {
    expect(() => readYear(oneLine(cell), { fileYear: 2026 })).toThrow(reason);
  });

  test('with two digits uses the era of the mapping', () => {
    expect(readYear('30年', { era: 'H' })).toEqual({ year: 2018, month: null });
    expect(readYear('18.4', { era: 'AD' })).toEqual({ year: 2018, month: 4 });
    expect(readYear('98', { era: 'AD' })).toEqual({ year: 1998, month: null });
    expect(readYear('2', { era: 'R' })).toEqual({ year: 2020, month: null });
    expect(() => readYear('40', { era: 'H' })).toThrow(/no such year/);
    // A cell with an era ignores the column's.
    expect(readYear('S63', { era: 'H' })).toEqual({ year: 1988, month: null });
  });

  test('has a month, alone or with its year', () => {
    expect(['4', '04', '4月', 'Apr', '2018/04', 'H30.4', '2018'].map((cell) => readMonth(cell))).toEqual([
      ...[4, 4, 4, 4, 4, 4, null],
    ]);
    expect(() => readMonth('13')).toThrow(/no month 13/);
  });
});

describe('a day', () => {
  test.each([
    ['2026-11-24', '2026-11-24'],
    ['2026/11/4', '2026-11-04'],
    ['20261124', '2026-11-24'],
    ['2026年11月24日', '2026-11-24'],
    ['2026年11月24日(火)', '2026-11-24'],
    ['2026/11/24（火）', '2026-11-24'],
    ['2026/11/24 (Tue)', '2026-11-24'],
    ['令和8年11月24日', '2026-11-24'],
    ['R8.11.24', '2026-11-24'],
    ['24 Nov 2026', '2026-11-24'],
  ])('%j is %s', (cell, expected) => {
    expect(readDay(oneLine(cell))).toBe(expected);
  });
  test.each(['24.11.2026', '11/24', '26/11/24', '2026/11', 'tomorrow', '2026/11/32'])('%j is refused', (cell) => {
    expect(() => readDay(cell)).toThrow(BadCell);
  });
  test.each([
    ['2026/11/24 9:05', '2026-11-24T09:05:00+09:00'],
    ['2026年11月24日 10時30分', '2026-11-24T10:30:00+09:00'],
    ['2026年11月24日10時', '2026-11-24T10:00:00+09:00'],
    ['2026/11/24(火) 午後1時5分', '2026-11-24T13:05:00+09:00'],
    ['2026/11/24 1:05 PM', '2026-11-24T13:05:00+09:00'],
    ['2026/11/24 12:00 AM', '2026-11-24T00:00:00+09:00'],
    ['2026-11-24T09:05:00Z', '2026-11-24T09:05:00Z'],
    ['2026-11-24T09:05:00.123+0300', '2026-11-24T09:05:00+03:00'],
    ['R8.11.24 10:30', '2026-11-24T10:30:00+09:00'],
    ['2026-11-24 10:30 JST', '2026-11-24T10:30:00+09:00'],
  ])('%j is %s', (cell, expected) => {
    expect(readTime(oneLine(cell), { offset: '+09:00' })).toBe(expected);
  });
});

test.each([
  ['－', '-'],
  ['―', '-'],
  ['ー', '-'],
  ['——', '--'],
  ['価　格', '価 格'],
  [' ＡＢ ', 'AB'],
])('%j compares as %j', (text, expected) => {
  expect(comparable(text)).toBe(expected);
});

describe('any cell', () => {
  const SIGNS = [..."0123456789.,-+ \u00a0\u2009'’¥￥\\$*#?年月日()（）/:万千億円kmKMlLcTHRS平成令和元午後Ｈ３０"];
  const anyCell = fc.oneof(
    fc.string({ unit: fc.constantFrom(...SIGNS), maxLength: 14 }),
    fc.string({ unit: 'grapheme', maxLength: 12 }),
  );
  const notation = fc.record({
    decimal: fc.constantFrom('.' as const, ',' as const, undefined),
    thousands: fc.constantFrom(',' as const, '.' as const, ' ' as const, undefined),
  });
  const onlyBadCell = (read: () => unknown) => {
    try {
      return read();
    } catch (error) {
      expect(error).toBeInstanceOf(BadCell);
      return undefined;
    }
  };

  test('is read or refused with a reason, and a number is an integer', () => {
    fc.assert(
      fc.property(anyCell, notation, fc.constantFrom('R', 'H', 'AD', undefined), (cell, signs, era) => {
        const text = oneLine(cell);
        const numbers = [
          onlyBadCell(() => readQuantity(text, { ...column(), ...signs })),
          onlyBadCell(() => (readMileage(text, { ...KM, ...signs }) as { km: number | null }).km ?? 0),
          onlyBadCell(() => readQuantity(text, { ...CC, ...signs })),
          onlyBadCell(() => readCount(text, signs)),
          onlyBadCell(() => readYear(text, { era: era as 'R' }).year),
          onlyBadCell(() => readMonth(text, { era: era as 'R' }) ?? 0),
        ];
        for (const number of numbers) if (number !== undefined) expect(number).toSatisfy(Number.isSafeInteger);
        const day = onlyBadCell(() => readDay(text));
        if (day !== undefined) expect(day).toMatch(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/);
        onlyBadCell(() => readTime(text, { offset: '+09:00' }));
      }),
      { numRuns: 4_000, seed: 1 },
    );
  });

  const SEPARATORS = [
    { thousands: ',', decimal: '.' },
    { thousands: '.', decimal: ',' },
    { thousands: ' ', decimal: ',' },
    { thousands: "'", decimal: '.' },
  ] as const;
  const grouped = (number: number, separator: string) => String(number).replaceAll(/\B(?=(\d{3})+$)/g, separator);

  test('reads a price in any supported notation correctly', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 99_999_999 }),
        fc.constantFrom(...SEPARATORS),
        fc.constantFrom(['', ''], ['￥', ''], ['¥', '-'], ['', '円'], ['\\', ''], ['', ' JPY']),
        (yen, signs, [before, behind]) => {
          const cell = oneLine(`${before}${grouped(yen, signs.thousands)}${behind}`);
          expect(readQuantity(cell, { ...column(), ...signs })).toBe(yen);
        },
      ),
      { seed: 1 },
    );
  });

  test('tenths of ten thousand, in digits and with their multiple', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999 }), (tenths) => {
        const text = `${Math.floor(tenths / 10)}.${tenths % 10}`;
        expect(readQuantity(text, column({ unitName: 'ten thousand yen' }))).toBe(tenths * 1_000);
        expect(readQuantity(`${text}万円`, column())).toBe(tenths * 1_000);
        expect(readMileage(`${text}万km`, KM).km).toBe(tenths * 1_000);
        const comma = text.replace('.', ',');
        expect(readQuantity(comma, column({ unitName: 'ten thousand yen', decimal: ',' }))).toBe(tenths * 1_000);
        expect(() => readQuantity(comma, column({ unitName: 'ten thousand yen' }))).toThrow(BadCell);
      }),
      { seed: 1 },
    );
  });

  test('never accepts a number whose sign could mean ten or a thousand times as much', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999 }), fc.integer({ min: 0, max: 999 }), (whole, rest) => {
        const dotted = `${whole}.${String(rest).padStart(3, '0')}`;
        expect(() => readQuantity(dotted, column())).toThrow(BadCell);
        expect(readQuantity(dotted, column({ thousands: '.' }))).toBe(whole * 1_000 + rest);
      }),
      { seed: 1 },
    );
  });

  test('reads years of the eras in every form', () => {
    const forms = [
      (era: string, name: string, y: number, m: number) => `${era}${y}/${m}|${name}`,
      (era: string, _name: string, y: number, m: number) => `${era}${y}.${m}`,
      (_era: string, name: string, y: number, m: number) => `${name}${y}年${m}月`,
      (era: string, _name: string, y: number, m: number) =>
        `${era}${String(y).padStart(2, '0')}${String(m).padStart(2, '0')}`,
    ].map(
      (form) =>
        (...given: Parameters<typeof form>) =>
          form(...given).split('|')[0] ?? '',
    );
    const eras = [
      { era: 'R', name: '令和', before: 2018, last: 8 },
      { era: 'H', name: '平成', before: 1988, last: 31 },
      { era: 'S', name: '昭和', before: 1925, last: 64 },
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...eras),
        fc.nat(),
        fc.integer({ min: 1, max: 12 }),
        fc.constantFrom(...forms),
        ({ era, name, before, last }, drawn, month, form) => {
          const year = 1 + (drawn % last);
          expect(readYear(form(era, name, year, month), { fileYear: 2026 })).toEqual({ year: before + year, month });
        },
      ),
      { seed: 1 },
    );
  });
});
