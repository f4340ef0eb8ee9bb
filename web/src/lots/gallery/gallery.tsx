import { LOT_PHOTO_SIZES } from '@seri/contract/photos/sources.ts';
import { IconMaximize } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../shell/i18n/i18n.ts';
import { Photo } from '../../shell/photo.tsx';
import css from './gallery.module.css';
import { GalleryArrows, GalleryPreview, NoPhotos } from './gallery-parts.tsx';
import { useGallery } from './use-gallery.ts';

export interface GalleryProps {
  images: readonly string[];
  name: string;
  /** Called when the full-screen photo opens or closes, so that the page below ignores keys meanwhile. */
  onPreview?: (isOpen: boolean) => void;
}

/** Photo of the lot with four visible thumbnails, arrows, and full screen with zoom. Omits photos that fail to load. */
export function Gallery({ images, name, onPreview }: GalleryProps) {
  const { photos, index, show, drop, onKeyDown } = useGallery(images);
  const [isOpen, setOpen] = useState(false);
  const strip = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Scroll the strip only: scrollIntoView would also scroll the page.
    const [box, thumb] = [strip.current, strip.current?.children[index] as HTMLElement | undefined];
    if (!(box && thumb)) return;
    const left = thumb.offsetLeft - box.offsetLeft;
    const top = thumb.offsetTop - box.offsetTop;
    if (left < box.scrollLeft || left + thumb.offsetWidth > box.scrollLeft + box.clientWidth) box.scrollLeft = left - 2;
    if (top < box.scrollTop || top + thumb.offsetHeight > box.scrollTop + box.clientHeight) box.scrollTop = top - 2;
  }, [index]);
  const preview = (open: boolean) => {
    setOpen(open);
    onPreview?.(open);
  };
  const photo = photos[index];
  if (photo === undefined) return <NoPhotos />;
  return (
    <section className={css.gallery} aria-label={t('lots.photos.name')} onKeyDown={onKeyDown}>
      <div className={css.mainPhoto}>
        <button
          type="button"
          className={css.open}
          aria-label={t('lots.photos.open')}
          data-autofocus
          onClick={() => preview(true)}
        >
          <Photo
            key={photo}
            src={photo}
            alt={t('lots.photos.one', { car: name, n: index + 1, count: photos.length })}
            sizes={LOT_PHOTO_SIZES}
            eager
            onFail={() => drop(photo)}
          />
        </button>
        <span className={css.count} aria-hidden="true">
          {index + 1} / {photos.length}
        </span>
        <IconMaximize className={css.zoom} size={20} stroke={1.5} aria-hidden />
        {photos.length > 1 && <GalleryArrows index={index} show={show} />}
      </div>
      {photos.length > 1 && (
        <div ref={strip} className={css.thumbs}>
          {photos.map((thumb, at) => (
            <button
              key={thumb}
              type="button"
              aria-label={t('lots.photos.show', { n: at + 1 })}
              aria-current={at === index}
              onClick={() => show(at)}
            >
              <Photo src={thumb} alt="" sizes="160px" onFail={() => drop(thumb)} />
            </button>
          ))}
        </div>
      )}
      <p className="visually-hidden" role="status">
        {index > 0 && t('lots.photos.shown', { n: index + 1, count: photos.length })}
      </p>
      {isOpen && (
        <GalleryPreview photos={photos} index={index} name={name} show={show} onClose={() => preview(false)} />
      )}
    </section>
  );
}
