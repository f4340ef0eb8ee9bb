import { fitPrices } from '@seri/contract/prices/fit-prices.ts';
import { monthNumber, type PriceFacts, scorePrice } from '@seri/contract/prices/price-model.ts';
import { type PriceSale, PriceSales } from '@seri/contract/prices/price-sales.ts';
import { shiftDay } from '@seri/server/platform/i18n/japan-time.ts';
import { expect, test } from 'vitest';
import { demoDay } from './catalogue.ts';
import { outcomeOf } from './market.ts';
import { WORTH_OF_GRADE } from './price-effects.ts';

const TODAY = '2026-11-25';

/** Past sales of cars of some weeks. */
function carSales(): PriceSale[] {
  return Array.from({ length: 60 }, (_, i) => shiftDay(TODAY, -9 * (i + 1))).flatMap((day) =>
    demoDay(day, () => 0.25).flatMap(({ row, market, times }): PriceSale[] => {
      const soldYen = outcomeOf(market, times, null).at(-1)?.soldPriceYen;
      const lot = row();
      if (!soldYen || lot.vehicle !== 'car') return [];
      return [
        {
          ...{
            maker: lot.maker,
            model: lot.model,
            trimWords: lot.grade.toUpperCase(),
            year: lot.year,
            month: lot.month,
          },
          ...{ engineCc: lot.engine, chassisCode: lot.chassis.split('-')[0] ?? '', mileageKm: lot.mileage, day },
          ...{ isMileageDoubted: false, condition: lot.condition, equip: lot.equip, gearbox: lot.gearbox },
          ...{ drive: lot.drive ?? '', house: lot.house, soldYen },
        },
      ];
    }),
  );
}

// @covers PRICE-02
test('the price model recovers the effects of mileage, grade and repair within 15 %', () => {
  const sales = carSales();
  const columns = new PriceSales();
  for (const sale of sales) columns.add(sale);
  const fit = fitPrices(columns, monthNumber(TODAY), { isQuick: true });
  if (!fit) throw new Error('no sales');
  const some = sales.filter(
    ({ mileageKm }, i) => i % 9 === 0 && (mileageKm ?? 0) > 20_000 && (mileageKm ?? 0) < 120_000,
  );
  const score = (facts: PriceFacts) =>
    scorePrice(facts, fit.common, fit.models.get(`${facts.maker}\n${facts.model}`) ?? null).logYen;
  const mean = (change: (sale: PriceSale) => number) => some.reduce((sum, sale) => sum + change(sale), 0) / some.length;
  const perTenThousandKm = mean((sale) => score({ ...sale, mileageKm: (sale.mileageKm ?? 0) + 10_000 }) - score(sale));
  expect(perTenThousandKm).toBeLessThan(-0.042 * 0.85);
  expect(perTenThousandKm).toBeGreaterThan(-0.042 * 1.15);
  for (const grade of ['3.5', '3', 'R', 'RA']) {
    const found = mean((sale) => score({ ...sale, condition: grade }) - score({ ...sale, condition: '4.5' }));
    const put = Math.log(WORTH_OF_GRADE[grade] ?? 1);
    expect(Math.abs(found / put - 1), `${grade}: ${found} beside ${put}`).toBeLessThan(0.15);
  }
});
