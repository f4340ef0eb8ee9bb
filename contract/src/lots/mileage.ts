import * as z from 'zod/mini';

/**
 * Remark of an auction house on the odometer beside its reading (business-rules.md#odometer-marks): the meter was
 * replaced, it was wound back, or the true mileage is unknown. Auction houses write `$`, `*` and `#` before the number,
 * or words.
 */
export const MILEAGE_MARKS = ['changed', 'rolledBack', 'unknown'] as const;
export type MileageMark = (typeof MILEAGE_MARKS)[number];

/** Beside `mileage` in every vehicle record (business-rules.md#lot-state); absent without a remark on the meter. */
export const mileageMark = z.optional(z.enum(MILEAGE_MARKS));

/** Builds the field of a record from the database column. */
export const markField = (mark: string | null): { mileageMark?: MileageMark } =>
  MILEAGE_MARKS.includes(mark as MileageMark) ? { mileageMark: mark as MileageMark } : {};

/** Text of each mark, shown next to a mileage or alone. */
export const MILEAGE_MARK_WORDS: Readonly<Record<'en' | 'ru', Readonly<Record<MileageMark, string>>>> = {
  en: { changed: 'meter changed', rolledBack: 'meter rolled back', unknown: 'true mileage unknown' },
  ru: { changed: 'одометр заменён', rolledBack: 'пробег скручен', unknown: 'реальный пробег неизвестен' },
};
