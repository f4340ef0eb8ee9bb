import type { ReplyOf } from '@seri/contract/http.ts';
import { gradeRank, lotStatusLabel } from '@seri/contract/lots/choice-words.ts';
import type { LotRange } from '@seri/contract/lots/filter.ts';
import type { carAuction } from '@seri/contract/lots/routes.ts';
import { LANGUAGE } from '@seri/contract/users/routes.ts';
import type { FacetCount } from '../listing/choice-queries.ts';
import type { Choices } from '../listing/find-page.ts';

type Filters = ReplyOf<typeof carAuction.filters>;
type Choice = Filters['select']['condition'][number];

const KM_STEP = 1_000;
const YEN_STEP = 5_000;
const byName = new Intl.Collator('en', { numeric: true });

/** Choices in the order people look for them: grades best first, everything else by its name. */
const inOrder = (counts: FacetCount[]): FacetCount[] =>
  counts.toSorted(
    (a, b) =>
      byName.compare(a.facet, b.facet) ||
      (a.facet === 'condition' ? gradeRank(a.value) - gradeRank(b.value) : byName.compare(a.value, b.value)),
  );

/** The filters reply, mileage widened to whole thousands. */
export function toFilters({ counts, ranges, totals, own, tags }: Choices, language: number): Filters {
  const ordered = inOrder(counts);
  const choices = (facet: FacetCount['facet']): Choice[] =>
    ordered.filter((count) => count.facet === facet).map(({ value, lots }) => ({ value, label: value, counter: lots }));
  const endsOf = (range: LotRange) => {
    const ends = ranges.find((found) => found.range === range);
    return { min: ends?.least ?? 0, max: ends?.most ?? 0 };
  };
  const mileage = endsOf('mileage');
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
      fuel: choices('fuel'),
      hybrid: choices('hybrid'),
      drive: choices('drive'),
      steering: choices('steering'),
      body: choices('body'),
      seats: choices('seats').map((choice) => ({ ...choice, value: Number(choice.value) })),
      trim: choices('trim'),
      interior: choices('interior'),
      repaired: choices('repaired'),
      tag: tags
        .toSorted((a, b) => byName.compare(a.tag, b.tag))
        .map(({ tag, lots }) => ({ value: tag, label: tag, counter: lots })),
    },
    range: {
      mileage: {
        min: Math.floor(mileage.min / KM_STEP) * KM_STEP,
        max: Math.ceil(mileage.max / KM_STEP) * KM_STEP,
        step: KM_STEP,
      },
      engine: { ...endsOf('engine'), step: 100 },
      year: { ...endsOf('year'), step: 1 },
      startPrice: { ...endsOf('startPrice'), step: YEN_STEP },
      averagePrice: { ...endsOf('averagePrice'), step: YEN_STEP },
      soldPrice: { ...endsOf('soldPrice'), step: YEN_STEP },
      power: { ...endsOf('power'), step: 1 },
      age: { ...endsOf('age'), step: 1 },
    },
    own,
    totalSearchResults: totals.found,
    totalResults: totals.all,
  };
}
