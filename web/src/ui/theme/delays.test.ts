import { expect, test } from 'vitest';
import { DELAY_MS } from './delays.ts';

// @covers OTHER-01
test('every delay equals its specified value', () => {
  expect(DELAY_MS).toEqual({
    ...{ autobid: 400, bidFilter: 1_500, field: 700, weekDay: 500, quickSearchDesktop: 1_500 },
    ...{ lotSearch: 700, selectedCar: 500, paymentType: 400, notification: 400, clientSearch: 300 },
    ...{ highlight: 500, chatClear: 100, modalReset: 1_000, tooltip: 2_000, copied: 3_000 },
  });
});
