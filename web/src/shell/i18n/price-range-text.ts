import { groupThousands } from '../../ui/theme/number-text.ts';
import { language, t } from './i18n.ts';

const MILLION = 1_000_000;
const format = new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** `1.58–1.88m ¥`, below a million `640–840k ¥`. */
export function priceRangeText(lowYen: number, highYen: number): string {
  if (highYen < MILLION)
    return t('lots.range.thousands', {
      range: `${groupThousands(Math.round(lowYen / 1_000))}–${groupThousands(Math.round(highYen / 1_000))}`,
    });
  return t('lots.range.millions', { range: `${format.format(lowYen / MILLION)}–${format.format(highYen / MILLION)}` });
}
