import { groupThousands, THIN_SPACE } from '../ui/number-text.ts';
import { t } from './i18n.ts';

export {
  decisionTime,
  japanClock,
  japanDate,
  japanDateTime,
  japanDay,
  japanDayOrDash,
  japanFullDate,
  japanFullTime,
  japanIsoDay,
  japanWeekday,
  zonedClock,
  zonedTime,
} from '../ui/japan-text.ts';
export { groupThousands };

const LONG_DISTANCE_CODES = ['1', '7'];

/** For sentences; on its own an amount is shown by `Money`. */
export const yen = (amountYen: number): string => `${groupThousands(amountYen)}${THIN_SPACE}¥`;
export const km = (value: number): string => `${groupThousands(value)}${THIN_SPACE}${t('unit.km')}`;
export const cc = (value: number): string => `${groupThousands(value)}${THIN_SPACE}${t('unit.cc')}`;

/** `+7 (999) 123-45-67` for eleven digits of country code 1 or 7, else `+` and the digits (decisions D7.7). */
export function phone(text: string): string {
  const digits = text.replace(/\D/g, '');
  if (digits.length !== 11 || !LONG_DISTANCE_CODES.includes(digits.charAt(0))) return digits && `+${digits}`;
  const [, code, area, first, second, third] = /^(\d)(\d{3})(\d{3})(\d{2})(\d{2})$/.exec(digits) ?? [];
  return `+${code} (${area}) ${first}-${second}-${third}`;
}

/** A number where -1 means no limit: `Any` (decisions D4.14). */
export const orAny = (count: number, format: (count: number) => string = groupThousands): string =>
  count === -1 ? t('Common.Any') : format(count);
