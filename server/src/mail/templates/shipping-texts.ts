import type { BidWords, MailTexts, ShippingWords, Words } from './texts.ts';

type ShippingTexts = Pick<MailTexts, 'purchaseStatus' | 'shippingDates'>;

const ENGLISH_STATUSES = [
  'Processing',
  'Domestic transport',
  'Waiting ship assignment',
  'Waiting for loading',
  'In transit',
  'Delivered',
  'Shipping cancelled',
  'Purchase cancelled',
  'Auction resale',
];
const RUSSIAN_STATUSES = [
  'В обработке',
  'Перевозка по Японии',
  'Ожидает назначения судна',
  'Ожидает погрузки',
  'В пути',
  'Доставлен',
  'Отгрузка отменена',
  'Покупка отменена',
  'Перепродажа на аукционе',
];

export const shippingEnglish: ShippingTexts = {
  purchaseStatus: (bid, status) => {
    const name = ENGLISH_STATUSES[status] ?? String(status);
    return words({
      subject: `${name}: ${bid.car}`,
      preheader: `Your car has a new status: ${name}.`,
      heading: 'Your car has a new status',
      body: ["Documents, dates and costs are on your car's page."],
      facts: [...english(bid), ['Status', name], ['Changed', bid.at]],
      action: 'Open your car',
    });
  },
  shippingDates: (bid, days) =>
    words({
      subject: `New shipping dates: ${bid.car}`,
      preheader: `Departure ${days.etd ?? 'not known yet'}, arrival ${days.eta ?? 'not known yet'}.`,
      heading: 'Shipping dates have changed',
      body: ['The sailing dates for your car have changed and may change again before departure.'],
      facts: [
        ...english(bid),
        ['Departure (ETD)', changed(days.before.etd, days.etd, 'not known yet', 'before')],
        ['Arrival (ETA)', changed(days.before.eta, days.eta, 'not known yet', 'before')],
      ],
      action: 'Open your car',
    }),
};

export const shippingRussian: ShippingTexts = {
  purchaseStatus: (bid, status) => {
    const name = RUSSIAN_STATUSES[status] ?? String(status);
    return words({
      subject: `${name}: ${bid.car}`,
      preheader: `Новый статус вашего автомобиля: ${name}.`,
      heading: 'У вашего автомобиля новый статус',
      body: ['Документы, даты и расходы – на странице вашего автомобиля.'],
      facts: [...russian(bid), ['Статус', name], ['Изменён', bid.at]],
      action: 'Открыть автомобиль',
    });
  },
  shippingDates: (bid, days) =>
    words({
      subject: `Новые даты отправки: ${bid.car}`,
      preheader: `Отправление ${days.etd ?? 'пока неизвестно'}, прибытие ${days.eta ?? 'пока неизвестно'}.`,
      heading: 'Даты отправки изменились',
      body: ['Даты рейса с вашим автомобилем изменились и до отправления могут измениться ещё раз.'],
      facts: [
        ...russian(bid),
        ['Отправление (ETD)', changed(days.before.etd, days.etd, 'пока неизвестно', 'раньше')],
        ['Прибытие (ETA)', changed(days.before.eta, days.eta, 'пока неизвестно', 'раньше')],
      ],
      action: 'Открыть автомобиль',
    }),
};

const words = (rest: Omit<Words, 'after'>): Words => ({ ...rest, after: [] });

const english = ({ car, lotNo, house }: BidWords) =>
  [
    ['Car', car],
    ['Bought', `${house}, lot ${lotNo}`],
  ] as const;
const russian = ({ car, lotNo, house }: BidWords) =>
  [
    ['Автомобиль', car],
    ['Куплен', `${house}, лот ${lotNo}`],
  ] as const;

const changed = (was: ShippingWords['etd'], now: ShippingWords['etd'], unknown: string, before: string): string =>
  was === now || was === null ? (now ?? unknown) : `${now ?? unknown} (${before} ${was})`;
