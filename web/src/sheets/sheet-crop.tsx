import type { CarLot } from '@seri/contract/lots/records.ts';
import { CROP_ASPECT } from '@seri/contract/sheets/crop.ts';
import { t } from '../shell/i18n/i18n.ts';
import css from './production-month.module.css';

/** Part of the sheet with the first registration; nothing for a lot without a sheet. */
export function SheetCrop({ sheet }: { sheet: CarLot['mopDeail'] }) {
  if (!sheet.auctionSheet) return null;
  return (
    <div
      role="img"
      aria-label={t('MonthOfProduction.crop')}
      className={css.crop}
      style={{
        aspectRatio: CROP_ASPECT,
        backgroundImage: `url("${sheet.auctionSheet}")`,
        backgroundSize: sheet.backgroundSize,
        backgroundPosition: sheet.backgroundPosition,
      }}
    />
  );
}
