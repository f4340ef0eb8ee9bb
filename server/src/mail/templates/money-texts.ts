import { descriptionInRussian } from '@seri/contract/payments/ledger-texts.ts';
import type { MailTexts } from './texts.ts';

type MoneyTexts = Pick<MailTexts, 'depositBooked'>;

export const moneyEnglish: MoneyTexts = {
  depositBooked: (company, { amount, balance, description, at }) => ({
    subject: `${amount} has arrived at ${company}`,
    preheader: `Your balance is now ${balance}.`,
    heading: 'Your payment has arrived',
    body: ['You can bid with it right away.'],
    facts: [
      ['Amount', amount],
      ['Description', description],
      ['Booked', at],
      ['New balance', balance],
    ],
    action: 'Open your payments',
    after: ['If you expected another amount, send your manager the bank receipt.'],
  }),
};

export const moneyRussian: MoneyTexts = {
  depositBooked: (company, { amount, balance, description, at }) => ({
    subject: `Поступило ${amount} на счёт в ${company}`,
    preheader: `Ваш баланс теперь ${balance}.`,
    heading: 'Ваш платёж поступил',
    body: ['Деньги уже доступны для ставок.'],
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
