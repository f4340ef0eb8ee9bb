import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { t } from '../../shell/i18n/i18n.ts';
import sheet from '../../ui/forms/sheet-choices.module.css';
import { BottomSheet } from '../../ui/overlays/bottom-sheet.tsx';
import { sortsOf } from '../core/listing-page.ts';
import type { LotViewName } from '../core/lot-views.ts';
import type { LotSearch } from '../core/use-lot-search.ts';
import { ViewSwitcher } from '../core/view-switcher.tsx';
import css from './filter-sheet.module.css';
import { sortText } from './sort-menu.tsx';

interface SortSheetProps {
  opened: boolean;
  lots: LotSearch;
  view: LotViewName;
  onView: (view: LotViewName) => void;
  onClose: () => void;
}

/** Layout and sort of a phone's list. */
export function SortSheet({ opened, lots, view, onView, onClose }: SortSheetProps) {
  const { sort: current, order } = lots.search;
  const Arrow = order === 'DESC' ? IconArrowDown : IconArrowUp;
  return (
    <BottomSheet opened={opened} onClose={onClose} title={t('lots.sort.title')}>
      <div className={css.view}>
        <span className="quiet">{t('lots.view.name')}</span>
        <ViewSwitcher view={view} onChange={onView} />
      </div>
      <div className={sheet.choices}>
        {sortsOf(lots.pageType).map((sort) => (
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
