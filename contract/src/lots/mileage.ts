import * as z from 'zod/mini';

/**
 * What a house says about an odometer beside its reading (business-rules.md#odometer-marks): the meter was exchanged, it was wound back,
 * or the true mileage is not known. Houses write `$`, `*` and `#` before the number, or words.
 */
export const MILEAGE_MARKS = ['changed', 'rolledBack', 'unknown'] as const;
export type MileageMark = (typeof MILEAGE_MARKS)[number];

/** Beside `mileage` of every record of a vehicle (business-rules.md#lot-state); left out where the house says nothing of the meter. */
export const mileageMark = z.optional(z.enum(MILEAGE_MARKS));

/** The field of a record, from the column of the database. */
export const markField = (mark: string | null): { mileageMark?: MileageMark } =>
  MILEAGE_MARKS.includes(mark as MileageMark) ? { mileageMark: mark as MileageMark } : {};

/** The words for each mark, shown next to a mileage or alone. */
export const MILEAGE_MARK_WORDS: Readonly<Record<'en' | 'ru', Readonly<Record<MileageMark, string>>>> = {
  en: { changed: 'meter changed', rolledBack: 'meter rolled back', unknown: 'true mileage unknown' },
  ru: { changed: 'одометр заменён', rolledBack: 'пробег скручен', unknown: 'реальный пробег неизвестен' },
};
