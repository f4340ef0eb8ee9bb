import type { ReplyOf } from '@seri/contract/http.ts';
import { gradePlace, lotStatusLabel } from '@seri/contract/lots/choice-words.ts';
import type { carAuction } from '@seri/contract/lots/routes.ts';
import { LANGUAGE } from '@seri/contract/users/routes.ts';
import type { FacetCount } from './facets-queries.ts';
import type { Choices } from './find-choices.ts';

type Filters = ReplyOf<typeof carAuction.filters>;
type Choice = Filters['select']['condition'][number];

const KM_STEP = 1_000;
const byName = new Intl.Collator('en', { numeric: true });

/** Choices in the order people look for them: grades best first, everything else by its name. */
export const inOrder = (counts: FacetCount[]): FacetCount[] =>
  counts.toSorted(
    (a, b) =>
      byName.compare(a.facet, b.facet) ||
      (a.facet === 'condition' ? gradePlace(a.value) - gradePlace(b.value) : byName.compare(a.value, b.value)),
  );

/** The filters reply of choices that are in order, mileage widened to whole thousands. */
export function toFilters(
  { counts, ranges, totalResults }: Choices & { totalResults: number },
  language: number,
): Filters {
  const choices = (facet: FacetCount['facet']): Choice[] =>
    counts
      .filter((count) => count.facet === facet)
      .map(({ value, lots }) => ({ value, label: value, ...(lots === undefined ? {} : { counter: lots }) }));
  const range = (min: number | null, max: number | null, step: number) => ({ min: min ?? 0, max: max ?? 0, step });
  const whole = (km: number | null, round: (thousands: number) => number) => round((km ?? 0) / KM_STEP) * KM_STEP;
  return {
    select: {
      condition: choices('condition'),
      gearbox: choices('gearbox'),
      auction: choices('auction'),
      status: choices('status').map((choice) => ({
        ...choice,
        value: Number(choice.value),
        label: lotStatusLabel(Number(choice.value), language === LANGUAGE.ru),
      })),
      color: choices('color'),
      chassis: choices('chassis'),
    },
    range: {
      mileage: range(whole(ranges.mileage_min, Math.floor), whole(ranges.mileage_max, Math.ceil), KM_STEP),
      engine: range(ranges.engine_min, ranges.engine_max, 100),
      year: range(ranges.year_min, ranges.year_max, 1),
    },
    totalSearchResults: ranges.matching,
    totalResults,
  };
}
