import { IconMaximize } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { t } from '../shell/i18n.ts';
import { IconButton } from '../ui/icon-button.tsx';
import css from './auction-sheet.module.css';

const PhotoViewer = lazy(() => import('./photo-viewer.tsx').then((module) => ({ default: module.PhotoViewer })));

/** The house's sheet, white paper in both themes; enlarges on a click. Left out when it does not load. */
export function AuctionSheet({ src, car }: { src: string; car: string }) {
  const [hasFailed, setFailed] = useState(false);
  const [isOpen, setOpen] = useState(false);
  if (hasFailed) return null;
  return (
    <section className={css.sheet} aria-label={t('lots.sheet.name')}>
      <div className={css.head}>
        <h2>{t('lots.sheet.name')}</h2>
        <IconButton bordered name={t('lots.sheet.open')} onClick={() => setOpen(true)}>
          <IconMaximize size={20} stroke={1.5} aria-hidden />
        </IconButton>
      </div>
      <button type="button" className={css.paper} aria-label={t('lots.sheet.open')} onClick={() => setOpen(true)}>
        <img
          src={src}
          alt={t('lots.sheet.alt', { car })}
          loading="lazy"
          decoding="async"
          onError={() => setFailed(true)}
        />
      </button>
      {isOpen && (
        <Suspense>
          <PhotoViewer images={[src]} index={0} alt={t('lots.sheet.alt', { car })} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </section>
  );
}
