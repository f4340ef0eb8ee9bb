import * as z from 'zod/mini';
import { noQuery, route, success } from '../http.ts';
import { yen } from '../money.ts';
import { lotPrice, trackRecord } from '../prices/price-records.ts';
import { bikeCalls, carCalls, searchText } from './filter.ts';
import { PAGE_RULES, type PageType } from './page-types.ts';
import { CONTRADICTIONS } from './passport/contradictions.ts';
import {
  adjustedSpan,
  bikeInspection,
  bikeListingLot,
  bikeLot,
  carLot,
  earlierBid,
  listingLot,
  lotAppearance,
  lotPageInfo,
  monthOfSales,
  priceBasis,
  salePoint,
  similarSale,
  soldGroup,
} from './records.ts';

const counted = z.object({ value: z.union([z.string(), z.int()]), label: z.string(), counter: z.optional(z.int()) });
const range = z.object({ min: z.int(), max: z.int(), step: z.int() });
const lotId = z.string().check(z.minLength(1), z.maxLength(20));
const oneLot = z.strictObject({ id: lotId });
const MAX_NOTE = 2_000;

const filtersReply = z.object({
  select: z.object({
    condition: z.array(counted),
    gearbox: z.array(counted),
    auction: z.array(counted),
    status: z.array(counted),
    color: z.array(counted),
    chassis: z.array(counted),
    fuel: z.array(counted),
    hybrid: z.array(counted),
    drive: z.array(counted),
    steering: z.array(counted),
    body: z.array(counted),
    seats: z.array(counted),
    /** Only once a model is chosen: trims of different models have nothing in common. */
    trim: z.array(counted),
    interior: z.array(counted),
    repaired: z.array(counted),
    /** The reader's own tags. */
    tag: z.array(counted),
  }),
  range: z.object({
    mileage: range,
    engine: range,
    year: range,
    startPrice: range,
    averagePrice: range,
    soldPrice: range,
    power: range,
    age: range,
  }),
  /** Lots under the filter that the reader has hidden, not opened yet, or that are new since their last visit. */
  own: z.object({ hidden: z.int(), unseen: z.int(), new: z.int() }),
  totalSearchResults: z.int(),
  totalResults: z.int(),
});

/**
 * The calls of every page. An own bid, purchase or favorite also opens a lot without the view flag
 * (business-rules.md#own-lots).
 */
function everyPage<P extends PageType>(pageType: P) {
  const access = { all: [PAGE_RULES[pageType].flag] } as const;
  return {
    makers: route({
      method: 'GET',
      path: `/v1/${pageType}/maker`,
      budget: 'read',
      aliases: [`/v1/${pageType}/makers`],
      summary: 'Makers present on this page',
      access,
      query: noQuery,
      reply: z.array(z.object({ value: z.string(), label: z.string() })),
      errors: ['Lists.Filling'],
    }),
    models: route({
      method: 'GET',
      path: `/v1/${pageType}/model`,
      budget: 'read',
      aliases: [`/v1/${pageType}/models`],
      summary: 'Models of a maker with their numbers of lots on this page',
      access,
      query: z.strictObject({ id: searchText }),
      reply: z.array(counted),
      errors: ['Lists.Filling'],
    }),
    lotHistory: route({
      method: 'GET',
      path: `/v1/${pageType}/lot-history`,
      budget: 'read',
      summary: 'Other listings of the same vehicle, their highest price, and bids on it, the newest first',
      access: 'signed_in',
      query: oneLot,
      reply: z.object({
        appearances: z.array(lotAppearance),
        /** Facts of this lot that an earlier listing contradicts. */
        contradictions: z.array(z.enum(CONTRADICTIONS)),
        highestPrice: z.nullable(yen),
        bids: z.array(earlierBid),
      }),
      errors: ['NotFound', 'Access.Denied'],
    }),
    similarSales: route({
      method: 'GET',
      path: `/v1/${pageType}/similar-sales`,
      budget: 'read',
      summary:
        'The price range of a lot with its reasons and the chance of a bid, and similar sales, the most similar first',
      access: 'signed_in',
      query: oneLot,
      reply: z.object({
        averagePrice: z.nullable(yen),
        sales: z.int(),
        basis: z.nullable(priceBasis),
        /** The most similar ones first, fifty at most. */
        items: z.array(similarSale),
        /** Null where no item could be adjusted. */
        adjusted: z.nullable(adjustedSpan),
        /** Range, drivers and chance; null without any sale of the model. */
        price: z.optional(z.nullable(lotPrice)),
        record: z.optional(trackRecord),
      }),
      errors: ['NotFound', 'Access.Denied', 'Lists.Filling'],
    }),
  };
}

function carPage<P extends 'car-auction' | 'stock' | 'stats'>(pageType: P) {
  const access = { all: [PAGE_RULES[pageType].flag] } as const;
  return {
    pageType,
    ...everyPage(pageType),
    listing: route({
      method: 'GET',
      path: `/v1/${pageType}/listing`,
      summary: 'Lots of this page, filtered, sorted and paged',
      access,
      query: carCalls.listing,
      reply: z.object({ carsList: z.array(listingLot), pageInfo: lotPageInfo }),
      budget: 'search',
      errors: ['Lists.Filling', 'Lists.PageBeyondEnd'],
      etag: true,
    }),
    filters: route({
      method: 'GET',
      path: `/v1/${pageType}/filters`,
      budget: 'read',
      cost: 2,
      summary: 'Filter choices and ranges under the chosen filters, with the number of matches of each',
      access,
      query: carCalls.filters,
      reply: filtersReply,
      errors: ['Lists.Filling'],
      etag: true,
    }),
    viewLot: route({
      method: 'GET',
      path: `/v1/${pageType}/view-lot`,
      budget: 'read',
      summary: "One lot in full with the reader's bid options",
      access: 'signed_in',
      query: oneLot,
      reply: carLot,
      errors: ['NotFound', 'Access.Denied'],
      etag: true,
    }),
  };
}

function bikePage<P extends 'bikes' | 'bike-stats'>(pageType: P) {
  const access = { all: [PAGE_RULES[pageType].flag] } as const;
  return {
    pageType,
    ...everyPage(pageType),
    listing: route({
      method: 'GET',
      path: `/v1/${pageType}/listing`,
      summary: 'Motorcycles of this page, filtered, sorted and paged',
      access,
      query: bikeCalls.listing,
      reply: z.object({ bikeList: z.array(bikeListingLot), pageInfo: lotPageInfo }),
      budget: 'search',
      errors: ['Lists.Filling', 'Lists.PageBeyondEnd'],
      etag: true,
    }),
    filters: route({
      method: 'GET',
      path: `/v1/${pageType}/filters`,
      budget: 'read',
      cost: 2,
      summary: 'Filter choices and ranges under the chosen filters, with the number of matches of each',
      access,
      query: bikeCalls.filters,
      reply: filtersReply,
      errors: ['Lists.Filling'],
      etag: true,
    }),
    viewLot: route({
      method: 'GET',
      path: `/v1/${pageType}/view-lot`,
      budget: 'read',
      summary: "One motorcycle in full with the reader's bid options",
      access: 'signed_in',
      query: oneLot,
      reply: bikeLot,
      errors: ['NotFound', 'Access.Denied'],
      etag: true,
    }),
    inspection: route({
      method: 'GET',
      path: `/v1/${pageType}/inspection`,
      budget: 'read',
      summary: 'Ratings, remarks and videos of a motorcycle',
      access: 'signed_in',
      query: oneLot,
      reply: bikeInspection,
      errors: ['NotFound', 'Access.Denied'],
    }),
  };
}

const priceHistoryOf = <P extends 'stats' | 'bike-stats', Q extends z.ZodMiniType>(pageType: P, query: Q) =>
  route({
    method: 'GET',
    path: `/v1/${pageType}/price-history`,
    summary: 'Sales under the filters by month, the oldest first: number, average, lowest and highest price',
    access: { all: [PAGE_RULES[pageType].flag] },
    query,
    reply: z.object({ months: z.array(monthOfSales) }),
    errors: ['Lists.Filling'],
    budget: 'search',
  });

const saleStatisticsOf = <P extends 'stats' | 'bike-stats', Q extends z.ZodMiniType>(pageType: P, query: Q) =>
  route({
    method: 'GET',
    path: `/v1/${pageType}/sale-statistics`,
    summary:
      'Sales under the filters: prices over mileage, sell-through and premium over start by auction house and model',
    access: { all: [PAGE_RULES[pageType].flag] },
    query,
    reply: z.object({
      /** The newest sales, two thousand at most. */
      points: z.array(salePoint),
      sold: z.int(),
      offered: z.int(),
      houses: z.array(soldGroup),
      models: z.array(soldGroup),
    }),
    errors: ['Lists.Filling'],
    budget: 'search',
  });

const saveCommentOf = <P extends 'car-auction' | 'bikes'>(pageType: P) =>
  route({
    method: 'POST',
    path: `/v1/${pageType}/save-comment`,
    budget: 'write',
    summary: "Set the manager's note on a lot; an empty one deletes it",
    access: { userType: 3 },
    query: noQuery,
    body: z.strictObject({ id: lotId, comment: z.string().check(z.trim(), z.maxLength(MAX_NOTE, 'Field.Invalid')) }),
    reply: success,
    errors: ['NotFound'],
  });

export const carAuction = { ...carPage('car-auction'), saveComment: saveCommentOf('car-auction') };
export const stock = carPage('stock');
export const stats = {
  ...carPage('stats'),
  priceHistory: priceHistoryOf('stats', carCalls.filters),
  saleStatistics: saleStatisticsOf('stats', carCalls.filters),
};
export const bikes = { ...bikePage('bikes'), saveComment: saveCommentOf('bikes') };
export const bikeStats = {
  ...bikePage('bike-stats'),
  priceHistory: priceHistoryOf('bike-stats', bikeCalls.filters),
  saleStatistics: saleStatisticsOf('bike-stats', bikeCalls.filters),
};

export const PAGES = { 'car-auction': carAuction, stock, stats, bikes, 'bike-stats': bikeStats } as const;
