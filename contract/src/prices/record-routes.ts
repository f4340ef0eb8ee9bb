import * as z from 'zod/mini';
import { noQuery, route } from '../http.ts';

/** Results of ranges that were shown. */
export const recordGroup = z.object({
  /** Maker, auction house, lower bound of the price or age, or month; empty for all. */
  name: z.string(),
  sales: z.int(),
  inside: z.int(),
  /** Sales whose estimate was computed afterwards, from earlier sales alone. */
  replayed: z.int(),
  /** Mean distance of the middle from the price, and mean logarithm of middle over price; null without sales. */
  error: z.nullable(z.number()),
  bias: z.nullable(z.number()),
});
export type RecordGroup = z.infer<typeof recordGroup>;

/** Bids by the chance that was shown when they were made, in tenths. */
export const chanceGroup = z.object({ tenth: z.int(), bids: z.int(), won: z.int(), said: z.number() });
export type ChanceGroup = z.infer<typeof chanceGroup>;

/** The last 90 days; months: the last twelve. */
export const priceRecord = z.object({
  vehicle: z.enum(['car', 'bike']),
  total: recordGroup,
  months: z.array(recordGroup),
  makers: z.array(recordGroup),
  houses: z.array(recordGroup),
  prices: z.array(recordGroup),
  ages: z.array(recordGroup),
  chances: z.array(chanceGroup),
});
export type PriceRecord = z.infer<typeof priceRecord>;

export const recordCall = route({
  method: 'GET',
  path: '/v1/price-record',
  summary: 'How often price ranges and chances to win held, renewed each night',
  access: 'public',
  query: noQuery,
  reply: z.object({
    /** Instant of the last fit; null before the first one. */
    updatedAt: z.nullable(z.string()),
    records: z.array(priceRecord),
    /** Sources whose sales do not count at present, because their prices moved away from all estimates. */
    alarms: z.array(
      z.object({ vehicle: z.enum(['car', 'bike']), firstDay: z.string(), sales: z.int(), ratio: z.number() }),
    ),
  }),
  budget: 'read',
  etag: true,
});
