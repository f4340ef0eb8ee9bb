/** Properties by which vehicles are similar (docs/decisions/016). */
export interface Likeness {
  year: number;
  /** Words of the grade in capitals, separated by one space. */
  trimWords: string;
  /** Neighboring bands differ by one; -9 and 0 have no neighbors. */
  conditionBand: number;
  mileageBand: number;
}

/** The sum of all sales with equal properties. */
export interface SaleCell extends Likeness {
  sales: number;
  /** Total price of the sales. */
  yen: number;
}

/** Levels of similarity: each allows one more difference than the previous one. */
export const LIKENESS_LEVEL = {
  same: 0,
  nextMileage: 1,
  nextCondition: 2,
  anyMileage: 3,
  firstTrimWord: 4,
  anyTrim: 5,
} as const;
export type LikenessLevel = (typeof LIKENESS_LEVEL)[keyof typeof LIKENESS_LEVEL];

/** Minimum number of sales for an average. */
export const ENOUGH_SALES = 5;

/** The strictest level at which both are similar; null when they are not similar at all. */
export function likenessLevel(one: Likeness, other: Likeness): LikenessLevel | null {
  const years = Math.abs(one.year - other.year);
  const conditions = Math.abs(one.conditionBand - other.conditionBand);
  if (years > 2 || conditions > 1) return null;
  const mileages = Math.abs(one.mileageBand - other.mileageBand);
  return Math.max(
    trimLevel(one.trimWords, other.trimWords),
    years > 1 ? LIKENESS_LEVEL.anyMileage : LIKENESS_LEVEL.same,
    conditions > 0 ? LIKENESS_LEVEL.nextCondition : LIKENESS_LEVEL.same,
    [LIKENESS_LEVEL.same, LIKENESS_LEVEL.nextMileage][mileages] ?? LIKENESS_LEVEL.anyMileage,
  ) as LikenessLevel;
}

function trimLevel(one: string, other: string): LikenessLevel {
  if (one === other) return LIKENESS_LEVEL.same;
  const isFirstAlike = one.split(' ', 1)[0] === other.split(' ', 1)[0];
  return isFirstAlike ? LIKENESS_LEVEL.firstTrimWord : LIKENESS_LEVEL.anyTrim;
}

export interface PriceOfAlike {
  averageYen: number;
  sales: number;
  level: LikenessLevel;
}

/**
 * The price of similar vehicles, from the sales of the strictest level with at least five of them; null when no level
 * has five.
 *
 * @param ownYen the sold price of the vehicle itself when its sale is in the cells; it is excluded
 */
export function priceOfAlike(of: Likeness, cells: readonly SaleCell[], ownYen: number | null): PriceOfAlike | null {
  const byLevel = Array.from({ length: LIKENESS_LEVEL.anyTrim + 1 }, () => ({ sales: 0, yen: 0 }));
  for (const cell of cells) {
    const level = likenessLevel(of, cell);
    const sum = level === null ? undefined : byLevel[level];
    if (sum) {
      sum.sales += cell.sales;
      sum.yen += cell.yen;
    }
  }
  let sales = ownYen === null ? 0 : -1;
  let yen = -(ownYen ?? 0);
  for (const [level, sum] of byLevel.entries()) {
    sales += sum.sales;
    yen += sum.yen;
    if (sales >= ENOUGH_SALES) return { averageYen: Math.round(yen / sales), sales, level: level as LikenessLevel };
  }
  return null;
}
