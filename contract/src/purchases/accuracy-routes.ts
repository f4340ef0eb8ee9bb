import * as z from 'zod/mini';
import { SEES_CLIENTS } from '../auth/manager-access.ts';
import { dayParam, route } from '../http.ts';
import { yen } from '../money.ts';

/** Estimates of one line to one destination beside what was charged for it, over the purchases that have both. */
const accuracyLine = z.object({
  /** A kind of cost. */
  kind: z.string(),
  purchases: z.int(),
  meanEstimatedYen: yen,
  meanChargedYen: yen,
  /** Charged less estimated: positive where estimates are too low. */
  meanDifferenceYen: yen,
  /** Mean size of the difference, whatever its sign. */
  meanErrorYen: yen,
});
export type AccuracyLine = z.infer<typeof accuracyLine>;

const accuracyOfDestination = z.object({
  destination: z.object({ en: z.string(), ru: z.string() }),
  /** Purchases with an estimate and at least one charged line. */
  purchases: z.int(),
  lines: z.array(accuracyLine),
});
export type DestinationAccuracy = z.infer<typeof accuracyOfDestination>;

/** Days of the purchase in Japan, both inclusive; without any, the last twelve months until today. */
export const accuracyPeriod = z.strictObject({ dateFrom: z.optional(dayParam), dateTo: z.optional(dayParam) });
export type AccuracyPeriod = z.infer<typeof accuracyPeriod>;

export const estimateAccuracy = route({
  method: 'GET',
  path: '/v1/purchases/estimate-accuracy',
  budget: 'search',
  summary: 'Mean differences between estimates and invoices of a period, by destination and line',
  access: SEES_CLIENTS,
  query: accuracyPeriod,
  reply: z.object({ destinations: z.array(accuracyOfDestination) }),
  errors: ['Purchase.Period'],
});

export const exportAccuracy = route({
  method: 'GET',
  path: '/v1/purchases/export-estimate-accuracy',
  budget: 'read',
  summary: 'Address of the mean differences of a period as a CSV file',
  access: SEES_CLIENTS,
  query: accuracyPeriod,
  reply: z.string(),
  errors: ['Purchase.Period'],
});
