import { FavoriteButton } from '../../favorites/favorite-panel.tsx';
import { DownloadPhotos } from '../../photos/photos-panel.tsx';
import type { LotSummary } from '../core/lot-summary.ts';
import css from './lot-screen.module.css';

/** Actions on a lot besides bidding. */
export function LotActions({ lot }: { lot: LotSummary }) {
  const { pageType, id } = lot;
  // No downloads for fixed price, car statistics and USS lots (business-rules.md#photo-downloads).
  const downloadPage = lot.mayDownload && pageType !== 'stock' && pageType !== 'stats' ? pageType : null;
  return (
    <div className={css.actions}>
      <FavoriteButton pageType={pageType} lotId={id} wishList={lot.wishList} />
      {downloadPage && <DownloadPhotos pageType={downloadPage} lotId={id} />}
    </div>
  );
}
