import type { Contradiction, ReviewItem } from '@seri/contract/sheets/review-routes.ts';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { t } from '../../shell/i18n/i18n.ts';
import { Segmented } from '../../ui/actions/segmented.tsx';
import { fieldText } from '../value-text.ts';
import css from './review.module.css';
import { MAX_ZOOM, MIN_ZOOM, scrollTo, type ZoomPoint, zoomByWheel } from './sheet-zoom.ts';

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

const ZOOM_STEP = 1.5;

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
  const src = view === 'straight' ? pageImage : photo;
  const [loaded, setLoaded] = useState('');
  const [zoom, setZoom] = useState(1);
  const current = useRef<HTMLButtonElement>(null);
  // Only the sheet scrolls: the item beside it is where the reader looks.
  useEffect(() => {
    if (currentId !== null) current.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [currentId]);
  const step = (by: number) => setZoom((before) => Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, before * by)));
  const paper = useRef<HTMLDivElement>(null);
  const page = useRef<HTMLDivElement>(null);
  const kept = useRef<(ZoomPoint & { zoom: number }) | null>(null);
  const turned = useEffectEvent((event: WheelEvent) => {
    const [frame, whole] = [paper.current, page.current?.getBoundingClientRect()];
    const next = zoomByWheel(zoom, event);
    // At either end the wheel scrolls the page as usual.
    if (!frame || !whole || next === zoom) return;
    event.preventDefault();
    const edge = frame.getBoundingClientRect();
    kept.current = {
      zoom: next,
      x: (event.clientX - whole.left) / whole.width,
      y: (event.clientY - whole.top) / whole.height,
      leftPx: event.clientX - edge.left - frame.clientLeft,
      topPx: event.clientY - edge.top - frame.clientTop,
    };
    setZoom(next);
  });
  useEffect(() => {
    const frame = paper.current;
    const onWheel = (event: WheelEvent) => turned(event);
    // React's own listeners cannot keep the page from scrolling.
    frame?.addEventListener('wheel', onWheel, { passive: false });
    return () => frame?.removeEventListener('wheel', onWheel);
  }, []);
  useLayoutEffect(() => {
    const { current: frame } = paper;
    const { current: whole } = page;
    // The page has its new size only after the zoom is drawn.
    if (kept.current?.zoom !== zoom || !frame || !whole) return;
    const { left, top } = scrollTo(kept.current, { widthPx: whole.offsetWidth, heightPx: whole.offsetHeight });
    frame.scrollLeft = left;
    frame.scrollTop = top;
    kept.current = null;
  }, [zoom]);
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
          <button
            type="button"
            className={css.zoom}
            aria-label={t('lots.photos.zoomOut')}
            onClick={() => step(1 / ZOOM_STEP)}
          >
            −
          </button>
          <button
            type="button"
            className={css.zoom}
            aria-label={t('lots.photos.zoomIn')}
            onClick={() => step(ZOOM_STEP)}
          >
            +
          </button>
        </div>
      </div>
      <div className={css.paper} ref={paper}>
        <div className={css.page} ref={page} style={{ width: `${zoom * 100}%` }}>
          <img
            src={src}
            alt={t('sheets.review.pageAlt')}
            decoding="async"
            data-loaded={loaded === src || undefined}
            onLoad={() => setLoaded(src)}
          />
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
