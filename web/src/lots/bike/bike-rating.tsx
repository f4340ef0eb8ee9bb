import { findingIn, partIn } from '@seri/contract/lots/inspection-words.ts';
import { useState } from 'react';
import { glossaryOverrides } from '../../shell/glossary-overrides.ts';
import { language, t } from '../../shell/i18n/i18n.ts';
import { Photo } from '../../shell/photo.tsx';
import { GalleryPreview } from '../gallery/gallery-parts.tsx';
import { useGallery } from '../gallery/use-gallery.ts';
import css from './bike-inspection.module.css';
import type { Rating, Zone } from './inspection-text.ts';

interface RatingBlockProps extends Pick<Rating, 'value' | 'findings'> {
  zone: Zone;
  images: readonly string[];
}

/** One zone of a motorcycle: rating, findings and photos. */
export function RatingBlock({ zone, value, findings, images }: RatingBlockProps) {
  const { photos, index, show, drop } = useGallery(images);
  const [isOpen, setOpen] = useState(false);
  const title = t(`lots.bike.zone.${zone}`);
  return (
    <section className={css.rating} aria-label={title}>
      <div className={css.mark}>
        <h3>{title}</h3>
        <span>
          <span className="visually-hidden">{t('lots.bike.rating')} </span>
          <b>{value ?? '–'}</b>
        </span>
      </div>
      {findings.length > 0 && (
        <dl className={css.findings}>
          {findings.map(({ part, finding }) => (
            <div key={part}>
              <dt>{partIn(part, language, glossaryOverrides)}</dt>
              <dd>{finding === null ? '–' : findingIn(finding, language, glossaryOverrides)}</dd>
            </div>
          ))}
        </dl>
      )}
      {photos.length > 0 && (
        <div className={css.photos}>
          {photos.map((photo, at) => (
            <button
              key={photo}
              type="button"
              aria-label={t('lots.bike.photo', { zone: title, n: at + 1, count: photos.length })}
              onClick={() => {
                show(at);
                setOpen(true);
              }}
            >
              <Photo src={photo} alt="" sizes="120px" onFail={() => drop(photo)} />
            </button>
          ))}
        </div>
      )}
      {isOpen && (
        <GalleryPreview photos={photos} index={index} name={title} show={show} onClose={() => setOpen(false)} />
      )}
    </section>
  );
}
