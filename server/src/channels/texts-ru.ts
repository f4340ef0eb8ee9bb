import type { NoticeTexts } from './notice-texts.ts';

const BID: Record<number, string> = {
  1: 'Ждёт решения менеджера',
  2: 'Принята: агент сделает ставку',
  3: 'Отклонена менеджером',
  4: 'Отменена',
  5: 'Завершена',
};
const SHEET: Record<string, string> = {
  mileage: 'Пробег, км',
  overallGrade: 'Оценка',
  firstRegistration: 'Первая регистрация',
  displacement: 'Двигатель, см³',
  lotNumber: 'Номер лота',
  modelCode: 'Код кузова',
};
const PURCHASE = [
  'В обработке',
  'Доставка по Японии',
  'Ждёт назначения судна',
  'Ждёт погрузки',
  'В пути',
  'Доставлен',
  'Отправка отменена',
  'Покупка отменена',
  'Перепродажа на аукционе',
];
const NOTICES = new Intl.PluralRules('ru');
const FORMS: Record<string, string> = { one: 'уведомление', few: 'уведомления' };

export const russian: NoticeTexts = {
  locale: 'ru-RU',
  titles: {
    bid_status: 'Новый статус вашей ставки',
    bid_won: 'Ваша ставка выиграла',
    bid_finished: 'Ваша ставка не выиграла',
    lot_withdrawn: 'Лот снят с торгов',
    bid_not_forwarded: 'Ваша ставка не попала на аукцион',
    negotiation_offer: 'Предложение продавца: нужен ваш ответ',
    chat_message: 'Новое сообщение в чате',
    new_lots: 'Новые лоты по вашему поиску',
    deposit_booked: 'Ваш депозит получен',
    closing_soon: 'Скоро закончится приём ставок',
    lot_moved: 'Изменилось время торгов',
    urgent_bid: 'Ставка ждёт решения',
    order_failed: 'Заявка не выполнена',
    purchase_status: 'Новый статус покупки',
    shipping_dates: 'Изменились даты рейса',
    purchase_document: 'Новый документ по покупке',
    favorite_sold: 'Лот из избранного продан',
    estimate_result: 'Насколько точной была оценка',
    car_at_yard: 'Автомобиль прибыл на стоянку',
    lot_cheaper: 'Отслеживаемый лот подешевел',
    lot_relisted: 'Автомобиль снова на торгах',
    sheet_checked: 'Менеджер проверил данные вашего лота',
    vehicle_question: 'Клиент спрашивает об автомобиле',
    vehicle_answered: 'Менеджер ответил на ваш вопрос',
  },
  otherTitle: 'Есть новости',
  detail: ({ facts: { kind, data, lot, search }, yen, moment, day }) => {
    switch (kind) {
      case 'bid_status':
        return BID[data.status ?? 0] ?? null;
      case 'bid_won':
        return lot?.soldPriceYen ? `Цена: ${yen(lot.soldPriceYen)}` : null;
      case 'bid_finished':
        return lot?.soldPriceYen ? `Продан за ${yen(lot.soldPriceYen)}` : null;
      case 'favorite_sold':
        return lot?.soldPriceYen ? `Лот из избранного продан за ${yen(lot.soldPriceYen)}` : null;
      case 'negotiation_offer':
        return data.amountYen === undefined ? null : `Минимальная цена продавца: ${yen(data.amountYen)}`;
      case 'deposit_booked':
        return data.amountYen === undefined ? null : `${yen(data.amountYen)} зачислено на баланс`;
      case 'new_lots':
        return search && `${search.title}: новых лотов – ${search.lots}`;
      case 'closing_soon':
        return lot && `Приём ставок до ${moment(lot.bidsCloseAt)}`;
      case 'lot_moved':
        return lot && `Новое время: ${moment(lot.auctionAt)}`;
      case 'purchase_status':
        return PURCHASE[data.purchaseStatus ?? -1] ?? null;
      case 'shipping_dates':
        return `Отправление: ${data.etd ? day(data.etd) : 'неизвестно'}, прибытие: ${data.eta ? day(data.eta) : 'неизвестно'}`;
      case 'lot_cheaper':
        return data.newPriceYen === undefined
          ? null
          : data.oldPriceYen === undefined
            ? `Теперь ${yen(data.newPriceYen)}`
            : `${yen(data.oldPriceYen)} → ${yen(data.newPriceYen)}`;
      case 'sheet_checked':
        return data.sheetValue === undefined
          ? null
          : `${SHEET[data.sheetField ?? ''] ?? 'Значение'}: ${data.sheetValue}`;
      case 'estimate_result':
        return data.lowYen === undefined || data.highYen === undefined || !lot?.soldPriceYen
          ? null
          : `Мы оценили в ${yen(data.lowYen)}–${yen(data.highYen)}; продан за ${yen(lot.soldPriceYen)}`;
      default:
        return null;
    }
  },
  discreet: 'Откройте, чтобы увидеть подробности.',
  open: 'Открыть',
  mute: 'Без уведомлений 24 часа',
  lot: (lotNo, house) => `Лот ${lotNo}, ${house}`,
  several: (count) => `${count} ${FORMS[NOTICES.select(count)] ?? 'уведомлений'}`,
  code: {
    title: 'Ваш код',
    line: (code) => `Введите ${code} на портале. Если вы его не запрашивали, не отвечайте на это сообщение.`,
  },
  japanTime: 'время Японии',
};
