import type { BidFilters } from '@seri/contract/bids/list-routes.ts';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { japanDate } from '../../shell/i18n/format.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { TagList } from '../../ui/data/tag-list.tsx';
import { DELAY_MS } from '../../ui/theme/delays.ts';
import { type BidFilter, clearedOf, type FilterTag, tagsOf } from '../core/list-filter.ts';
import type { FilterField } from '../core/list-layouts.ts';
import { FilterFields } from './filter-fields.tsx';
import css from './list-filters.module.css';

export interface ListFiltersProps {
  layout: readonly FilterField[];
  /** Layout of the tags, if it has more than the fields. */
  tagLayout?: readonly FilterField[];
  filter: BidFilter;
  choices: BidFilters['filters'] | undefined;
  onChange: (changes: BidFilter, replace?: boolean) => unknown;
}

/** Filter panel of a wide screen: fields, tags of active filters, and extra content on the right. */
export function ListFilters({
  layout,
  tagLayout = layout,
  filter,
  choices,
  onChange,
  children,
}: ListFiltersProps & { children: ReactNode }) {
  const draft = useFilterDraft(filter, onChange);
  return (
    <div className={css.panel}>
      <div className={css.fields}>
        <FilterFields
          layout={layout}
          filter={draft.shown}
          choices={choices}
          onChoose={draft.choose}
          onDay={draft.applyNow}
        />
        <div className={css.end}>{children}</div>
      </div>
      <FilterTags
        layout={layout}
        tagLayout={tagLayout}
        filter={draft.shown}
        choices={choices}
        onChange={draft.applyNow}
      />
    </div>
  );
}

/** Tags of active filters, each with a remove button. */
export function FilterTags({ layout, tagLayout = layout, filter, choices, onChange }: ListFiltersProps) {
  const tags = tagsOf(filter, tagLayout, choices).map(({ key, text, without }) => ({
    key,
    label: tagText(text),
    onRemove: () => onChange(without),
  }));
  return <TagList tags={tags} clearLabel={t('Common.ClearAll')} onClear={() => onChange(clearedOf(tagLayout))} />;
}

function tagText(text: FilterTag['text']): string {
  if (text === 'mine') return t('bids.filter.mine');
  if ('choice' in text) return text.choice;
  if ('day' in text) return japanDate(text.day);
  return 'from' in text
    ? t('bids.filter.tagFrom', { day: japanDate(text.from) })
    : t('bids.filter.tagTo', { day: japanDate(text.to) });
}

/** Draft of the filter: shows choices at once, applies them 1.5 s after the last one. */
function useFilterDraft(filter: BidFilter, apply: (changes: BidFilter) => void) {
  const [waiting, setWaiting] = useState<BidFilter | null>(null);
  const settle = useEffectEvent((changes: BidFilter) => {
    setWaiting(null);
    apply(changes);
  });
  useEffect(() => {
    if (waiting === null) return;
    const timer = setTimeout(() => settle(waiting), DELAY_MS.bidFilter);
    return () => clearTimeout(timer);
  }, [waiting]);
  return {
    shown: waiting === null ? filter : { ...filter, ...waiting },
    choose: (changes: BidFilter) => setWaiting({ ...waiting, ...changes }),
    /** Applies pending changes at once, for a removed tag or a typed day. */
    applyNow: (changes: BidFilter) => {
      setWaiting(null);
      apply({ ...waiting, ...changes });
    },
  };
}
