import * as z from 'zod/mini';
import { dayParam, intParam, many, orderParam, pageParams, route } from '../http.ts';
import { MILEAGE_RANGE } from './list-filters.ts';
import { bidList, counter } from './records.ts';

export const BID_SORTS = [
  'auctionDate',
  'year',
  'condition',
  'mileage',
  'startPrice',
  'lotNo',
  'auctionName',
  'chassis',
  'status',
  'soldPrice',
  'bidAmount',
  'bidGroup',
] as const;
export type BidSort = (typeof BID_SORTS)[number];

export const BID_TYPES = ['all', 'mine', 'clients'] as const;
export type BidType = (typeof BID_TYPES)[number];

const text = (max: number) => z.string().check(z.minLength(1), z.maxLength(max));
const user = many(intParam(1, 2_147_483_647));
const bidType = z._default(z.enum(BID_TYPES), 'all');
const lotNo = z.string().check(z.regex(/^\d{1,10}$/));

const listShape = {
  bidStatus: many(intParam(1, 7)),
  lotNo: z.optional(lotNo),
  auction: many(text(100)),
  chassisId: many(text(40)),
  condition: many(text(10)),
  /** Such as `0-50000` and `150000-`, in km: inclusive start, exclusive end. */
  mileage: many(z.string().check(z.regex(MILEAGE_RANGE))),
  bidGroups: many(intParam(1, 10)),
  status: many(intParam(4531, 4539)),
};
const paging = { sort: z.optional(z.enum(BID_SORTS)), order: orderParam, ...pageParams };
const days = { auctionDate: many(dayParam) };
const span = { auctionDateFrom: z.optional(dayParam), auctionDateTo: z.optional(dayParam) };
/** For managers: only clients assigned to them (business-rules.md#clients-of-a-manager). */
const mine = z.optional(z.literal('1'));

const indexFilter = { ...listShape, ...days, user, mine };
const dealerFilter = { ...listShape, ...span, user, bidType };
const historyFilter = { ...listShape, ...span, user, mine, archiveStatus: many(intParam(4, 7)) };

/** Address and query of "My bids". */
export const myBidsQuery = z.strictObject({ ...listShape, ...days, ...paging });
export type MyBidsQuery = z.infer<typeof myBidsQuery>;
/** Address and query of the bid manager; `user` holds client ids. */
export const bidIndexQuery = z.strictObject({ ...indexFilter, ...paging });
export type BidIndexQuery = z.infer<typeof bidIndexQuery>;
/** Address and query of a dealer's own bids and those of their clients. */
export const dealerBidsQuery = z.strictObject({ ...dealerFilter, ...paging });
export type DealerBidsQuery = z.infer<typeof dealerBidsQuery>;
/** Address and query of the archive; `archiveStatus` narrows it to some of 4 to 7, `user` is for managers and dealers. */
export const bidHistoryQuery = z.strictObject({ ...historyFilter, ...paging });
export type BidHistoryQuery = z.infer<typeof bidHistoryQuery>;

const DEALER = { all: ['dealerBidAccess'], roleId: 1092 } as const;

export const myBids = route({
  method: 'GET',
  path: '/v1/bid/my-bid',
  budget: 'read',
  summary: 'Own bids that are not in the archive',
  access: { userType: 2 },
  query: myBidsQuery,
  reply: bidList,
});

export const bidIndex = route({
  method: 'GET',
  path: '/v1/bid/index',
  budget: 'read',
  summary: 'Bids of all clients, for managers',
  access: { all: ['bidManagementEnabled'], userType: 3 },
  query: bidIndexQuery,
  reply: bidList,
});

export const dealerBids = route({
  method: 'GET',
  path: '/v1/bid/dealer',
  budget: 'read',
  summary: "A dealer's own bids and those of their clients that are not in the archive",
  access: DEALER,
  query: dealerBidsQuery,
  reply: bidList,
});

export const bidHistory = route({
  method: 'GET',
  path: '/v1/bid/history',
  budget: 'read',
  summary: 'The archive: own bids, for dealers also those of their clients, for managers all',
  access: 'signed_in',
  query: bidHistoryQuery,
  reply: bidList,
});

export const dealerClients = route({
  method: 'GET',
  path: '/v1/bid/dealer-clients',
  budget: 'read',
  summary: "A dealer's own clients, for the filter",
  access: DEALER,
  query: z.strictObject({}),
  reply: z.object({ clientList: z.array(z.object({ value: z.int(), label: z.string() })) }),
});

/** The lists, named after their calls. */
export const LISTS = ['my-bid', 'index', 'dealer', 'history'] as const;
export type ListName = (typeof LISTS)[number];

export const searchBids = route({
  method: 'GET',
  path: '/v1/bid/search',
  summary: 'At most twenty lots in a bid list whose number begins with these digits',
  access: 'signed_in',
  query: z.strictObject({ lotNo, list: z.optional(z.enum(LISTS)), bidType }),
  reply: z.object({ cars: z.array(z.object({ bidId: z.int(), lotNo: z.int(), auctionName: z.string() })) }),
  budget: 'search',
  /** For a list that the reader may not see. */
  errors: ['Access.Denied'],
});

const numbers = z.array(z.object({ value: z.int(), label: z.string() }));
const texts = z.array(z.object({ value: z.string(), label: z.string() }));

const filtersReply = z.object({
  filters: z.object({
    chassisId: texts,
    mileage: texts,
    /** Days with bids; the archive is filtered by a range instead. */
    dates: texts,
    auctions: texts,
    condition: texts,
    group: numbers,
    bidStatus: numbers,
    status: numbers,
    archiveStatus: numbers,
    clients: numbers,
  }),
  counters: z.array(counter),
  totalBids: z.int(),
});
export type BidFilters = z.infer<typeof filtersReply>;
export type FilterList = keyof BidFilters['filters'];

export const bidFilters = route({
  method: 'GET',
  path: '/v1/bid/filters',
  budget: 'read',
  summary: 'Filter options of the active list; clients for managers only',
  access: 'signed_in',
  query: z.strictObject({ bidType, bidStatus: many(intParam(1, 7)) }),
  reply: filtersReply,
  /** For a list that the reader may not see. */
  errors: ['Access.Denied'],
});

export const historyFilters = route({
  method: 'GET',
  path: '/v1/bid/history-filters',
  budget: 'read',
  summary: 'Filter options of the archive, from its newest bids',
  access: 'signed_in',
  query: z.strictObject({ archiveStatus: many(intParam(4, 7)) }),
  reply: filtersReply,
  /** For a list that the reader may not see. */
  errors: ['Access.Denied'],
});

/** A list as a file: with its filter and order, without pages. */
export const exportQuery = z.strictObject({
  ...listShape,
  ...days,
  ...span,
  user,
  mine,
  bidType,
  archiveStatus: historyFilter.archiveStatus,
  sort: paging.sort,
  order: orderParam,
  list: z.enum(LISTS),
});
export type ExportQuery = z.infer<typeof exportQuery>;

export const exportBids = route({
  method: 'GET',
  path: '/v1/bid/export-list',
  summary: 'Address of the list as a CSV file, for exactly this filter',
  access: 'signed_in',
  query: exportQuery,
  reply: z.string(),
  budget: 'search',
  /** For a list that the reader may not see. */
  errors: ['Access.Denied'],
});
