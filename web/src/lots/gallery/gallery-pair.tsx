import { useState } from 'react';
import { t } from '../../shell/i18n/i18n.ts';
import { Photo } from '../../shell/photo.tsx';
import css from './gallery.module.css';
import type { GalleryProps } from './gallery.tsx';
import { GalleryArrows, GalleryPreview, NoPhotos } from './gallery-parts.tsx';
import { useGallery } from './use-gallery.ts';

/** Past sales show two photos at a time (business-rules.md#lot-page). */
export function GalleryPair({ images, name, onPreview }: GalleryProps) {
  const { photos, index, show, drop, onKeyDown } = useGallery(images);
  const [opened, setOpened] = useState<number | null>(null);
  const preview = (at: number | null) => {
    setOpened(at);
    onPreview?.(at !== null);
  };
  if (photos.length === 0) return <NoPhotos />;
  const pair = photos.length === 1 ? [0] : [index, (index + 1) % photos.length];
  return (
    <section className={css.gallery} aria-label={t('lots.photos.name')} onKeyDown={onKeyDown}>
      <div className={css.mainPhoto}>
        <div className={css.pair}>
          {pair.map((at, place) => (
            <button
              key={photos[at]}
              type="button"
              className={css.open}
              aria-label={`${t('lots.photos.open')}: ${at + 1}`}
              data-autofocus={place === 0 || undefined}
              onClick={() => preview(at)}
            >
              <Photo
                src={photos[at]}
                alt={t('lots.photos.one', { car: name, n: at + 1, count: photos.length })}
                sizes="(max-width: 1023px) 50vw, 400px"
                eager
                onFail={() => drop(photos[at] ?? '')}
              />
            </button>
          ))}
        </div>
        <span className={css.count} aria-hidden="true">
          {pair.map((at) => at + 1).join(', ')} / {photos.length}
        </span>
        {photos.length > 2 && <GalleryArrows index={index} show={show} />}
      </div>
      {opened !== null && (
        <GalleryPreview photos={photos} index={opened} name={name} show={setOpened} onClose={() => preview(null)} />
      )}
    </section>
  );
}
