import { groupThousands, THIN_SPACE } from '../../ui/theme/number-text.ts';
import { t } from './i18n.ts';

export { shownPhone as phone } from '@seri/contract/auth/fields.ts';
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
  zonedSpan,
  zonedTime,
} from '../../ui/data/japan-text.ts';
export { groupThousands };

/** For sentences; a separate amount uses `Money`. */
export const yen = (amountYen: number): string => `${groupThousands(amountYen)}${THIN_SPACE}¥`;
export const km = (value: number): string => `${groupThousands(value)}${THIN_SPACE}${t('unit.km')}`;
export const cc = (value: number): string => `${groupThousands(value)}${THIN_SPACE}${t('unit.cc')}`;

/** A number where -1 means no limit: `Any` (business-rules.md#unlimited). */
export const orAny = (count: number, format: (count: number) => string = groupThousands): string =>
  count === -1 ? t('Common.Any') : format(count);
