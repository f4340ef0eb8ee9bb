import * as z from 'zod/mini';
import { intParam, noQuery, orderParam, pageInfo, pageParams, route, success } from '../http.ts';
import { LOT_SORTS } from '../lots/filter.ts';
import { PAGE_TYPES } from '../lots/page-types.ts';
import { bikeListingLot, listingLot } from '../lots/records.ts';
import { yen } from '../money.ts';

/** Groups of favourites (business-rules.md#favorites). */
export const FAVORITE_GROUPS = ['A', 'B', 'C', 'D', 'E'] as const;
export type FavoriteGroup = (typeof FAVORITE_GROUPS)[number];

const group = z.enum(FAVORITE_GROUPS);
const carId = z.string().check(z.minLength(1), z.maxLength(20));

export const addFavorite = route({
  method: 'POST',
  path: '/v1/favorite/add',
  budget: 'write',
  summary: 'Add a lot to a group; a lot is in one group at most, so it leaves its old one',
  access: 'signed_in',
  query: noQuery,
  body: z.strictObject({ group, carId, type: z.enum(PAGE_TYPES) }),
  reply: success,
  errors: ['NotFound', 'Favorite.Limit'],
});

export const deleteFavorite = route({
  method: 'DELETE',
  path: '/v1/favorite/delete',
  budget: 'write',
  summary: 'Remove a lot from a group; ignores a lot that is not in it',
  access: 'signed_in',
  query: z.strictObject({ group, carId }),
  reply: success,
});

export const favoriteListing = route({
  method: 'GET',
  path: '/v1/favorite/listing',
  summary: 'The lots of a group, cars and motorcycles of all pages; with type, of one page',
  access: 'signed_in',
  query: z.strictObject({
    group,
    type: z.optional(z.enum(PAGE_TYPES)),
    sort: z.optional(z.enum(LOT_SORTS)),
    order: orderParam,
    ...pageParams,
  }),
  reply: z.object({
    carsList: z.array(listingLot),
    bikeList: z.array(bikeListingLot),
    /** The page that opens each lot, in the order of the list. */
    order: z.array(z.object({ id: z.string(), pageType: z.enum(PAGE_TYPES) })),
    pageInfo,
  }),
  budget: 'search',
});

export const favoriteGroups = route({
  method: 'GET',
  path: '/v1/favorite/list-groups',
  budget: 'read',
  summary: 'Every group with its number of lots, number of upcoming ones, and the sum of their average prices',
  access: 'signed_in',
  query: noQuery,
  reply: z.array(z.object({ group, lots: z.int(), running: z.int(), averageSum: z.nullable(yen) })),
});

/** The same limit as for a bid group (business-rules.md#favorites). */
export const MAX_WANTED = 20;

export const favoriteOutlook = route({
  method: 'GET',
  path: '/v1/favorite/outlook',
  summary:
    'Probability of buying the planned number of lots of a group at own bids, else at average prices, with the cost',
  access: 'signed_in',
  query: z.strictObject({ group, cars: z._default(intParam(1, MAX_WANTED), 1) }),
  reply: z.object({
    /** Upcoming lots of the group; the next fifty are rated. */
    lots: z.int(),
    /** Those with a price and at least five sales of similar vehicles. */
    rated: z.int(),
    /** Those rated at the own bid instead of the average price. */
    ownBids: z.int(),
    /** Number of sales that the figures are based on. */
    sales: z.int(),
    /** 0 to 1; null while fewer lots than needed can be rated. */
    chance: z.nullable(z.number()),
    expectedSpendYen: z.nullable(yen),
  }),
  errors: ['Lists.Filling'],
  budget: 'search',
});
