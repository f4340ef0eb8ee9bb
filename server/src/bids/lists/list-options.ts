import { groupLabel } from '@seri/contract/bids/groups.ts';
import { MILEAGE_RANGES, mileageSpan } from '@seri/contract/bids/list-filters.ts';
import type { BidFilters } from '@seri/contract/bids/list-routes.ts';
import { gradeRank, lotStatusLabel } from '@seri/contract/lots/choice-words.ts';
import type { CurrentUser } from '../../platform/calls/current-user.ts';
import type { Db } from '../../platform/db/db.ts';
import { bidStatusLabel, isRussian } from '../core/texts.ts';
import { type BidListFilter, LIST_STATUSES } from './list-conditions-queries.ts';
import { countBids } from './list-count-queries.ts';
import { findBidChoices } from './list-option-queries.ts';
import { tabsOf } from './list-rows.ts';
import { isStaff } from './list-scope.ts';

const RANGE_STARTS = MILEAGE_RANGES.map((range) => mileageSpan(range).fromKm);

/** The filter options of a list, labelled in the reader's language, with the list's counters. */
export async function listOptions(db: Db, currentUser: CurrentUser, filter: BidListFilter): Promise<BidFilters> {
  const russian = isRussian(currentUser);
  const [choices, counts] = await Promise.all([
    findBidChoices(db, filter, RANGE_STARTS),
    countBids(db, filter, isStaff(currentUser)),
  ]);
  const inOrder = new Intl.Collator('en', { numeric: true }).compare;
  const asIs = (values: readonly string[]) => values.toSorted(inOrder).map((value) => ({ value, label: value }));
  const labelled = (values: readonly number[], label: (value: number) => string) =>
    values.toSorted((a, b) => a - b).map((value) => ({ value, label: label(value) }));
  const byGrade = (a: string, b: string) => gradeRank(a) - gradeRank(b) || inOrder(a, b);
  return {
    filters: {
      chassisId: asIs(choices.chassis),
      mileage: choices.range
        .toSorted((a, b) => a - b)
        .flatMap((place) => MILEAGE_RANGES[place - 1] ?? [])
        .map((range) => ({ value: range, label: mileageLabel(range, russian) })),
      dates:
        filter.list === 'archive'
          ? []
          : choices.day.toSorted().map((day) => ({ value: day, label: dayLabel(day, russian) })),
      auctions: asIs(choices.house),
      condition: [...new Set(choices.condition.map(asGrade))]
        .toSorted(byGrade)
        .map((grade) => ({ value: grade, label: grade })),
      group: labelled(choices.bidGroup, groupLabel),
      bidStatus: labelled(LIST_STATUSES.active, (status) => bidStatusLabel(status, currentUser)),
      status: labelled(choices.lotStatus, (status) => lotStatusLabel(status, russian)),
      archiveStatus: labelled(LIST_STATUSES.archive, (status) => bidStatusLabel(status, currentUser)),
      clients: choices.client
        .toSorted((a, b) => inOrder(a.name, b.name) || a.id - b.id)
        .map(({ id, name }) => ({ value: id, label: name })),
    },
    counters: tabsOf(counts, filter, currentUser),
    totalBids: counts.total,
  };
}

/** "5.0" of an auction house counts as "5" (business-rules.md#condition-grades). */
const asGrade = (condition: string) => condition.replace(/\.0$/, '');

const mileageLabel = (range: string, russian: boolean): string => {
  const { fromKm, toKm } = mileageSpan(range);
  const unit = russian ? 'км' : 'km';
  if (toKm === null) return russian ? `от ${grouped(fromKm)} ${unit}` : `${grouped(fromKm)} ${unit} and more`;
  return `${grouped(fromKm)}–${grouped(toKm)} ${unit}`;
};
const grouped = (km: number): string => String(km).replaceAll(/\B(?=(\d{3})+$)/g, '\u2009');

/** `24 Nov, Tue`. */
function dayLabel(day: string, russian: boolean): string {
  const say = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(russian ? 'ru' : 'en-GB', { timeZone: 'UTC', ...options }).format(new Date(day));
  return `${say({ day: 'numeric', month: 'short' })}, ${say({ weekday: 'short' })}`;
}
