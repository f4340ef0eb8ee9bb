import type { PageType } from '@seri/contract/lots/page-types.ts';
import { useRowKeys } from '../../ui/data/row-keys.ts';
import type { LotViewName } from '../core/lot-views.ts';
import type { ListedLot } from '../core/queries.ts';
import type { LotSearch } from '../core/use-lot-search.ts';
import { useVisited } from '../core/visited-lots.ts';
import css from './lot-card.module.css';
import { LotCard } from './lot-card.tsx';
import phone from './lot-phone.module.css';
import { LotPhoneCard } from './lot-phone-card.tsx';
import { LotTable } from './lot-table.tsx';

/** Photos that nothing else may delay: those that a phone, or a wide window, shows at first. */
const FIRST_PHOTOS = { phone: 4, wide: 8 };

interface LotItemsProps {
  lots: LotSearch;
  items: readonly ListedLot[];
  view: LotViewName;
  isWide: boolean;
  /** True while the shown lots belong to the previous filter. */
  isStale: boolean;
}

/** Lots of a listing in the chosen layout. */
export function LotItems({ lots, items, view, isWide, isStale }: LotItemsProps) {
  return (
    <div className={css.items} data-stale={isStale || undefined} aria-busy={isStale}>
      {view === 'rows' && isWide ? (
        <LotTable pageType={lots.pageType} lots={items} sorting={lots.search} onSort={lots.sort} />
      ) : (
        <LotList pageType={lots.pageType} items={items} view={view} isWide={isWide} />
      )}
    </div>
  );
}

interface LotListProps {
  pageType: PageType;
  items: readonly ListedLot[];
  view: LotViewName;
  isWide: boolean;
}

function LotList({ pageType, items, view, isWide }: LotListProps) {
  const visited = useVisited(pageType);
  const keys = useRowKeys(items);
  const Item = view === 'rows' ? LotPhoneCard : LotCard;
  return (
    <ul className={view === 'rows' ? phone.list : css.grid} data-view={view}>
      {items.map((lot, index) => (
        <Item
          key={keys[index]}
          pageType={pageType}
          lot={lot}
          eager={index < (isWide ? FIRST_PHOTOS.wide : FIRST_PHOTOS.phone)}
          isVisited={visited.includes(lot.id)}
          isWide={isWide}
        />
      ))}
    </ul>
  );
}
