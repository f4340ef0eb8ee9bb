import type { CostRates } from '@seri/contract/costs/tables.ts';
import { yen, zonedTime } from '../shell/i18n/format.ts';
import { language } from '../shell/i18n/i18n.ts';
import { groupThousands, THIN_SPACE } from '../ui/theme/number-text.ts';
import type { CostTableHead } from './queries.ts';

export const YEN = 'JPY';

export const spoken = (text: { en: string; ru: string }): string => text[language];

/** Yen first: it binds; then what the table has rates for. */
export const currenciesOf = (rates: CostRates): string[] => [YEN, ...Object.keys(rates).sort()];

/** Whole units; a cost of a few yen is not told in cents. */
export const inCurrency = (amountYen: number, currency: string, rates: CostRates): string =>
  currency === YEN
    ? yen(amountYen)
    : `${groupThousands(Math.round(amountYen / (rates[currency] ?? 1)))}${THIN_SPACE}${currency}`;

/** Never more yen than the budget is worth. */
export const yenFor = ({ amount, currency }: { amount: number; currency: string }, rates: CostRates): number =>
  currency === YEN ? amount : Math.floor(amount * (rates[currency] ?? 0));

export const rateText = (currency: string, { rates, ratesAt }: Pick<CostTableHead, 'rates' | 'ratesAt'>): string =>
  `1${THIN_SPACE}${currency} = ${(rates[currency] ?? 0).toLocaleString(language)}${THIN_SPACE}¥, ${zonedTime(ratesAt)}`;
