/** Kinds of buyers that laws distinguish. */
export const BUYERS = ['person', 'company'] as const;
export type Buyer = (typeof BUYERS)[number];
