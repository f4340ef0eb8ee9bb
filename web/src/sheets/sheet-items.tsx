import { SHEET_FIELDS } from '@seri/contract/sheets/fields.ts';
import type { SheetItem } from '@seri/contract/sheets/routes.ts';
import { useQuery } from '@tanstack/react-query';
import { t } from '../shell/i18n/i18n.ts';
import { fieldWord } from './field-word.ts';
import css from './sheet.module.css';
import { SheetItemRow } from './sheet-item-row.tsx';
import { sheetQueries } from './sheet-queries.ts';
import { TranslationFailed, TranslationWaits } from './translation-state.tsx';

/** Recognised values by form field, each with its crop of the sheet, and the unreadable ones. */
export function SheetItems({ src }: { src: string }) {
  const { data, error, refetch } = useQuery(sheetQueries.items(src));
  if (error) return <TranslationFailed error={error} onRetry={() => void refetch()} onBack={() => void refetch()} />;
  if (!data) return <TranslationWaits />;
  const { items, unread } = data;
  return (
    <section className={css.items} aria-label={t('sheets.items')}>
      <h3>{t('sheets.items')}</h3>
      <p className="quiet small">{t(items.length + unread.length === 0 ? 'sheets.itemsNone' : 'sheets.itemsNote')}</p>
      {byField(items).map(([field, ofField]) => (
        <div key={field} className={css.field}>
          <h4>{fieldWord(field)}</h4>
          <ul>
            {ofField.map((item) => (
              <SheetItemRow key={item.id} item={item} />
            ))}
          </ul>
        </div>
      ))}
      {unread.length > 0 && (
        <div className={css.field}>
          <h4>{t('sheets.unread')}</h4>
          <p className="quiet small">{t('sheets.unreadNote')}</p>
          <ul>
            {unread.map(({ id, field, crop }) => (
              <SheetItemRow key={id} item={{ id, field, crop, ja: '', text: null, confidence: 0, corrected: false }} />
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

/** In the order of the form. */
const byField = (items: readonly SheetItem[]): [string, SheetItem[]][] =>
  SHEET_FIELDS.map((field): [string, SheetItem[]] => [field, items.filter((item) => item.field === field)]).filter(
    ([, ofField]) => ofField.length > 0,
  );
