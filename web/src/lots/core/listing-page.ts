import { LOT_SORTS, type LotSort } from '@seri/contract/lots/filter.ts';
import { isBikePage, isSalesPage, PAGE_RULES, type PageType } from '@seri/contract/lots/page-types.ts';
import { type TextKey, t } from '../../shell/i18n/i18n.ts';
import { SEARCH_FIELDS, type SearchField } from './lot-search.ts';

/** Texts of the five listings: `title` above the page, `about` for search engines and link previews. */
export const pageText = (pageType: PageType, kind: 'title' | 'about' | 'caption'): string =>
  t(`lots.page.${pageType}.${kind}` as TextKey);

/** Fixed-price lots show their price on their own page only (business-rules.md#price-columns). */
export const showsPrices = (pageType: PageType): boolean => PAGE_RULES[pageType].source === 'auction';

/**
 * Price of the last column: sold price where sales are listed, otherwise start price (business-rules.md#price-columns).
 */
export const priceSortOf = (pageType: PageType): 'startPrice' | 'soldPrice' =>
  isSalesPage(pageType) ? 'soldPrice' : 'startPrice';

/**
 * Cars sort by both prices, motorcycles by the one they show, fixed-price lots by none
 * (business-rules.md#price-columns).
 */
export function sortsOf(pageType: PageType): LotSort[] {
  const shown = priceSortOf(pageType);
  return LOT_SORTS.filter((sort) => {
    if (sort === 'door') return showsPrices(pageType) && !isSalesPage(pageType);
    if (sort === 'averagePrice') return showsPrices(pageType) && !isSalesPage(pageType);
    if (sort !== 'startPrice' && sort !== 'soldPrice') return true;
    return showsPrices(pageType) && (!isBikePage(pageType) || sort === shown);
  });
}

/** Motorcycles are searched by lot number and model only (business-rules.md#quick-search). */
export const searchFieldsOf = (pageType: PageType): readonly SearchField[] =>
  isBikePage(pageType) ? SEARCH_FIELDS.filter((field) => field === 'lotNo' || field === 'model') : SEARCH_FIELDS;

/** The next auction days are offered where lots are upcoming; elsewhere days are typed. */
export const hasAuctionDays = (pageType: PageType): boolean =>
  PAGE_RULES[pageType].source === 'auction' && !isSalesPage(pageType);

/** Past sales show two photos each, without bids and favourites. */
export const photosShown = (pageType: PageType): 1 | 2 => (isSalesPage(pageType) ? 2 : 1);
export const takesBids = (pageType: PageType): boolean => !isSalesPage(pageType);
