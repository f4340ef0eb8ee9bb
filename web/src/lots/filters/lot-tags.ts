import { type Excludable, exclusionOf, exclusionsOf, type LotFilter } from '@seri/contract/lots/filter.ts';
import { groupThousands, japanDate, japanDay, japanWeekday, yen } from '../../shell/i18n/format.ts';
import { type TextKey, t } from '../../shell/i18n/i18n.ts';
import type { Tag } from '../../ui/data/tag-list.tsx';
import { THIN_SPACE } from '../../ui/theme/number-text.ts';
import { FACETS, RANGES, type Range, rangeOf, readSearch, withMaker, withRange } from '../core/lot-search.ts';
import { choiceText } from './choice-options.ts';

/** Tags of active filters, each with the change that removes it; `doorMoney` writes totals in the reader's currency. */
export function tagsOf(
  filter: LotFilter,
  apply: (changes: Partial<LotFilter>) => unknown,
  doorMoney: (amountYen: number) => string = yen,
): Tag[] {
  const tag = (key: string, label: string, without: Partial<LotFilter>): Tag => ({
    key,
    label,
    onRemove: () => void apply(without),
  });
  const tags: Tag[] = [];
  if (filter.open)
    tags.push(tag('open', t(filter.open === '1' ? 'lots.open.tag' : 'lots.closed.tag'), { open: undefined }));
  if (filter.date.length > 0) tags.push(tag('date', daysText(filter.date), { date: [] }));
  if (filter.dateFrom || filter.dateTo)
    tags.push(tag('dates', periodText(filter.dateFrom, filter.dateTo), { dateFrom: undefined, dateTo: undefined }));
  for (const maker of filter.maker)
    tags.push(tag(`maker-${maker}`, maker, withMaker(filter.maker.filter((one) => one !== maker))));
  for (const model of filter.model)
    tags.push(tag(`model-${model}`, model, { model: filter.model.filter((one) => one !== model) }));
  for (const range of RANGES) {
    const { from, to } = rangeOf(filter, range);
    if (from || to) tags.push(tag(range, rangeText(range, from, to), withRange(range, { from: 0, to: 0 })));
  }
  if (filter.importable)
    tags.push(tag('importable', t(`lots.filter.import.${filter.importable}`), { importable: undefined }));
  if (filter.doorFrom || filter.doorTo) {
    const { doorFrom: from, doorTo: to } = filter;
    const bounded =
      from && to
        ? `${doorMoney(from)}–${doorMoney(to)}`
        : t(from ? 'lots.tag.from' : 'lots.tag.to', { value: doorMoney(from || to || 0) });
    tags.push(tag('door', `${t('lots.sort.door')}: ${bounded}`, { doorFrom: undefined, doorTo: undefined }));
  }
  if (filter.search) {
    const { field, text } = readSearch(filter.search);
    tags.push(tag('search', `${t(`lots.search.${field}`)}: ${text}`, { search: undefined }));
  }
  for (const word of filter.words)
    tags.push(
      tag(`word-${word}`, t('lots.tag.word', { word }), {
        words: filter.words.filter((one) => one !== word),
      }),
    );
  for (const facet of FACETS) {
    const values = filter[facet].map(String);
    if (values.length === 0) continue;
    const names = values.map((value) => (facet === 'condition' ? value : choiceText(facet, value, value)));
    tags.push(tag(facet, `${t(`lots.filter.${facet}`)}: ${names.join(', ')}`, { [facet]: [] }));
  }
  for (const [name, values] of Object.entries(exclusionsOf(filter.not)) as [Excludable, string[]][])
    for (const value of values) {
      const text = name === 'maker' || name === 'model' ? value : choiceText(name, value, value);
      const without = filter.not.filter((other) => other !== exclusionOf(name, value));
      tags.push(tag(`not-${name}-${value}`, t('lots.tag.without', { value: text }), { not: without }));
    }
  if (filter.new) tags.push(tag('new', t('lots.own.new'), { new: undefined }));
  if (filter.seen)
    tags.push(tag('seen', t(filter.seen === '0' ? 'lots.own.unseen' : 'lots.own.seen'), { seen: undefined }));
  if (filter.hidden) tags.push(tag('hidden', t('lots.own.hidden'), { hidden: undefined }));
  for (const own of filter.tag)
    tags.push(tag(`tag-${own}`, `#${own}`, { tag: filter.tag.filter((other) => other !== own) }));
  return tags;
}

/**
 * `Tue 24, Wed 25, Fri 27 Nov`: each with its weekday (business-rules.md#filter-tags), the month once per run of days.
 */
function daysText(days: readonly string[]): string {
  const parts = days.map((day) => {
    const [number, ...month] = japanDay(day).split(' ');
    return { day: `${japanWeekday(day)} ${number}`, month: month.join(' ') };
  });
  return parts.map(({ day, month }, index) => (parts[index + 1]?.month === month ? day : `${day} ${month}`)).join(', ');
}

const periodText = (from: string | undefined, to: string | undefined): string => {
  if (!to) return t('lots.tag.from', { value: japanDate(from ?? '') });
  return from ? `${japanDate(from)} – ${japanDate(to)}` : t('lots.tag.to', { value: japanDate(to) });
};

const UNITS: Partial<Record<Range, TextKey>> = {
  ...{ mileage: 'unit.km', engine: 'unit.cc', power: 'lots.unit.ps', age: 'unit.months' },
};
const PRICES: ReadonlySet<Range> = new Set(['startPrice', 'averagePrice', 'soldPrice']);

function rangeText(range: Range, from: number | undefined, to: number | undefined): string {
  const shown = (value: number) => (range === 'year' ? String(value) : groupThousands(value));
  const unit = UNITS[range] ? `${THIN_SPACE}${t(UNITS[range])}` : PRICES.has(range) ? `${THIN_SPACE}¥` : '';
  const value = from && to ? `${shown(from)}–${shown(to)}` : shown(from || to || 0);
  const text = `${value}${unit}`;
  const bounded = from && to ? text : t(from ? 'lots.tag.from' : 'lots.tag.to', { value: text });
  if (range === 'year') return t('lots.tag.year', { years: bounded });
  return range === 'age' || PRICES.has(range)
    ? `${t(`lots.sort.${range as 'age' | 'startPrice'}`)}: ${bounded}`
    : bounded;
}
