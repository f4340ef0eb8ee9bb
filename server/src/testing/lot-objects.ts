import { isBikePage, isSalesPage, PAGE_RULES, PAGE_TYPES, type PageType } from '@seri/contract/lots/page-types.ts';

/** A question that names an object of somebody else's, and one that nobody has. */
export interface Asking {
  his: () => string | number;
  nobodys: string | number;
  /** What the rest of the request says. */
  more?: object;
  /** What both are answered; 403 where the call is for managers alone. */
  status: 200 | 403 | 404;
  /** What a dealer is answered, where the call is for dealers alone. */
  forDealers?: 200;
}
/** Why a field that looks like the name of somebody's object is none. */
export type NoObject = string;

/** A private lot of each kind, all with one lot number and one maker. */
export interface HisLots {
  car: number;
  stock: number;
  bike: number;
}
export const HIS_LOT_NO = 77_123;
export const HIS_MAKER = 'SECRET MAKER';
const NONE = 999_999;

/** What the five pages are asked about a lot, a lot number or a maker of somebody else's. */
export const lotObjects = (his: () => HisLots): Record<string, Asking | NoObject> =>
  Object.assign({}, ...PAGE_TYPES.map((pageType) => ofPage(pageType, his)));

function ofPage(pageType: PageType, his: () => HisLots): Record<string, Asking | NoObject> {
  const get = (call: string) => `GET /v1/${pageType}/${call}`;
  const { vehicle, source } = PAGE_RULES[pageType];
  const kind = source === 'stock' ? 'stock' : vehicle;
  const lot = (status: 403 | 404, more: object = {}): Asking => ({
    his: () => String(his()[kind]),
    nobodys: String(NONE),
    more,
    status,
  });
  const search: Asking = { his: () => `lotNo-${HIS_LOT_NO}`, nobodys: `lotNo-${NONE}`, status: 200 };
  const hasNote = pageType === 'car-auction' || pageType === 'bikes';
  return {
    [get('listing search')]: search,
    [get('filters search')]: search,
    [get('model id')]: { his: () => HIS_MAKER, nobodys: 'NO MAKER', status: 200 },
    [get('view-lot id')]: lot(404),
    [get('lot-history id')]: lot(404),
    [get('similar-sales id')]: lot(404),
    [get('production-month carId')]: lot(404, { chassis: 'ZVW50-' }),
    [get('production-month lotNo')]: 'goes along for a provider of the ranges, no lot is found by it',
    ...(isBikePage(pageType) ? { [get('inspection id')]: lot(404) } : {}),
    ...(isSalesPage(pageType) ? { [get('price-history search')]: search } : {}),
    ...(hasNote ? { [`POST /v1/${pageType}/save-comment id`]: lot(403, { comment: 'Mine now' }) } : {}),
  };
}
