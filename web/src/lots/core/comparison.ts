import { many } from '@seri/contract/http.ts';
import { PAGE_TYPES, type PageType } from '@seri/contract/lots/page-types.ts';
import * as z from 'zod/mini';

export const MIN_COMPARED = 2;
export const MAX_COMPARED = 4;

/** A compared lot in the address: `<page type>:<lot id>`. */
const comparedLot = z.string().check(z.regex(new RegExp(`^(${PAGE_TYPES.join('|')}):[1-9]\\d{0,14}$`)));

/** Address of a comparison. */
export const comparison = z.strictObject({ lot: many(comparedLot) });

/** Writes a compared lot for the address. */
export const comparedLotKey = ({ pageType, id }: { pageType: PageType; id: string }): string => `${pageType}:${id}`;

/** Lots of an address without duplicates, at most four. */
export function comparedLotsIn(lots: readonly string[] = []): { pageType: PageType; id: string }[] {
  return [...new Set(lots)].slice(0, MAX_COMPARED).map((text) => {
    const [pageType, id = ''] = text.split(':');
    return { pageType: pageType as PageType, id };
  });
}
