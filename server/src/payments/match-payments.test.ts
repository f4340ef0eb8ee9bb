import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AccountEntry, matchPayments } from './match-payments.ts';

const car = (purchaseId: number, amountYen: number, bookedOn: string): AccountEntry => ({
  ...{ purchaseId, amountYen, bookedOn },
});
const money = (amountYen: number, bookedOn: string): AccountEntry => ({ purchaseId: null, amountYen, bookedOn });

// @covers OPS-05
test('money pays the oldest charge first, and weekends do not count', () => {
  // 20 November 2026 is a Friday.
  const entries = [
    ...[money(100, '2026-11-10'), car(1, -300, '2026-11-20'), car(2, -200, '2026-11-23'), money(250, '2026-11-27')],
    ...[car(1, -40, '2026-11-28')],
  ];
  expect(matchPayments(entries)).toEqual([
    { purchaseId: 1, dueYen: 40, dueOn: '2026-11-27', paidOn: '2026-11-27' },
    { purchaseId: 2, dueYen: 150, dueOn: '2026-11-30', paidOn: null },
  ]);
});

test('a deposit pays at once, and money taken out leaves later charges open', () => {
  expect(matchPayments([money(500, '2026-11-02'), car(1, -500, '2026-11-03')])).toMatchObject([
    { dueYen: 0, paidOn: '2026-11-03' },
  ]);
  const spent = [money(500, '2026-11-02'), money(-400, '2026-11-03'), car(1, -500, '2026-11-04')];
  expect(matchPayments(spent)).toMatchObject([{ dueYen: 400, paidOn: null }]);
});

// @covers OPS-05
test('whatever is booked, what is unpaid is what the balance is below zero', () => {
  const amounts = fc.array(fc.integer({ min: -999, max: 999 }).filter(Boolean), { maxLength: 40 });
  fc.assert(
    fc.property(amounts, (given) => {
      const entries = given.map((yen, index) =>
        yen < 0 ? car(index % 5, yen, '2026-11-20') : money(yen, '2026-11-20'),
      );
      const balanceYen = given.reduce((sum, yen) => sum + yen, 0);
      const unpaidYen = matchPayments(entries).reduce((sum, { dueYen }) => sum + dueYen, 0);
      expect(unpaidYen).toBe(Math.max(0, -balanceYen));
    }),
  );
});
