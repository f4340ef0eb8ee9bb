import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { t } from '../shell/i18n/i18n.ts';
import { Photo } from '../shell/photo.tsx';
import css from './car.module.css';

interface CarPhotosProps {
  images: readonly string[];
  title: string;
}

/** One large photo, the others below it. */
export function CarPhotos({ images, title }: CarPhotosProps) {
  const [index, setIndex] = useState(0);
  const count = images.length;
  const turn = (by: number) => setIndex((index + by + count) % count);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') turn(-1);
    if (event.key === 'ArrowRight') turn(1);
  };
  const photoText = (at: number) => t('purchases.photo', { number: at + 1, count });
  return (
    <section className={css.photos} aria-label={t('purchases.photos')} onKeyDown={onKeyDown}>
      <div className={css.mainPhoto}>
        <Photo
          src={images[index]}
          alt={count > 0 ? `${title}, ${photoText(index)}` : ''}
          sizes="(max-width: 1023px) 100vw, 400px"
          eager
        />
        {count > 1 && (
          <>
            <button
              type="button"
              className={css.arrow}
              aria-label={t('purchases.photo.previous')}
              onClick={() => turn(-1)}
            >
              <IconChevronLeft size={20} stroke={1.5} aria-hidden />
            </button>
            <button
              type="button"
              className={css.arrow}
              data-next
              aria-label={t('purchases.photo.next')}
              onClick={() => turn(1)}
            >
              <IconChevronRight size={20} stroke={1.5} aria-hidden />
            </button>
            <span className={css.counter}>
              {index + 1} / {count}
            </span>
          </>
        )}
      </div>
      {count > 1 && (
        <ul className={css.thumbs}>
          {images.map((image, at) => (
            <li key={image}>
              <button type="button" aria-label={photoText(at)} aria-pressed={at === index} onClick={() => setIndex(at)}>
                <Photo src={image} alt="" sizes="100px" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
