import * as z from 'zod/mini';

/** Integer yen, within the safe integers. */
export const yen = z.int();
/** An amount that a person enters or the agent may spend: 1 yen to 999,999,999 yen. */
export const positiveYen = z.int().check(z.minimum(1), z.maximum(999_999_999));
/** The agent's allowance on top of a bid at an auction house: 0 to 999,999 yen (business-rules.md#overbid). */
export const adjustmentYen = z.int().check(z.minimum(0), z.maximum(999_999));

export type Yen = number;

/** -1 means no limit in credit, daily limits and numbers of cars (business-rules.md#unlimited). */
export const UNLIMITED = -1;
