import { expect, test } from 'vitest';
import { compareCosts, type Finances, type StoredEstimate } from './finances.ts';

const estimate: StoredEstimate = {
  table: 'Example 1',
  ratesAt: '2026-11-20T00:00:00Z',
  destination: { en: 'Vladivostok', ru: 'Владивосток' },
  at: '2026-11-21T00:00:00Z',
  hammerYen: 700_000,
  costs: [
    { kind: 'agentFee', amountYen: 30_000 },
    { kind: 'freight', amountYen: 60_000 },
    { kind: 'duty', amountYen: 200_000 },
  ],
  totalYen: 990_000,
};
const line = (value: number) => ({ value, label: '' });
const real: Finances = { carPrice: line(650_000), agentFee: line(30_000), otherFees: line(6_000), total: 686_000 };

// @covers PURCH-10
test('pairs each cost with its estimate, even where one side has none', () => {
  expect(compareCosts(estimate, real).charged).toEqual([
    { kind: 'carPrice', estimatedYen: 700_000, chargedYen: 650_000 },
    { kind: 'agentFee', estimatedYen: 30_000, chargedYen: 30_000 },
    { kind: 'otherFees', estimatedYen: null, chargedYen: 6_000 },
    { kind: 'freight', estimatedYen: 60_000, chargedYen: null },
  ]);
});

// @covers PURCH-10
test('both sides add up, and costs at the destination are separate', () => {
  const compared = compareCosts(estimate, real);
  expect([compared.estimatedYen, compared.chargedYen]).toEqual([790_000, 686_000]);
  expect(compared.elsewhere).toEqual([{ kind: 'duty', estimatedYen: 200_000, chargedYen: null }]);
  expect(compared.estimatedYen + 200_000).toBe(estimate.totalYen);
});
