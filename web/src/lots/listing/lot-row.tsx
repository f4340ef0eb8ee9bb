import { isSalesPage, type PageType } from '@seri/contract/lots/page-types.ts';
import { type MouseEvent, memo } from 'react';
import { DoorFigure } from '../../costs/door-row-panel.tsx';
import { t } from '../../shell/i18n/i18n.ts';
import { Measure } from '../../ui/data/money.tsx';
import { showsPrices } from '../core/listing-page.ts';
import { AuctionDay, Average, Condition, LotStatus, Moment, MyBid, Price, useIsOpen } from '../core/lot-parts.tsx';
import { colorText, engineText, gearboxText } from '../core/lot-texts.ts';
import type { ListedLot } from '../core/queries.ts';
import { LotLink } from './lot-link.tsx';
import { LotPhotos } from './lot-photos.tsx';
import css from './lot-table.module.css';
import { BidButton, Share, Star } from './lot-tools.tsx';

interface LotRowProps {
  pageType: PageType;
  lot: ListedLot;
  eager: boolean;
  isVisited: boolean;
  /** The status has a column from 1440 px up; below that it is under the photo (business-rules.md#lot-views). */
  hasStatus: boolean;
  hasDoor: boolean;
  hasTools: boolean;
}

/**
 * One lot in seven groups. The whole row opens it in a new tab; name and lot number are the link for keyboards and
 * screen readers.
 */
export const LotRow = memo(function LotRow({
  pageType,
  lot,
  eager,
  isVisited,
  hasStatus,
  hasDoor,
  hasTools,
}: LotRowProps) {
  const isOpen = useIsOpen(lot);
  const open = (event: MouseEvent<HTMLTableRowElement>) => {
    const isOnControl = event.target instanceof Element && event.target.closest('a, button, label, [role="menu"]');
    if (!isOnControl && getSelection()?.isCollapsed !== false) {
      event.currentTarget.querySelector<HTMLAnchorElement>('a[data-lot]')?.click();
    }
  };
  return (
    <tr
      className={css.row}
      data-visited={isVisited || undefined}
      data-over={!(isOpen || isSalesPage(pageType)) || undefined}
      onClick={open}
    >
      <td className={css.lotCell}>
        <div className={css.lot}>
          <LotPhotos pageType={pageType} lot={lot} sizes="76px" eager={eager} className={css.photos} />
          <div className={css.named}>
            <LotLink pageType={pageType} lot={lot} isVisited={isVisited} />
            {lot.grade && <span className={css.trim}>{lot.grade}</span>}
            <span className={`quiet ${css.narrow}`}>{engineText(lot)}</span>
          </div>
        </div>
        {!hasStatus && (
          <div className={css.under}>
            <LotStatus lot={lot} />
            <MyBid lot={lot} />
          </div>
        )}
      </td>
      <td className={css.year}>
        <span className={css.first}>{lot.year ?? '–'}</span>
      </td>
      <td className={css.grade}>
        <Condition lot={lot} />
      </td>
      <td className={css.engine}>
        <span className={css.plain}>
          <Measure value={lot.engine} unit={t('unit.cc')} /> <span title={gearboxText(lot.gearbox)}>{lot.gearbox}</span>
        </span>
        <span className={`${css.second} ${css.whole}`}>{colorText(lot.color)}</span>
      </td>
      <td className={css.auction}>
        <span className={css.plain}>
          <Moment pageType={pageType} lot={lot} />
        </span>
        <span className={`${css.second} ${css.whole}`}>
          {!isSalesPage(pageType) && (
            <>
              <AuctionDay lot={lot} />
              {' · '}
            </>
          )}
          {lot.auctionName}
        </span>
      </td>
      {hasStatus && (
        <td className={css.status}>
          <LotStatus lot={lot} />
          <span className={css.second}>
            <MyBid lot={lot} />
          </span>
        </td>
      )}
      {showsPrices(pageType) && (
        <td className={`num ${css.price}`}>
          <span className={css.first}>
            <Price pageType={pageType} lot={lot} />
          </span>
          <Average pageType={pageType} lot={lot} />
        </td>
      )}
      {hasDoor && (
        <td className={`num ${css.door}`}>
          <DoorFigure door={lot.door} />
        </td>
      )}
      {hasTools && (
        <td className={css.toolsCell}>
          <div className={css.tools}>
            <Star pageType={pageType} lot={lot} />
            <Share pageType={pageType} lot={lot} />
            {isOpen && <BidButton pageType={pageType} lot={lot} />}
          </div>
        </td>
      )}
    </tr>
  );
});
