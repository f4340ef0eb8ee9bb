import { useMediaQuery } from '@mantine/hooks';
import type { PageType } from '@seri/contract/lots/page-types.ts';
import { Suspense } from 'react';
import { lazyPart } from '../../ui/loading/lazy-part.tsx';
import { Page } from '../../ui/theme/page.tsx';
import { CompareTray } from '../compare/compare-tray.tsx';
import { DESKTOP_QUERY } from '../core/breakpoints.ts';
import { useLotView } from '../core/lot-views.ts';
import { useLotSearch } from '../core/use-lot-search.ts';
import { useVisit } from '../marks/use-visit.ts';
import { LotPhoneView } from './lot-phone-view.tsx';
import { LotWindows } from './lot-windows.tsx';

const LotTableView = lazyPart(() => import('./lot-table-view.tsx'), 'LotTableView');

/**
 * Loads the table in a wide window, before the screen renders: React delays what follows a fallback by 300 ms and
 * renders it again for everything that arrives meanwhile. A phone never loads it, nor does the server.
 */
export async function loadListParts(): Promise<void> {
  if (globalThis.matchMedia?.(DESKTOP_QUERY).matches) await LotTableView.preload();
}

/** One of the five listings (business-rules.md#lot-pages). */
function LotListScreen({ pageType }: { pageType: PageType }) {
  const isWide = useMediaQuery(DESKTOP_QUERY, false, { getInitialValueInEffect: false });
  const lots = useLotSearch(pageType);
  useVisit(pageType);
  const [view, setView] = useLotView();
  const List = isWide ? LotTableView : LotPhoneView;
  return (
    <Page bleed>
      <LotWindows pageType={pageType} isWide={isWide}>
        <Suspense>
          <List lots={lots} view={view} onView={setView} />
        </Suspense>
      </LotWindows>
      <CompareTray />
    </Page>
  );
}

// Keys separate the screens: pending input of one listing must not apply to another.
export const CarAuctionScreen = () => <LotListScreen key="car-auction" pageType="car-auction" />;
export const OnepriceScreen = () => <LotListScreen key="stock" pageType="stock" />;
export const CarStatisticsScreen = () => <LotListScreen key="stats" pageType="stats" />;
export const BikeAuctionScreen = () => <LotListScreen key="bikes" pageType="bikes" />;
export const BikeStatisticsScreen = () => <LotListScreen key="bike-stats" pageType="bike-stats" />;
