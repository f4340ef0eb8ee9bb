import * as z from 'zod/mini';
import { SEES_CLIENTS } from '../auth/manager-access.ts';
import { noQuery, route, success } from '../http.ts';

/** A source whose sales do not count, because its prices moved away from all estimates. */
const priceAlarm = z.object({
  source: z.string(),
  vehicle: z.enum(['car', 'bike']),
  /** First day of the shift in Japan. */
  firstDay: z.string(),
  sales: z.int(),
  /** Median of sold price over estimate. */
  ratio: z.number(),
});
export type PriceAlarm = z.infer<typeof priceAlarm>;

export const priceAlarms = route({
  method: 'GET',
  path: '/v1/price-alarms',
  budget: 'read',
  summary: 'Sources whose sales do not count at present, because their prices moved away from all estimates',
  access: SEES_CLIENTS,
  query: noQuery,
  reply: z.object({ alarms: z.array(priceAlarm) }),
});

export const releasePriceAlarm = route({
  method: 'POST',
  path: '/v1/price-alarms/release',
  budget: 'write',
  summary: 'Count the sales of a source again; the price model is fitted in the background',
  access: SEES_CLIENTS,
  query: noQuery,
  body: z.strictObject({ source: z.string().check(z.minLength(1), z.maxLength(200)) }),
  reply: success,
  errors: ['NotFound'],
});
