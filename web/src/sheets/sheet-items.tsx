import { USER_TYPE } from '@seri/contract/auth/permissions.ts';
import { SHEET_FIELDS } from '@seri/contract/sheets/fields.ts';
import type { SheetItem } from '@seri/contract/sheets/routes.ts';
import { IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../shell/i18n/i18n.ts';
import { useSessionState } from '../shell/session/session.ts';
import { IconButton } from '../ui/actions/icon-button.tsx';
import { CorrectItem } from './correct-item.tsx';
import css from './sheet.module.css';
import { type ShownItem, sheetQueries } from './sheet-queries.ts';
import { TranslationFailed, TranslationWaits } from './translation-state.tsx';
import { fieldText } from './value-text.ts';

/** Recognised values by form field, each with its crop of the sheet, and the unreadable ones. */
interface SheetItemsProps {
  src: string;
  /** Called with the place of the item under the pointer or focus. */
  onPoint: (box: ItemBox | null) => void;
}

export type ItemBox = SheetItem['box'];

export function SheetItems({ src, onPoint }: SheetItemsProps) {
  const { data, error, refetch } = useQuery(sheetQueries.items(src));
  if (error) return <TranslationFailed error={error} onRetry={() => void refetch()} onBack={() => void refetch()} />;
  if (!data) return <TranslationWaits />;
  const { items, unread, reader } = data;
  return (
    <section className={css.items} aria-label={t('sheets.items')}>
      <h3>{t('sheets.items')}</h3>
      <p className="quiet small">{t(items.length + unread.length === 0 ? 'sheets.itemsNone' : 'sheets.itemsNote')}</p>
      {reader === 'service' && <p className="quiet small">{t('sheets.byService')}</p>}
      {byField(items).map(([field, ofField]) => (
        <div key={field} className={css.field}>
          <h4>{fieldText(field)}</h4>
          <ul>
            {ofField.map((item) => (
              <SheetItemRow key={item.id} item={item} onPoint={(is) => onPoint(is ? item.box : null)} />
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

/** One item of the sheet: its picture, the translation, the Japanese, and the confidence in words. */
function SheetItemRow({ item, onPoint }: { item: ShownItem; onPoint?: (is: boolean) => void }) {
  const [isEditing, setEditing] = useState(false);
  const isManager = useSessionState().session?.detail.userType === USER_TYPE.manager;
  const { field, ja, text, crop, corrected, confidence } = item;
  const isUnread = ja === '' && text === null;
  return (
    <li
      className={css.item}
      onPointerEnter={() => onPoint?.(true)}
      onPointerLeave={() => onPoint?.(false)}
      onFocus={() => onPoint?.(true)}
      onBlur={() => onPoint?.(false)}
    >
      <img src={crop} alt={t('sheets.cropAlt', { field: fieldText(field) })} loading="lazy" decoding="async" />
      <div className={css.text}>
        <span>{isUnread ? fieldText(field) : (text ?? t('sheets.noTranslation'))}</span>
        {!isUnread && (
          <span className="quiet small" lang="ja">
            {ja}
          </span>
        )}
        {!isUnread && (
          <span className="quiet small">{t(corrected ? 'sheets.sure.corrected' : confidenceKey(confidence))}</span>
        )}
      </div>
      {isManager && !isEditing && (
        <IconButton name={t('sheets.correct', { word: ja || fieldText(field) })} onClick={() => setEditing(true)}>
          <IconPencil size={18} stroke={1.5} aria-hidden />
        </IconButton>
      )}
      {isEditing && <CorrectItem item={item} onDone={() => setEditing(false)} />}
    </li>
  );
}

const SURE = 0.9;
const LIKELY = 0.75;

/** Confidence of a reading as a text key, since a number would suggest false precision. */
const confidenceKey = (confidence: number) =>
  confidence >= SURE ? 'sheets.sure.sure' : confidence >= LIKELY ? 'sheets.sure.likely' : 'sheets.sure.unsure';
