import type { CostRates } from '@seri/contract/costs/tables.ts';
import { yen, zonedTime } from '../shell/i18n/format.ts';
import { language } from '../shell/i18n/i18n.ts';
import { groupThousands, THIN_SPACE } from '../ui/theme/number-text.ts';
import type { CostTableHead } from './queries.ts';

export const YEN = 'JPY';

const NUMBER_BEFORE_UNIT = /(?<=\d) (?=[€¥₽$%]|(?:см³|cc|km|км|kg|кг|hp|PS|л\.?\s?с|m³|м³|g|г)(?!\p{L}))/gu;

/** A text of the cost table; operators write plain spaces, and a number must stay on the line of its unit. */
export const inReaderLanguage = (text: { en: string; ru: string }): string =>
  text[language].replaceAll(NUMBER_BEFORE_UNIT, '\u00a0');

/** Yen first, since it is binding; then the currencies with rates. */
export const currenciesOf = (rates: CostRates): string[] => [YEN, ...Object.keys(rates).sort()];

const SIGNS: Partial<Record<string, string>> = { RUB: '₽', USD: '$', EUR: '€', GBP: '£' };
export const currencySign = (currency: string): string => SIGNS[currency] ?? currency;

/** Rounded to whole units: cents would suggest a false precision. */
export const inCurrency = (amountYen: number, currency: string, rates: CostRates): string =>
  currency === YEN
    ? yen(amountYen)
    : `${groupThousands(Math.round(amountYen / (rates[currency] ?? 1)))}${THIN_SPACE}${currencySign(currency)}`;

/** Rounds down: never more yen than the budget is worth. */
export const yenFor = ({ amount, currency }: { amount: number; currency: string }, rates: CostRates): number =>
  currency === YEN ? amount : Math.floor(amount * (rates[currency] ?? 0));

export const rateText = (currency: string, { rates, ratesAt }: Pick<CostTableHead, 'rates' | 'ratesAt'>): string =>
  `1${THIN_SPACE}${currencySign(currency)} = ${(rates[currency] ?? 0).toLocaleString(language)}${THIN_SPACE}¥, ${zonedTime(ratesAt)}`;

const WEEK_MS = 7 * 24 * 3_600_000;
/** The page warns of rates that are older than a week. `ratesAt` is ISO. */
export const areRatesOld = (ratesAt: string, nowMs: number): boolean => nowMs - Date.parse(ratesAt) > WEEK_MS;
