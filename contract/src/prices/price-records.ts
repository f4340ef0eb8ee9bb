import * as z from 'zod/mini';
import { yen } from '../money.ts';

/** The 10, 50 and 90 % points of a lot's price, in whole thousands of yen, below 100,000 in whole hundreds. */
export const priceRange = z.object({ lowYen: yen, middleYen: yen, highYen: yen });

/** The range in a list: null where there are too few sales. `sales` counts those of the trim. */
export const rowPrice = z.object({
  lowYen: z.nullable(yen),
  highYen: z.nullable(yen),
  sales: z.int(),
});
export type RowPrice = z.infer<typeof rowPrice>;

/** Signed yen; the drivers of a lot add up to its middle. */
export const priceDriver = z.object({
  kind: z.enum(['typical', 'mileage', 'condition', 'house', 'market', 'word']),
  yen,
  /** A word of equipment or trim, with the number of sales behind it. */
  word: z.optional(z.string()),
  sales: z.optional(z.int()),
});

/** From these the chance of any bid is computed (`chanceOf`). */
export const lotChance = z.object({ middleYen: yen, scale: z.number(), intercept: z.number(), slope: z.number() });

export const lotPrice = z.object({
  /** Null where the range is refused: too few sales, or ranges of its kind did not hold. */
  range: z.nullable(priceRange),
  /** Sales of the trim and of the model within 36 months. */
  trimSales: z.int(),
  modelSales: z.int(),
  /** False: the year was taken from the generation. */
  hasYear: z.boolean(),
  /** Where refused: lowest and highest middle of the model's other trims. */
  otherTrims: z.nullable(z.object({ lowYen: yen, highYen: yen })),
  drivers: z.array(priceDriver),
  chance: z.nullable(lotChance),
});
export type LotPrice = z.infer<typeof lotPrice>;

/** How often ranges shown before the auction held, over 90 days. */
export const trackRecord = z.object({ sales: z.int(), inside: z.int() });
