import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { Suspense } from 'react';
import { t } from '../../shell/i18n/i18n.ts';
import { lazyPart } from '../../ui/loading/lazy-part.tsx';
import css from './gallery.module.css';

const PhotoViewer = lazyPart(() => import('./photo-viewer.tsx'), 'PhotoViewer');

interface NavigationProps {
  index: number;
  show: (index: number) => void;
}

/** Arrows on both sides, large enough for touch. */
export function GalleryArrows({ index, show }: NavigationProps) {
  return (
    <>
      <button type="button" className={css.before} aria-label={t('lots.photos.before')} onClick={() => show(index - 1)}>
        <IconChevronLeft size={20} stroke={1.5} aria-hidden />
      </button>
      <button type="button" className={css.next} aria-label={t('lots.photos.next')} onClick={() => show(index + 1)}>
        <IconChevronRight size={20} stroke={1.5} aria-hidden />
      </button>
    </>
  );
}

/** Replaces missing photos at the same height. */
export function NoPhotos() {
  return <p className={css.none}>{t('lots.photos.none')}</p>;
}

interface PreviewProps extends NavigationProps {
  photos: readonly string[];
  name: string;
  onClose: () => void;
}

/** Full-screen photo with zoom and counter. */
export function GalleryPreview({ photos, index, name, show, onClose }: PreviewProps) {
  return (
    <Suspense>
      <PhotoViewer images={photos} index={index} alt={name} onMove={show} onClose={onClose} />
    </Suspense>
  );
}
