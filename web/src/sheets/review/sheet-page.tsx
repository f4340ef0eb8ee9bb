import type { Contradiction, ReviewItem } from '@seri/contract/sheets/review-routes.ts';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../shell/i18n/i18n.ts';
import { Segmented } from '../../ui/actions/segmented.tsx';
import { fieldText } from '../value-text.ts';
import css from './review.module.css';

interface SheetPageProps {
  pageImage: string;
  photo: string;
  items: readonly ReviewItem[];
  contradictions: readonly Contradiction[];
  currentId: number | null;
  view: 'straight' | 'photo';
  onView: (view: 'straight' | 'photo') => void;
  onPick: (id: number) => void;
}

const ZOOMS = [1, 1.5, 2, 3];

export type ItemState = 'read' | 'unread' | 'differs';

export const stateOf = (item: ReviewItem, contradictions: readonly Contradiction[]): ItemState => {
  if (contradictions.some(({ itemId, decision }) => itemId === item.id && decision === null)) return 'differs';
  return item.ja === null && item.en === null && !item.corrected ? 'unread' : 'read';
};

/** The whole sheet with a box for each item; the photo as it came has none, since boxes are of the straightened page. */
export function SheetPage({
  pageImage,
  photo,
  items,
  contradictions,
  currentId,
  view,
  onView,
  onPick,
}: SheetPageProps) {
  const [zoom, setZoom] = useState(1);
  const current = useRef<HTMLButtonElement>(null);
  // Only the sheet scrolls: the item beside it is where the reader looks.
  useEffect(() => {
    if (currentId !== null) current.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [currentId]);
  const step = (by: 1 | -1) => setZoom((before) => ZOOMS[ZOOMS.indexOf(before) + by] ?? before);
  return (
    <section className={css.sheet} aria-label={t('sheets.original')}>
      <div className={css.head}>
        <h2>{t('sheets.original')}</h2>
        <div className={css.buttons}>
          <Segmented
            name={t('sheets.version')}
            value={view}
            options={[
              { value: 'straight', label: t('sheets.review.straight') },
              { value: 'photo', label: t('sheets.review.photo') },
            ]}
            onChange={onView}
          />
          <button type="button" className={css.zoom} aria-label={t('lots.photos.zoomOut')} onClick={() => step(-1)}>
            −
          </button>
          <button type="button" className={css.zoom} aria-label={t('lots.photos.zoomIn')} onClick={() => step(1)}>
            +
          </button>
        </div>
      </div>
      <div className={css.paper}>
        <div className={css.page} style={{ width: `${zoom * 100}%` }}>
          <img src={view === 'straight' ? pageImage : photo} alt={t('sheets.review.pageAlt')} decoding="async" />
          {view === 'straight' &&
            items.map((item) => (
              <button
                key={item.id}
                ref={item.id === currentId ? current : undefined}
                type="button"
                className={css.box}
                data-state={stateOf(item, contradictions)}
                data-current={item.id === currentId || undefined}
                aria-label={`${fieldText(item.field)}: ${item.ja ?? t('sheets.review.notRead')}`}
                style={{
                  left: `${item.box.left / 10}%`,
                  top: `${item.box.top / 10}%`,
                  width: `${item.box.width / 10}%`,
                  height: `${item.box.height / 10}%`,
                }}
                onClick={() => onPick(item.id)}
                onPointerEnter={(event) => event.pointerType === 'mouse' && onPick(item.id)}
              />
            ))}
        </div>
      </div>
      <p className={`small ${css.key}`}>
        {(['read', 'unread', 'differs'] as const).map((state) => (
          <span key={state}>
            <i className={css.sample} data-state={state} aria-hidden /> {t(`sheets.review.key.${state}`)}
          </span>
        ))}
      </p>
    </section>
  );
}
