import { IconChevronLeft, IconChevronRight, IconMaximize } from '@tabler/icons-react';
import { type KeyboardEvent, lazy, Suspense, useRef, useState } from 'react';
import { t } from '../shell/i18n.ts';
import { Photo } from '../ui/photo.tsx';
import css from './gallery.module.css';

const PhotoViewer = lazy(() => import('./photo-viewer.tsx').then((module) => ({ default: module.PhotoViewer })));

/** The photo of the lot with thumbnails, four in view; arrows, and full screen with zoom. Photos that fail are left out. */
export function Gallery({ images, name }: { images: readonly string[]; name: string }) {
  const [failed, setFailed] = useState<readonly string[]>([]);
  const [shownAt, setShownAt] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const strip = useRef<HTMLDivElement>(null);
  const photos = images.filter((image) => !failed.includes(image));
  const index = Math.min(shownAt, Math.max(0, photos.length - 1));

  const show = (next: number) => {
    const wrapped = (next + photos.length) % photos.length;
    setShownAt(wrapped);
    strip.current?.children[wrapped]?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') show(index - 1);
    if (event.key === 'ArrowRight') show(index + 1);
  };
  if (photos.length === 0) return <Photo src={null} alt="" sizes="100vw" className={css.none ?? ''} />;
  const drop = (image: string) => setFailed((before) => [...before, image]);
  return (
    <section className={css.gallery} aria-label={t('lots.photos.name')} onKeyDown={onKeyDown}>
      <div className={css.stage}>
        <button type="button" className={css.open} aria-label={t('lots.photos.open')} onClick={() => setOpen(true)}>
          <Photo
            key={photos[index]}
            src={photos[index]}
            alt={t('lots.photos.one', { car: name, n: index + 1, count: photos.length })}
            sizes="(max-width: 1023px) 100vw, 640px"
            eager
            onFail={() => drop(photos[index] ?? '')}
          />
        </button>
        <span className={css.count} aria-hidden="true">
          {index + 1} / {photos.length}
        </span>
        <IconMaximize className={css.zoom} size={20} stroke={1.5} aria-hidden />
        {photos.length > 1 && (
          <>
            <button
              type="button"
              className={css.before}
              aria-label={t('lots.photos.before')}
              onClick={() => show(index - 1)}
            >
              <IconChevronLeft size={20} stroke={1.5} aria-hidden />
            </button>
            <button
              type="button"
              className={css.next}
              aria-label={t('lots.photos.next')}
              onClick={() => show(index + 1)}
            >
              <IconChevronRight size={20} stroke={1.5} aria-hidden />
            </button>
          </>
        )}
      </div>
      {photos.length > 1 && (
        <div ref={strip} className={css.thumbs}>
          {photos.map((photo, at) => (
            <button
              key={photo}
              type="button"
              aria-label={t('lots.photos.show', { n: at + 1 })}
              aria-current={at === index}
              onClick={() => show(at)}
            >
              <Photo src={photo} alt="" sizes="160px" onFail={() => drop(photo)} />
            </button>
          ))}
        </div>
      )}
      {isOpen && (
        <Suspense>
          <PhotoViewer images={photos} index={index} alt={name} onMove={show} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </section>
  );
}
