import { FEE_TITLES, type LedgerText } from '@seri/contract/payments/ledger-texts.ts';
import type { Cost, FeeKind } from '@seri/contract/purchases/finances.ts';
import type { PURCHASE_STATUSES } from '@seri/contract/purchases/list-search.ts';
import { LANGUAGE } from '@seri/contract/users/routes.ts';

type Status = (typeof PURCHASE_STATUSES)[number];

/** Fees have the names under which they are booked. */
const feesIn = (language: keyof LedgerText) =>
  Object.fromEntries(Object.entries(FEE_TITLES).map(([kind, words]) => [kind, words[language]])) as Record<
    FeeKind,
    string
  >;

/** Labels of a reply in the reader's language (business-rules.md#texts-in-answers). */
const TEXTS = {
  en: {
    statuses: {
      0: 'Processing',
      1: 'Domestic transport',
      2: 'Waiting ship assignment',
      3: 'Waiting for loading',
      4: 'In transit',
      5: 'Delivered',
      6: 'Shipping cancelled',
      7: 'Purchase cancelled',
      8: 'Auction resale',
    } satisfies Record<Status, string>,
    costs: {
      carPrice: 'Car price',
      agentFee: 'Agent fee',
      haulage: 'Transport in Japan',
      ...feesIn('en'),
      corrections: 'Corrections',
    } satisfies Record<Cost, string>,
  },
  ru: {
    statuses: {
      0: 'В обработке',
      1: 'Перевозка по Японии',
      2: 'Ожидает назначения судна',
      3: 'Ожидает погрузки',
      4: 'В пути',
      5: 'Доставлен',
      6: 'Отгрузка отменена',
      7: 'Покупка отменена',
      8: 'Перепродажа на аукционе',
    } satisfies Record<Status, string>,
    costs: {
      carPrice: 'Цена автомобиля',
      agentFee: 'Комиссия агента',
      haulage: 'Перевозка по Японии',
      ...feesIn('ru'),
      corrections: 'Корректировки',
    } satisfies Record<Cost, string>,
  },
};

const textsFor = (language: number) => (language === LANGUAGE.ru ? TEXTS.ru : TEXTS.en);

export const statusList = (language: number) =>
  Object.entries(textsFor(language).statuses).map(([value, label]) => ({ value: Number(value), label }));

export const costLabels = (language: number) => textsFor(language).costs;
