import type { Flag } from '../auth/permissions.ts';

/** The five listings, by the prefix of their calls (business-rules.md#lot-pages). */
export const PAGE_TYPES = ['car-auction', 'stock', 'stats', 'bikes', 'bike-stats'] as const;
export type PageType = (typeof PAGE_TYPES)[number];
export const BIKE_PAGES = ['bikes', 'bike-stats'] as const;
export const CAR_PAGES = ['car-auction', 'stock', 'stats'] as const;
export const SALES_PAGES = ['stats', 'bike-stats'] as const;
export type SalesPage = (typeof SALES_PAGES)[number];

interface PageRule {
  flag: Flag;
  vehicle: 'car' | 'bike';
  source: 'auction' | 'stock';
  /** Upcoming lots, or past sales (business-rules.md#lot-pages). */
  time: 'coming' | 'past';
  /** The screen's path, and the first part of a shared link (business-rules.md#share-links). */
  path: 'car-auction' | 'oneprice' | 'sales-statistic' | 'bike-auctions' | 'bike-statistics';
  lotType: 'auction' | 'stock' | 'bike';
}

/** The lots of each page and the flag that opens it (business-rules.md#lot-pages). */
export const PAGE_RULES: Record<PageType, PageRule> = {
  'car-auction': {
    flag: 'carAuctionsView',
    vehicle: 'car',
    source: 'auction',
    time: 'coming',
    path: 'car-auction',
    lotType: 'auction',
  },
  stock: { flag: 'onepriceView', vehicle: 'car', source: 'stock', time: 'coming', path: 'oneprice', lotType: 'stock' },
  stats: {
    flag: 'salesStatisticsView',
    vehicle: 'car',
    source: 'auction',
    time: 'past',
    path: 'sales-statistic',
    lotType: 'auction',
  },
  bikes: {
    flag: 'bikeView',
    vehicle: 'bike',
    source: 'auction',
    time: 'coming',
    path: 'bike-auctions',
    lotType: 'bike',
  },
  'bike-stats': {
    flag: 'bikeView',
    vehicle: 'bike',
    source: 'auction',
    time: 'past',
    path: 'bike-statistics',
    lotType: 'bike',
  },
};

/** Whether the page lists motorcycles. */
export const isBikePage = (pageType: PageType): pageType is (typeof BIKE_PAGES)[number] =>
  PAGE_RULES[pageType].vehicle === 'bike';
/** Whether the page lists lots to bid on, which have a deadline: all pages but sales and fixed prices. */
export const hasOpenLots = (pageType: PageType): boolean =>
  PAGE_RULES[pageType].time === 'coming' && PAGE_RULES[pageType].source === 'auction';
/** Past sales: no favourites, no bid form, the sold price in the last column (business-rules.md#price-columns). */
export const isSalesPage = (pageType: PageType): pageType is SalesPage => PAGE_RULES[pageType].time === 'past';
