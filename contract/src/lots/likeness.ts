/** What vehicles are alike by (docs/decisions/016). */
export interface Likeness {
  year: number;
  /** Words of the grade in capitals, one space between them. */
  trimWords: string;
  /** Neighbouring bands differ by one; -9 and 0 are nobody's neighbours. */
  conditionBand: number;
  mileageBand: number;
}

/** Sales that are alike in everything, added up. */
export interface SaleCell extends Likeness {
  sales: number;
  /** What they brought together. */
  yen: number;
}

/** How far likeness was relaxed: each level allows one thing more to differ than the level before it. */
export const LIKENESS_LEVEL = {
  same: 0,
  nextMileage: 1,
  nextCondition: 2,
  anyMileage: 3,
  firstTrimWord: 4,
  anyTrim: 5,
} as const;
export type LikenessLevel = (typeof LIKENESS_LEVEL)[keyof typeof LIKENESS_LEVEL];

/** An average needs at least this many sales. */
export const ENOUGH_SALES = 5;

/** The least relaxed level at which both are alike; null when they are not alike at all. */
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
 * What vehicles like this one were sold for: the sales of the least relaxed level that five support; null when no level does.
 * @param ownYen what the vehicle itself was sold for, when its sale is in the cells: it says nothing about itself
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
