import { LOT_SORTS, type LotSort, type Sorting } from '@seri/contract/lots/filter.ts';
import { t } from '../shell/i18n/i18n.ts';
import { SelectField } from '../ui/forms/select-field.tsx';
import css from './favorites-screen.module.css';

interface FavoriteSortProps {
  sorting: Sorting<LotSort>;
  /** Choosing the same sort again reverses it, then turns it off. */
  onSort: (sort: LotSort) => void;
}

export function FavoriteSort({ sorting, onSort }: FavoriteSortProps) {
  const arrow = sorting.order === 'DESC' ? '↓' : '↑';
  const options = LOT_SORTS.map((sort) => ({
    value: sort,
    label: sorting.sort === sort ? `${t(`lots.sort.${sort}`)} ${arrow}` : t(`lots.sort.${sort}`),
  }));
  const choose = (chosen: string | undefined) => {
    const sort = LOT_SORTS.find((name) => name === chosen) ?? sorting.sort;
    if (sort) onSort(sort);
  };
  return (
    <div className={css.sort}>
      <SelectField
        single
        label={t('lots.sort.name')}
        allLabel={t('favorites.newestFirst')}
        options={options}
        value={sorting.sort ? [sorting.sort] : []}
        onChange={([chosen]) => choose(chosen)}
      />
    </div>
  );
}
