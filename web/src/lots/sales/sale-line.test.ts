import { expect, test } from 'vitest';
import { middleLine, saleFile, yearSteps } from './sale-line.ts';

// @covers PRICE-05
test('the middle line falls with the prices, whatever their order', () => {
  const points = Array.from({ length: 60 }, (_, i) => ({ mileage: i * 1_000, soldPrice: 900_000 - i * 10_000 }));
  const line = middleLine([...points].reverse());
  expect(line).toHaveLength(12);
  expect(line[0]).toEqual({ mileage: 2_000, middleYen: 880_000 });
  for (const [place, { middleYen }] of line.entries())
    if (place > 0) expect(middleYen).toBeLessThan(line[place - 1]?.middleYen ?? 0);
  expect(middleLine(points.slice(0, 3))).toHaveLength(1);
});

test('years are up to five spans that cover each known year once', () => {
  expect(yearSteps([2020, 2019, null, 2020])).toEqual([
    { from: 2019, to: 2019 },
    { from: 2020, to: 2020 },
  ]);
  const years = Array.from({ length: 200 }, (_, i) => 2005 + (i % 20));
  const steps = yearSteps(years);
  expect(steps.length).toBeLessThanOrEqual(5);
  for (const year of years) expect(steps.filter(({ from, to }) => year >= from && year <= to)).toHaveLength(1);
});

// @covers STAT-10
test('the file has a line per sale, quotes its cells and starts no formula', () => {
  const sale = { id: '1', day: '2026-11-20', house: 'A "B", C', year: null, mileage: 5, condition: '4', startPrice: 1 };
  const text = saleFile([{ ...sale, name: '=1+1', soldPrice: 2 }]);
  expect(text.split('\r\n')).toEqual([
    '\ufeff"day","house","name","year","mileage","condition","startPrice","soldPrice"',
    `"2026-11-20","A ""B"", C","'=1+1","","5","4","1","2"`,
    '',
  ]);
});
