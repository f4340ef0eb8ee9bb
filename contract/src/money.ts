import * as z from 'zod/mini';

/** Integer yen; never a fraction, never beyond what a number holds exactly. */
export const yen = z.int();
/** Money a person may type or an agent may spend: 1 yen to 999,999,999 yen. */
export const positiveYen = z.int().check(z.minimum(1), z.maximum(999_999_999));
/** What a house lets the agent add to a bid: 0 to 999,999 yen (business-rules.md#overbid). */
export const adjustmentYen = z.int().check(z.minimum(0), z.maximum(999_999));

export type Yen = number;

/** -1 stands for no limit in credit, daily limits and numbers of cars (business-rules.md#unlimited). */
export const UNLIMITED = -1;
