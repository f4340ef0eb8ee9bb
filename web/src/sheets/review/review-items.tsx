import type { Contradiction, ReviewItem } from '@seri/contract/sheets/review-routes.ts';
import { useEffect, useRef, useState } from 'react';
import { errorText } from '../../shell/api/error-text.ts';
import { language, t } from '../../shell/i18n/i18n.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { Segmented } from '../../ui/actions/segmented.tsx';
import { fieldText, valueText } from '../value-text.ts';
import { DecidePanel } from './decide-panel.tsx';
import { EditItem } from './edit-item.tsx';
import css from './review.module.css';
import type { ReviewChanges } from './review-queries.ts';
import { type ItemState, stateOf } from './sheet-page.tsx';

interface ReviewItemsProps {
  lotId: string;
  items: readonly ReviewItem[];
  contradictions: readonly Contradiction[];
  /** Open bids on the lot. */
  bids: number;
  isNotifying: boolean;
  onNotify: (isNotifying: boolean) => void;
  currentId: number | null;
  editingId: number | null;
  changes: ReviewChanges;
  onPick: (id: number) => void;
  onEdit: (id: number | null) => void;
  /** Called with whether the open form has text that would be lost. */
  onDirty: (isDirty: boolean) => void;
  onSaved: () => void;
}

/** Items of a sheet with their crops: contradictions, then unread places, then the others. */
export function ReviewItems(props: ReviewItemsProps) {
  const { items, contradictions } = props;
  const [shown, setShown] = useState<'check' | 'all'>('check');
  const of = (state: ItemState) => items.filter((item) => stateOf(item, contradictions) === state);
  const [differs, unread, read] = [of('differs'), of('unread'), of('read')];
  const part = (title: string, list: readonly ReviewItem[]) =>
    list.length > 0 && (
      <section aria-label={title}>
        <h3>{title}</h3>
        <ul className={css.items}>
          {list.map((item) => (
            <ItemRow key={item.id} {...props} item={item} />
          ))}
        </ul>
      </section>
    );
  return (
    <div className={`panel ${css.list}`}>
      <div className={css.head}>
        <span>
          <b>{t('sheets.review.readCount', { count: read.length + differs.length })}</b>{' '}
          <span className="quiet small">{t('sheets.review.unreadCount', { count: unread.length })}</span>
        </span>
        <Segmented
          name={t('sheets.review.shownItems')}
          value={shown}
          options={[
            { value: 'check', label: t('sheets.review.toCheck', { n: differs.length + unread.length }) },
            { value: 'all', label: t('sheets.review.allItems', { n: items.length }) },
          ]}
          onChange={setShown}
        />
      </div>
      {part(t('sheets.review.contradiction'), differs)}
      {part(t('sheets.review.notRead'), unread)}
      {shown === 'all' && part(t('sheets.review.read'), read)}
      {shown === 'check' && (
        <p className={css.fold}>
          {items.length > 0 && differs.length + unread.length === 0 && `${t('sheets.review.allChecked')} `}
          {read.length > 0 && (
            <ActionButton kind="quiet" size="sm" onClick={() => setShown('all')}>
              {t('sheets.review.showRead', { count: read.length })}
            </ActionButton>
          )}
        </p>
      )}
    </div>
  );
}

interface ItemRowProps extends ReviewItemsProps {
  item: ReviewItem;
}

function ItemRow({ item, contradictions, currentId, editingId, changes, onPick, ...rest }: ItemRowProps) {
  const { lotId, bids, isNotifying, onNotify, onEdit, onDirty, onSaved } = rest;
  const ref = useRef<HTMLLIElement>(null);
  const isCurrent = item.id === currentId;
  useEffect(() => {
    if (isCurrent) ref.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  const found = contradictions.find(({ itemId }) => itemId === item.id);
  const state = stateOf(item, contradictions);
  const text = language === 'ru' ? item.ru : item.en;
  return (
    <li ref={ref} data-current={isCurrent || undefined} onPointerEnter={() => onPick(item.id)}>
      <div className={css.item}>
        <span className={css.name}>{fieldText(item.field)}</span>
        <img src={item.crop} alt={t('sheets.cropAlt', { field: fieldText(item.field) })} loading="lazy" />
        <span className={css.value}>
          {item.ja !== null && (
            <>
              {/* "2: poor" repeats the grade itself. */}
              {!text?.startsWith(item.ja) && <b lang="ja">{item.ja}</b>} {text !== null && text}
            </>
          )}
          {item.ja === null && (text ?? <span className="quiet">{t('sheets.review.notRead')}</span>)}
          {found && (
            <span className="quiet small">
              {' '}
              {t('sheets.review.list', { value: valueText(found.field, found.listValue) })}
            </span>
          )}
        </span>
        <span className={css.state} data-state={state}>
          {item.corrected ? t('sheets.sure.corrected') : t(`sheets.review.state.${state}`)}
        </span>
        <span className={css.buttons}>
          <ActionButton kind="quiet" size="sm" onClick={() => onEdit(item.id)}>
            {t('sheets.review.type')}
          </ActionButton>
          {!item.corrected && (
            <ActionButton
              kind="quiet"
              size="sm"
              disabled={changes.illegible.isPending}
              onClick={() => changes.illegible.mutate(item.id)}
            >
              {t('sheets.review.illegible')}
            </ActionButton>
          )}
        </span>
      </div>
      {isCurrent && changes.illegible.error && (
        <p role="alert" className={css.problem}>
          {errorText(changes.illegible.error)}
        </p>
      )}
      {found && state === 'differs' && (
        <DecidePanel
          lotId={lotId}
          contradiction={found}
          {...{ bids, isNotifying, onNotify }}
          isCurrent={isCurrent}
          changes={changes}
        />
      )}
      {editingId === item.id && (
        <EditItem item={item} changes={changes} onDirty={onDirty} onSaved={onSaved} onDone={() => onEdit(null)} />
      )}
    </li>
  );
}
