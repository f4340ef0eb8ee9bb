/** Kinds of contradictions between two listings of one vehicle. */
export const CONTRADICTIONS = ['mileage', 'grade'] as const;
export type Contradiction = (typeof CONTRADICTIONS)[number];

/** The facts of a listing that can contradict an earlier one. */
export interface ComparedListing {
  /** `YYYY-MM-DD` in Japan. */
  auctionDay: string;
  mileageKm: number | null;
  /** Overall grade as the auction house wrote it. */
  condition: string;
}

/** Grades that name a repair of the body, an accident or none at all. */
const REPAIRED = /^(?:R|RA|RB|R2|R\?|WR|\*\*\*)$/;
const GRADED = /^(?:[1-6](?:\.[05])?|S)$/;

/**
 * Contradictions of each listing with earlier ones of the same vehicle, in the order given: fewer kilometers than on an
 * earlier day, or a grade without repair after a repair grade. Unknown values contradict nothing.
 */
export function contradictionsOf(listings: readonly ComparedListing[]): Contradiction[][] {
  return listings.map(({ auctionDay, mileageKm, condition }) => {
    const earlier = listings.filter((other) => other.auctionDay < auctionDay);
    const wasFurther = mileageKm !== null && earlier.some((other) => (other.mileageKm ?? 0) > mileageKm);
    const wasRepaired = GRADED.test(condition) && earlier.some((other) => REPAIRED.test(other.condition));
    return [...(wasFurther ? (['mileage'] as const) : []), ...(wasRepaired ? (['grade'] as const) : [])];
  });
}
