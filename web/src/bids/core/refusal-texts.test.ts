import { expect, test } from 'vitest';
import en from '../../locales/en.json';
import ru from '../../locales/ru.json';

// @covers BID-28
test.each([
  ['Bid.Closed', 'Bidding is closed', 'Приём ставок закрыт'],
  ['Bid.Finished', 'Auction is finished', 'Торги завершены'],
  ['Bid.DailyLimit', 'Daily bid limit exceeded', 'Превышен дневной лимит ставок'],
  ['Bid.Credit', 'Insufficient credit', 'Недостаточно средств'],
  ['Bid.CannotCancel', "Bid can't be canceled", 'Отменить ставку уже нельзя'],
] as const)('a bid refused with %s starts with its fixed text in both languages', (code, english, russian) => {
  expect(en[`Error.${code}`].startsWith(english)).toBe(true);
  expect(ru[`Error.${code}`].startsWith(russian)).toBe(true);
});

// @covers BID-28
test('a refusal that a manager can help with says so', () => {
  for (const code of ['Bid.DailyLimit', 'Bid.Credit', 'Bid.CannotCancel'] as const) {
    expect(en[`Error.${code}`]).toMatch(/your manager/);
    expect(ru[`Error.${code}`]).toMatch(/менеджер/);
  }
});
