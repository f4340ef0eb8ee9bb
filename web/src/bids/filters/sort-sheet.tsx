import type { BidSort } from '@seri/contract/bids/list-routes.ts';
import { IconArrowsSort, IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../shell/i18n/i18n.ts';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import css from '../../ui/forms/sheet-choices.module.css';
import { BottomSheet } from '../../ui/overlays/bottom-sheet.tsx';
import { orderOf, type Sorting } from './sort-cycle.ts';

const VARIANTS: readonly BidSort[] = [
  'auctionDate',
  'year',
  'condition',
  'mileage',
  'startPrice',
  'bidAmount',
  'lotNo',
];

interface SortSheetProps {
  sorting: Sorting;
  onSort: (column: BidSort) => void;
}

/** Sorting on a phone: the first press sorts ascending, the second descending, the third not at all. */
export function SortSheet({ sorting, onSort }: SortSheetProps) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <IconButton bordered name={t('bids.sort.open')} onClick={() => setOpened(true)}>
        <IconArrowsSort size={20} stroke={1.5} aria-hidden />
      </IconButton>
      <BottomSheet opened={opened} onClose={() => setOpened(false)} title={t('bids.sort.open')}>
        <div className={css.choices}>
          {VARIANTS.map((column) => {
            const order = orderOf(sorting, column);
            return (
              <button key={column} type="button" aria-pressed={order !== undefined} onClick={() => onSort(column)}>
                {t(`bids.sortBy.${column}` as 'bids.sortBy.year')}
                {order === 'ASC' && <IconChevronUp size={20} stroke={1.5} aria-label={t('bids.sort.ascending')} />}
                {order === 'DESC' && <IconChevronDown size={20} stroke={1.5} aria-label={t('bids.sort.descending')} />}
              </button>
            );
          })}
        </div>
      </BottomSheet>
    </>
  );
}
