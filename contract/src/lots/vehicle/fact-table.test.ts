import { expect, test } from 'vitest';
import { combineTables, readFactRow } from './fact-table.ts';

// @covers FACT-02
test('reads words of three languages, numbers with separators, and any writing of the code', () => {
  expect(
    readFactRow({
      typeCode: '３ＢＡ−ＡＧＨ４０Ｗ',
      fuel: 'ガソリン',
      hybrid: '',
      powerPs: '182',
      weightKg: '2,060',
      body: 'минивэн',
    }),
  ).toEqual({ typeCode: '3BA-AGH40W', facts: { fuel: 'petrol', powerPs: 182, weightKg: 2_060, body: 'minivan' } });
  expect(readFactRow({ typeCode: '6AA-ZVW60', fuel: 'hybrid', hybrid: 'full' })).toEqual({
    typeCode: '6AA-ZVW60',
    facts: { hybrid: 'full' },
  });
});

test.each([
  [{ typeCode: '', powerPs: '1' }, /no type code/],
  [{ typeCode: 'DBA-', powerPs: '1' }, /no type code/],
  [{ typeCode: 'E-BNR32' }, /no fact/],
  [{ typeCode: 'E-BNR32', horses: '280' }, /no fact "horses"/],
  [{ typeCode: 'E-BNR32', powerPs: '-280' }, /out of bounds/],
  [{ typeCode: 'E-BNR32', powerPs: '280 PS' }, /out of bounds/],
  [{ typeCode: 'E-BNR32', fuel: 'steam' }, /no known word/],
  [{ typeCode: 'E-BNR32', constructor: '1' }, /no fact/],
])('refuses %j with the reason', (row, reason) => {
  expect(readFactRow(row)).toMatch(reason);
});

test('a later table, then a full code, wins; a code without class has only the facts its full codes agree on', () => {
  const known = combineTables([
    {
      name: 'old',
      rows: [
        { typeCode: '3BA-ABC10', facts: { powerPs: 100, seats: 5 } },
        { typeCode: 'DEF20', facts: { seats: 4, doors: 3 } },
      ],
    },
    {
      name: 'new',
      rows: [
        { typeCode: '3BA-ABC10', facts: { powerPs: 110 } },
        { typeCode: '6AA-ABC10', facts: { powerPs: 120, seats: 5 } },
        { typeCode: '3BA-DEF20', facts: { doors: 5 } },
      ],
    },
  ]);
  const of = (typeCode: string) => known.find((one) => one.typeCode === typeCode);
  expect(of('3BA-ABC10')?.facts).toEqual({
    table: { powerPs: 110, seats: 5 },
    tables: { powerPs: 'new', seats: 'old' },
  });
  expect(of('ABC10')).toMatchObject({ isOwn: false, facts: { table: { seats: 5 } } });
  expect(of('ABC10')?.facts.table?.powerPs).toBe(undefined);
  expect(of('3BA-DEF20')?.facts.table).toEqual({ seats: 4, doors: 5 });
  expect(of('DEF20')).toMatchObject({ isOwn: true, facts: { table: { seats: 4, doors: 3 } } });
});
