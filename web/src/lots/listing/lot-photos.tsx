import type { PageType } from '@seri/contract/lots/page-types.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { Photo } from '../../shell/photo.tsx';
import { CompareTick } from '../compare/compare-tick.tsx';
import { photosShown } from '../core/listing-page.ts';
import { lotTitle } from '../core/lot-texts.ts';
import type { ListedLot } from '../core/queries.ts';
import css from './lot-photos.module.css';
import { useLotWindow } from './lot-windows-context.ts';

interface LotPhotosProps {
  pageType: PageType;
  lot: ListedLot;
  sizes: string;
  eager: boolean;
  /** Number of photos: as the page type shows, or one if there is no room for two. */
  count?: number;
  className?: string | undefined;
}

/** Photo of a lot, two on statistics; a press opens all of them over the list. The compare checkbox is in a corner. */
export function LotPhotos({
  pageType,
  lot,
  sizes,
  eager,
  count = photosShown(pageType),
  className = '',
}: LotPhotosProps) {
  const open = useLotWindow();
  const images = lot.images.slice(0, count);
  const photos = images.length > 0 ? images : [null];
  return (
    <div className={`${css.frame} ${className}`}>
      <button
        type="button"
        className={css.photos}
        data-count={count}
        disabled={lot.images.length === 0}
        aria-label={t('lots.tools.photos', { lot: lotTitle(lot) })}
        onClick={() => open('photos', lot)}
      >
        {photos.map((image) => (
          <Photo key={image} src={image} alt="" sizes={sizes} eager={eager} />
        ))}
      </button>
      <CompareTick pageType={pageType} lot={lot} />
    </div>
  );
}
