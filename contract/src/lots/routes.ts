import * as z from 'zod/mini';
import type { Flag } from '../auth/permissions.ts';
import { noQuery, pageInfo, route } from '../http.ts';
import { lotFilter, lotListing, searchText } from './filter.ts';
import { carLot, listingLot } from './records.ts';

export type PageType = 'car-auction';

const counted = z.object({ value: z.union([z.string(), z.int()]), label: z.string(), counter: z.optional(z.int()) });
const range = z.object({ min: z.int(), max: z.int(), step: z.int() });
const lotId = z.string().check(z.minLength(1), z.maxLength(20));

function pageRoutes<P extends PageType>(pageType: P, flag: Flag) {
  const access = { all: [flag] } as const;
  return {
    pageType,
    listing: route({
      method: 'GET',
      path: `/v1/${pageType}/listing`,
      summary: 'Lots of this page, filtered, sorted and paged',
      access,
      query: lotListing,
      reply: z.object({ carsList: z.array(listingLot), pageInfo }),
    }),
    filters: route({
      method: 'GET',
      path: `/v1/${pageType}/filters`,
      summary: 'Choices and ranges under the chosen filters, with the number of hits of each',
      access,
      query: lotFilter,
      reply: z.object({
        select: z.object({
          condition: z.array(counted),
          gearbox: z.array(counted),
          auction: z.array(counted),
          status: z.array(counted),
          color: z.array(counted),
          chassis: z.array(counted),
        }),
        range: z.object({ mileage: range, engine: range, year: range }),
        totalSearchResults: z.int(),
        totalResults: z.int(),
      }),
    }),
    makers: route({
      method: 'GET',
      path: `/v1/${pageType}/maker`,
      summary: 'Makers present on this page',
      access,
      query: noQuery,
      reply: z.array(z.object({ value: z.string(), label: z.string() })),
    }),
    models: route({
      method: 'GET',
      path: `/v1/${pageType}/model`,
      summary: 'Models of a maker, each with the number of its lots on this page',
      access,
      query: z.strictObject({ id: searchText }),
      reply: z.array(counted),
    }),
    viewLot: route({
      method: 'GET',
      path: `/v1/${pageType}/view-lot`,
      summary: 'One lot in full with what the reader may bid on it',
      // Own bid or purchase opens its lot also without the view flag (decisions D3.14): the handler decides.
      access: 'signed_in',
      query: z.strictObject({ id: lotId }),
      reply: carLot,
      errors: ['NotFound'],
    }),
  };
}

export const carAuction = pageRoutes('car-auction', 'carAuctionsView');
