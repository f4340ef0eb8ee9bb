import type { Flag } from '@seri/contract/auth/permissions.ts';
import { USER_TYPE } from '@seri/contract/auth/permissions.ts';
import { BID_STATUS } from '@seri/contract/bids/statuses.ts';
import { LANGUAGE } from '@seri/contract/users/routes.ts';
import type { CurrentUser } from '../../platform/calls/current-user.ts';

/** Language of history lines and export types, which replies carry as text (business-rules.md#texts-in-answers). */
export const isRussian = ({ language }: Pick<CurrentUser, 'language'>): boolean => language === LANGUAGE.ru;

interface Bilingual {
  en: string;
  ru: string;
}

const EXPORT_TYPES: readonly { value: number; label: Bilingual; description: Bilingual }[] = [
  {
    value: 1,
    label: { en: 'Whole car FOB', ru: 'Целиком, FOB' },
    description: {
      en: 'Delivered to the port in Japan; you arrange the freight',
      ru: 'Доставка до порта в Японии, морскую перевозку организуете вы',
    },
  },
  {
    value: 2,
    label: { en: 'Whole car CIF', ru: 'Целиком, CIF' },
    description: {
      en: 'Delivered to your port, freight and insurance included',
      ru: 'Доставка до вашего порта, перевозка и страхование включены',
    },
  },
  {
    value: 3,
    label: { en: 'Half cut', ru: 'Распил' },
    description: { en: 'Cut behind the front pillars', ru: 'Кузов распилен за передними стойками' },
  },
  {
    value: 4,
    label: { en: 'For parts', ru: 'На запчасти' },
    description: { en: 'Dismantled in Japan and sent as parts', ru: 'Разбирается в Японии и отправляется запчастями' },
  },
];

export const exportTypeOptions = (russian: boolean) =>
  EXPORT_TYPES.map(({ value, label, description }) => ({
    value,
    label: russian ? label.ru : label.en,
    description: russian ? description.ru : description.en,
  }));

const STATUS: Record<number, Bilingual> = {
  1: { en: 'New', ru: 'Новая' },
  2: { en: 'Bid', ru: 'На торгах' },
  3: { en: "Don't bid", ru: 'Отклонена' },
  4: { en: 'Cancel', ru: 'Отменена' },
  5: { en: 'Finished', ru: 'Завершена' },
  6: { en: 'Win', ru: 'Выиграна' },
  7: { en: 'Won', ru: 'Оформлена' },
};

/** Clients read Under Review where managers read New (business-rules.md#bid-statuses). */
export function bidStatusLabel(status: number, currentUser: Pick<CurrentUser, 'language' | 'userType'>): string {
  const label = status === BID_STATUS.new && currentUser.userType !== USER_TYPE.manager ? UNDER_REVIEW : STATUS[status];
  return (isRussian(currentUser) ? label?.ru : label?.en) ?? String(status);
}
const UNDER_REVIEW = { en: 'Under Review', ru: 'На рассмотрении' };

const EVENT: Record<string, Bilingual> = {
  placed: { en: 'Bid placed', ru: 'Ставка сделана' },
  replaced: { en: 'Bid replaced', ru: 'Ставка заменена' },
  status: { en: 'Status', ru: 'Статус' },
  edited: { en: 'Bid changed', ru: 'Ставка изменена' },
  auto_bid: { en: 'Autobid', ru: 'Автоставка' },
  sold_price: { en: 'Sold price', ru: 'Цена продажи' },
  outcome: { en: 'Auction result', ru: 'Результат торгов' },
  not_forwarded: { en: 'Not forwarded in time', ru: 'Не передано вовремя' },
  group_full: { en: 'Group full', ru: 'Группа заполнена' },
  offer_made: { en: "Seller's offer", ru: 'Предложение продавца' },
  offer_withdrawn: { en: "Seller's offer withdrawn", ru: 'Предложение продавца отозвано' },
  offer_accepted: { en: "Seller's offer accepted", ru: 'Предложение продавца принято' },
  offer_declined: { en: "Seller's offer declined", ru: 'Предложение продавца отклонено' },
  settled: { en: 'Purchase booked', ru: 'Покупка оформлена' },
};

const FIELD: Record<string, Bilingual> = {
  amountYen: { en: 'amount', ru: 'сумма' },
  adjustmentYen: { en: 'overbid', ru: 'превышение' },
  groupValue: { en: 'group', ru: 'группа' },
  exportType: { en: 'export type', ru: 'вид экспорта' },
  soldPriceYen: { en: 'sold price', ru: 'цена продажи' },
  autoBid: { en: 'autobid', ru: 'автоставка' },
};
const INITIAL_VALUES: Record<string, unknown> = { autoBid: false };
const IMPORT_ACCEPTED: Bilingual = {
  en: 'the client accepts that it may not be imported',
  ru: 'клиент согласен, хотя ввоз запрещён',
};
const ON: Bilingual = { en: 'on', ru: 'включена' };
const OFF: Bilingual = { en: 'off', ru: 'выключена' };

const NOT_FORWARDED = { en: 'not sent, call the agent', ru: 'не передано, позвоните агенту' };
const ACCEPTED = { en: 'last-hour warning confirmed', ru: 'предупреждение последнего часа подтверждено' };

interface Snapshot {
  [key: string]: unknown;
  status: number;
}

export interface LoggedChange {
  event: string;
  before: Snapshot | null;
  after: Snapshot;
}

/** Permissions required to see a value in the history; lists hide the same values. */
const FLAG_OF: Record<string, Flag> = { adjustmentYen: 'adjustmentPriceShow', exportType: 'exportTypeShow' };

/** One line of a bid's history: the event, the status, and each changed value that this reader may see. */
export function eventLine(
  { event, before, after }: LoggedChange,
  { language, permissions }: Pick<CurrentUser, 'language' | 'permissions'>,
): string {
  const russian = isRussian({ language });
  const translate = (text: Bilingual | undefined) => (text ? (russian ? text.ru : text.en) : '');
  const status = (value: number) => translate(STATUS[value]);
  const parts = [translate(EVENT[event]) || event];
  if (before && before.status !== after.status) parts[0] += ` ${status(before.status)} -> ${status(after.status)}`;
  for (const [key, name] of Object.entries(FIELD)) {
    // The initial value of a new bid is not listed as a change.
    const from = before ? (before[key] ?? null) : (INITIAL_VALUES[key] ?? null);
    const to = after[key] ?? null;
    const flag = FLAG_OF[key];
    if (from === to || (flag && !permissions[flag])) continue;
    const origin = before ? `${formatValue(key, from, russian)} -> ` : '';
    parts.push(`${translate(name)} ${origin}${formatValue(key, to, russian)}`);
  }
  if (after.offerYen) parts[0] += ` ${formatValue('offerYen', after.offerYen, russian)}`;
  if (after.notForwardedNow) parts.push(translate(NOT_FORWARDED));
  if (after.lastHourAccepted) parts.push(translate(ACCEPTED));
  if (after.importVerdict === 'forbidden') parts.push(`${translate(IMPORT_ACCEPTED)} (${after.importDestination})`);
  return parts.join(', ');
}

function formatValue(key: string, value: unknown, russian: boolean): string {
  if (value === null) return '–';
  if (key.endsWith('Yen')) return `${String(value).replaceAll(/\B(?=(\d{3})+$)/g, ' ')} ¥`;
  if (key === 'autoBid') return russian ? (value ? ON.ru : OFF.ru) : value ? ON.en : OFF.en;
  if (key === 'groupValue') return String.fromCharCode(64 + Number(value));
  return exportTypeOptions(russian).find((type) => type.value === value)?.label ?? String(value);
}
