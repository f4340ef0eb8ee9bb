import { descriptionInRussian } from '@seri/contract/payments/kept-words.ts';
import type { MailTexts } from './texts.ts';

type MoneyTexts = Pick<MailTexts, 'depositBooked'>;

export const moneyEnglish: MoneyTexts = {
  depositBooked: (company, { amount, balance, description, at }) => ({
    subject: `${amount} has arrived at ${company}`,
    preheader: `Your balance is now ${balance}.`,
    heading: 'Your payment has arrived',
    body: ['It counts towards your bids at once.'],
    facts: [
      ['Amount', amount],
      ['For', description],
      ['Booked', at],
      ['Balance after it', balance],
    ],
    action: 'Open your payments',
    after: ['If you expected another amount, answer your manager with the receipt of your bank.'],
  }),
};

export const moneyRussian: MoneyTexts = {
  depositBooked: (company, { amount, balance, description, at }) => ({
    subject: `Поступило ${amount} на счёт в ${company}`,
    preheader: `Ваш баланс теперь ${balance}.`,
    heading: 'Ваш платёж поступил',
    body: ['Он сразу учитывается в ваших ставках.'],
    facts: [
      ['Сумма', amount],
      ['Назначение', descriptionInRussian(description)],
      ['Зачислено', at],
      ['Баланс после зачисления', balance],
    ],
    action: 'Открыть платежи',
    after: ['Если вы ждали другую сумму, отправьте менеджеру квитанцию банка.'],
  }),
};
