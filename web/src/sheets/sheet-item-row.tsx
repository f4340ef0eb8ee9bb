import { USER_TYPE } from '@seri/contract/auth/permissions.ts';
import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../shell/i18n/i18n.ts';
import { useSessionState } from '../shell/session/session.ts';
import { IconButton } from '../ui/actions/icon-button.tsx';
import { CorrectItem } from './correct-item.tsx';
import { fieldWord } from './field-word.ts';
import css from './sheet.module.css';
import type { ShownItem } from './sheet-queries.ts';
import { sureness } from './sureness.ts';

/** One item of the sheet: its picture, the translation, the Japanese, and the confidence in words. */
export function SheetItemRow({ item }: { item: ShownItem }) {
  const [isEditing, setEditing] = useState(false);
  const isManager = useSessionState().session?.detail.userType === USER_TYPE.manager;
  const { field, ja, text, crop, corrected, confidence } = item;
  const isUnread = ja === '';
  return (
    <li className={css.item}>
      <img src={crop} alt={t('sheets.cropAlt', { field: fieldWord(field) })} loading="lazy" decoding="async" />
      <div className={css.words}>
        <span>{isUnread ? fieldWord(field) : (text ?? t('sheets.noTranslation'))}</span>
        {!isUnread && (
          <span className="quiet small" lang="ja">
            {ja}
          </span>
        )}
        {!isUnread && (
          <span className="quiet small">{t(corrected ? 'sheets.sure.corrected' : sureness(confidence))}</span>
        )}
      </div>
      {isManager && !isEditing && (
        <IconButton name={t('sheets.correct', { word: ja || fieldWord(field) })} onClick={() => setEditing(true)}>
          <IconPencil size={18} stroke={1.5} aria-hidden />
        </IconButton>
      )}
      {isEditing && <CorrectItem item={item} onDone={() => setEditing(false)} />}
    </li>
  );
}
