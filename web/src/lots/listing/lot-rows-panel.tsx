import { useMediaQuery } from '@mantine/hooks';
import { isBikePage, type PageType } from '@seri/contract/lots/page-types.ts';
import { CompareTray } from '../compare/compare-tray.tsx';
import { DESKTOP_QUERY } from '../core/breakpoints.ts';
import type { ListedLot } from '../core/queries.ts';
import { useVisited } from '../core/visited-lots.ts';
import css from './lot-card.module.css';
import { LotCard } from './lot-card.tsx';
import phone from './lot-phone.module.css';
import { LotPhoneCard } from './lot-phone-card.tsx';
import { LotWindows } from './lot-windows.tsx';

const IN_FIRST_VIEW = 8;

export interface LotOnPage {
  lot: ListedLot;
  /** Decides the page that the lot opens on and the offered actions. */
  pageType: PageType;
}

interface LotRowsProps {
  lots: readonly LotOnPage[];
  isStale: boolean;
}

/** Lots of several page types in one list, laid out as in their own listings; no columns fit all of them. */
export function LotRows({ lots, isStale }: LotRowsProps) {
  const isWide = useMediaQuery(DESKTOP_QUERY, false, { getInitialValueInEffect: false });
  const cars = useVisited('car-auction');
  const bikes = useVisited('bikes');
  const Item = isWide ? LotCard : LotPhoneCard;
  return (
    <div className={css.items} data-stale={isStale || undefined} aria-busy={isStale}>
      <ul className={isWide ? css.grid : phone.list} data-view="cards">
        {lots.map(({ lot, pageType }, index) => (
          <LotWindows key={lot.id} pageType={pageType} isWide={isWide}>
            <Item
              pageType={pageType}
              lot={lot}
              eager={index < IN_FIRST_VIEW}
              isVisited={(isBikePage(pageType) ? bikes : cars).includes(lot.id)}
              isWide={isWide}
            />
          </LotWindows>
        ))}
      </ul>
      <CompareTray />
    </div>
  );
}
