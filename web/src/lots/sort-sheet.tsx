import { LOT_SORTS } from '@seri/contract/lots/filter.ts';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { t } from '../shell/i18n.ts';
import { BottomSheet } from '../ui/bottom-sheet.tsx';
import css from './filter-sheet.module.css';
import { sortText } from './sort-menu.tsx';
import type { LotSearch } from './use-lot-search.ts';

interface SortSheetProps {
  opened: boolean;
  lots: LotSearch;
  onClose: () => void;
}

export function SortSheet({ opened, lots, onClose }: SortSheetProps) {
  const { sort: current, order } = lots.search;
  const Arrow = order === 'DESC' ? IconArrowDown : IconArrowUp;
  return (
    <BottomSheet opened={opened} onClose={onClose} title={t('lots.sort.title')}>
      <div className={css.choices}>
        {LOT_SORTS.map((sort) => (
          <button
            key={sort}
            type="button"
            aria-pressed={sort === current}
            onClick={() => void lots.sort(sort, true).then(onClose)}
          >
            {sortText(sort)}
            {sort === current && (
              <span>
                <Arrow size={20} stroke={1.5} aria-hidden />
                <span className="visually-hidden">{t(order === 'DESC' ? 'lots.sort.down' : 'lots.sort.up')}</span>
              </span>
            )}
          </button>
        ))}
      </div>
    </BottomSheet>
  );
}
