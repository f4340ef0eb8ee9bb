import type { LotSort, Sorting } from '@seri/contract/lots/filter.ts';
import type { PageType } from '@seri/contract/lots/page-types.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { sortsOf } from '../core/listing-page.ts';
import css from './sort-menu.module.css';

export const sortText = (sort: LotSort): string => t(`lots.sort.${sort}`);

/** `Auction date ↑`; without a sort the list is also ordered by auction date. */
export function sortedText({ sort, order }: Sorting<LotSort>): string {
  if (!sort) return t('lots.sort.none');
  return `${sortText(sort)} ${order === 'DESC' ? '↓' : '↑'}`;
}

interface SortMenuProps {
  pageType: PageType;
  sorting: Sorting<LotSort>;
  /** Choosing the same sort again reverses it, then turns it off. */
  onSort: (sort: LotSort) => unknown;
}

export function SortMenu({ pageType, sorting, onSort }: SortMenuProps) {
  const sorts = sortsOf(pageType);
  const options = sorts.map((sort) => ({
    value: sort,
    label: sorting.sort === sort ? sortedText(sorting) : sortText(sort),
  }));
  const choose = (chosen: string | undefined) => {
    const sort = sorts.find((name) => name === chosen) ?? sorting.sort;
    if (sort) onSort(sort);
  };
  return (
    <div className={css.menu}>
      <SelectField
        single
        label={t('lots.sort.name')}
        allLabel={sortedText({})}
        options={options}
        value={sorting.sort ? [sorting.sort] : []}
        onChange={([chosen]) => choose(chosen)}
      />
    </div>
  );
}
