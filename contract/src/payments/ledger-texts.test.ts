import { expect, test } from 'vitest';
import { descriptionInRussian } from './ledger-texts.ts';

test.each([
  ['Deposit', 'Депозит'],
  ['Other fees: TOYOTA VITZ: back', 'Прочие сборы: TOYOTA VITZ: back'],
  ['Deposit by bank', 'Deposit by bank'],
  ['TOYOTA PRIUS ZVW50-1', 'TOYOTA PRIUS ZVW50-1'],
  ['', ''],
])('shows %j as %j', (kept, told) => {
  expect(descriptionInRussian(kept)).toBe(told);
});
