import * as z from 'zod/mini';
import { dayParam, intParam, many, orderParam, pageParams } from '../http.ts';
import { BODIES, DRIVE_KINDS, FUELS, HYBRIDS, STEERINGS } from './facts.ts';
import { hasOpenLots, type PageType } from './page-types.ts';

/** `age` ascending is the youngest first; `added` descending the lots that were listed last; `door` is the total at the reader's door. */
export const LOT_SORTS = [
  'auctionDate',
  'year',
  'condition',
  'mileage',
  'startPrice',
  'soldPrice',
  'averagePrice',
  'power',
  'engine',
  'age',
  'added',
  'door',
] as const;
export type LotSort = (typeof LOT_SORTS)[number];

/** PostgreSQL text cannot hold a zero byte; without this rule one in an address would cause a server error. */
export const searchText = z.string().check(
  z.minLength(1),
  z.maxLength(100),
  z.refine((text) => !text.includes('\0')),
);
const text = searchText;
const year = z.optional(intParam(0, 2100));
const km = z.optional(intParam(0, 9_999_999));
const cc = z.optional(intParam(0, 99_999));
const day = z.optional(dayParam);
const yen = z.optional(intParam(0, 999_999_999));
const ps = z.optional(intParam(0, 5_000));
const months = z.optional(intParam(0, 9_999));

/** Filters with a list of values; each of them can also be excluded. Values are as lots carry them. */
export const LOT_FACETS = [
  ...(['condition', 'gearbox', 'auction', 'status', 'color', 'chassis'] as const),
  ...(['fuel', 'hybrid', 'drive', 'steering', 'body', 'seats', 'trim', 'interior', 'repaired'] as const),
] as const;
export type LotFacet = (typeof LOT_FACETS)[number];
/** Filters with bounds: `yearFrom`, `yearTo`. */
export const LOT_RANGES = [
  ...(['year', 'mileage', 'engine', 'startPrice', 'averagePrice', 'soldPrice', 'power', 'age'] as const),
] as const;
export type LotRange = (typeof LOT_RANGES)[number];

const EXCLUDABLE = ['maker', 'model', ...LOT_FACETS] as const;
export type Excludable = (typeof EXCLUDABLE)[number];
/** One value of `not`: the filter, a colon and the value to leave out, `auction:USS Tokyo`. */
const exclusion = searchText.check(z.regex(new RegExp(`^(?:${EXCLUDABLE.join('|')}):.`, 'su')));

/** Splits values of `not` by filter. A lot whose value is unknown is never excluded. */
export function exclusionsOf(not: readonly string[]): Partial<Record<Excludable, string[]>> {
  const excluded: Partial<Record<Excludable, string[]>> = {};
  for (const text of not) {
    const colon = text.indexOf(':');
    const name = EXCLUDABLE.find((name) => name === text.slice(0, colon));
    if (name) excluded[name] = [...(excluded[name] ?? []), text.slice(colon + 1)];
  }
  return excluded;
}

/** The value of `not` that leaves out a value of a filter. */
export const exclusionOf = (name: Excludable, value: string): string => `${name}:${value}`;

/**
 * Filters of a listing: the web reads them from the address bar, the API from the query
 * (business-rules.md#filter-names). In ranges 0 means unset.
 */
export const lotFilterShape = {
  maker: many(text),
  model: many(text),
  condition: many(text),
  gearbox: many(text),
  auction: many(text),
  status: many(intParam(0, 99_999)),
  color: many(text),
  chassis: many(text),
  date: many(dayParam),
  dateFrom: day,
  dateTo: day,
  yearFrom: year,
  yearTo: year,
  mileageFrom: km,
  mileageTo: km,
  engineFrom: cc,
  engineTo: cc,
  startPriceFrom: yen,
  startPriceTo: yen,
  averagePriceFrom: yen,
  averagePriceTo: yen,
  soldPriceFrom: yen,
  soldPriceTo: yen,
  /** PS. */
  powerFrom: ps,
  powerTo: ps,
  /** Months since the first registration or, while that is unknown, since production. */
  ageFrom: months,
  ageTo: months,
  fuel: many(z.enum(FUELS)),
  hybrid: many(z.enum(HYBRIDS)),
  drive: many(z.enum(DRIVE_KINDS)),
  steering: many(z.enum(STEERINGS)),
  body: many(z.enum(BODIES)),
  seats: many(intParam(1, 100)),
  /** Trim level in capitals and plain spaces, as the choices name it. */
  trim: many(text),
  interior: many(text),
  /** `1`: a grade for repaired or wrecked vehicles (R, RA, RB, R2, R?, WR, ***); `0`: any other, or none. */
  repaired: many(z.enum(['0', '1'])),
  /**
   * Total at the reader's own door, in yen; a lot whose total has no known limit is within no upper bound, and one that may
   * not be imported within no bound at all.
   */
  doorFrom: yen,
  doorTo: yen,
  /** `1`: lots that may be imported at the reader's door; `check`: also those of which unknown facts decide. */
  importable: z.optional(z.enum(['1', 'check'])),
  /** Values to leave out, each as filter, colon, value: `auction:USS Tokyo`, `color:WHITE`. */
  not: many(exclusion),
  /** `1`: lots that were listed since the reader's last visit to this page. */
  new: z.optional(z.enum(['1'])),
  /** `0`: lots that the reader has not opened; `1`: lots that they have. */
  seen: z.optional(z.enum(['0', '1'])),
  /** `1`: the lots that the reader has hidden, which all other lists leave out. */
  hidden: z.optional(z.enum(['1'])),
  /** The reader's own tags; a lot needs one of them. */
  tag: many(text),
  /** Words that a lot's trim, equipment or remarks contain, all of them; equipment by its code, `SR` (finder/word-match.ts). */
  words: many(text),
  /** `1`: only lots open for bidding; `0`: only lots with closed bidding (business-rules.md#default-order). */
  open: z.optional(z.enum(['1', '0'])),
  /** Field, dash, text: `lotNo-4021`, `model-prius`, `chassisId-ZVW50`, `equip-camera`. */
  search: z.optional(searchText.check(z.regex(/^(lotNo|model|chassisId|equip)-.+$/))),
};
export const lotFilter = z.strictObject(lotFilterShape);
export type LotFilter = z.infer<typeof lotFilter>;

const listShape = {
  sort: z.optional(z.enum(LOT_SORTS)),
  order: orderParam,
  /** `next` of the previous page: the page begins after the last lot seen, even if lots were added or removed before it. */
  after: z.optional(z.string().check(z.regex(/^-?\d{1,16}\.-?\d{1,16}$/))),
  ...pageParams,
};
export const lotListing = z.strictObject({ ...lotFilterShape, ...listShape });
export type LotListing = z.infer<typeof lotListing>;

/** Motorcycles are searched by lot number and model only (business-rules.md#quick-search). */
const bikeSearch = { search: z.optional(searchText.check(z.regex(/^(lotNo|model)-.+$/))) };
const bikeFilterShape = { ...lotFilterShape, ...bikeSearch };
export const bikeListing = z.strictObject({ ...bikeFilterShape, ...listShape });

/**
 * Calls accept both spellings of maker and model on every page (business-rules.md#filter-names); {@link lotFilterOf}
 * unifies them.
 */
const bothSpellings = { makers: many(text), models: many(text) };
const callsOf = <S extends typeof lotFilterShape>(shape: S) => ({
  filters: z.strictObject({ ...shape, ...bothSpellings }),
  listing: z.strictObject({ ...shape, ...bothSpellings, ...listShape }),
});
export const carCalls = callsOf(lotFilterShape);
export const bikeCalls = callsOf(bikeFilterShape);

/** The filter of a call, without sorting, paging and alternative spellings. */
export function lotFilterOf(asked: z.infer<typeof carCalls.filters>): LotFilter {
  const { makers, models, ...rest } = asked;
  const together = { ...rest, maker: [...asked.maker, ...makers], model: [...asked.model, ...models] };
  return Object.fromEntries(
    Object.keys(lotFilterShape).map((key) => [key, together[key as keyof LotFilter]]),
  ) as LotFilter;
}

/**
 * The filter of the portal's own list: lots open for bidding, unless the address sets `open`. A chosen status includes
 * closed lots too, so it is used unchanged (business-rules.md#default-order).
 */
export function withOpenLots<F extends Pick<LotFilter, 'open' | 'status'>>(pageType: PageType, filter: F): F {
  if (!hasOpenLots(pageType)) return { ...filter, open: undefined };
  return filter.open !== undefined || filter.status.length > 0 ? filter : { ...filter, open: '1' };
}

export interface Sorting<S extends string> {
  sort?: S | undefined;
  order?: 'ASC' | 'DESC' | undefined;
}

/** First click ascending, second descending, third none; another column starts ascending (business-rules.md#sort-cycle). */
export function nextSorting<S extends string>(current: Sorting<S>, clicked: S): Sorting<S> {
  if (current.sort !== clicked || !current.order) return { sort: clicked, order: 'ASC' };
  return current.order === 'ASC' ? { sort: clicked, order: 'DESC' } : { sort: undefined, order: undefined };
}
