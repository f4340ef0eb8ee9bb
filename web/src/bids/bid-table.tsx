import type { BidRow } from '@seri/contract/bids/records.ts';
import type { BidSort } from '@seri/contract/bids/routes.ts';
import { t } from '../shell/i18n.ts';
import { JapanTime } from '../ui/japan-time.tsx';
import { Measure, Money } from '../ui/money.tsx';
import { SortHeader } from '../ui/sort-header.tsx';
import { BidStatus } from './bid-status.tsx';
import { BidTime } from './bid-time.tsx';
import { Grade, LotCell, LotLink, vehicleName } from './bid-vehicle.tsx';
import { groupText } from './group-field.tsx';
import css from './lists.module.css';
import { LotStatus, lotStatusText } from './lot-status.tsx';
import { colorText, engineText } from './lot-words.ts';
import { signatureOf } from './row-signature.ts';
import { orderOf, type Sorting } from './sort-cycle.ts';
import { useFlash } from './use-flash.ts';

interface BidTableProps {
  rows: readonly BidRow[];
  sorting: Sorting;
  onSort: (column: BidSort) => void;
  isStaff: boolean;
}

/** Read-only bids on a wide screen. */
export function BidTable({ rows, sorting, onSort, isStaff }: BidTableProps) {
  const header = (column: BidSort, text: string, align: 'left' | 'right' = 'left', className?: string) => (
    <SortHeader order={orderOf(sorting, column)} onSort={() => onSort(column)} align={align} className={className}>
      {text}
    </SortHeader>
  );
  return (
    <div className="panel">
      <table className={css.table}>
        <colgroup>
          <col style={{ width: 176 }} />
          <col style={{ width: 120 }} />
          <col />
          <col style={{ width: 66 }} />
          <col className={isStaff ? css.wideOnly : undefined} style={{ width: 132 }} />
          {isStaff && <col style={{ width: 124 }} />}
          <col style={{ width: 108 }} />
          <col style={{ width: 112 }} />
          <col style={{ width: 158 }} />
          <col className={css.wideOnly} style={{ width: 116 }} />
        </colgroup>
        <thead>
          <tr>
            {header('lotNo', t('bids.col.lot'))}
            {header('auctionDate', t('bids.col.time'))}
            {header('year', t('bids.col.vehicle'))}
            {header('condition', t('bids.col.grade'))}
            {header('mileage', t('bids.col.specs'), 'left', isStaff ? css.wideOnly : undefined)}
            {isStaff && <th scope="col">{t('bids.filter.client')}</th>}
            {header('startPrice', t('bids.col.prices'), 'right')}
            {header('bidAmount', t(isStaff ? 'bids.col.bid' : 'bids.col.myBid'), 'right')}
            <th scope="col">{t('bids.col.status')}</th>
            <th scope="col" className={css.wideOnly}>
              {t('bids.col.lotStatus')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <TableRow key={row.bidId} row={row} isStaff={isStaff} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function TableRow({ row, isStaff }: { row: BidRow; isStaff: boolean }) {
  const isFresh = useFlash(signatureOf(row));
  return (
    <tr data-fresh={isFresh || undefined}>
      <td>
        <LotCell row={row} />
      </td>
      <td>
        <div className={css.lines}>
          <BidTime row={row} forClient={!isStaff} />
          <JapanTime at={row.auctionDate} />
        </div>
      </td>
      <td>
        <div className={css.lines}>
          <LotLink row={row} className={css.vehicle}>
            <span>{vehicleName(row)}</span> <span>{row.year}</span>
          </LotLink>
          <span>{row.chassis || '–'}</span>
        </div>
      </td>
      <td>
        <Grade condition={row.condition} />
      </td>
      <td className={isStaff ? css.wideOnly : undefined}>
        <div className={css.lines}>
          <Measure value={row.mileage} unit={t('unit.km')} />
          <span>
            {engineText(row)} {row.color && `· ${colorText(row.color)}`}
          </span>
        </div>
      </td>
      {isStaff && (
        <td>
          <div className={css.lines}>
            <span>{row.user?.name ?? '–'}</span>
            <span>{row.user?.clientId}</span>
          </div>
        </td>
      )}
      <td className={css.right}>
        <div className={css.lines}>
          <Money yen={row.startPrice} />
          <Money yen={row.soldPrice} />
        </div>
      </td>
      <td className={css.right}>
        <div className={css.lines}>
          <b>
            <Money yen={row.bidAmount} />
          </b>
          {row.adjustmentPrice !== undefined && (
            <span>
              {row.adjustmentPrice > 0 ? <Money yen={row.adjustmentPrice} signed /> : t('bids.row.noOverbid')}
            </span>
          )}
        </div>
      </td>
      <td>
        <BidStatus status={row.bidStatus} forClient={!isStaff} />
        {row.bidGroup !== null && <div className="quiet small">{groupText(row)}</div>}
        <div className={`quiet small ${css.narrowOnly}`}>{lotStatusText(row.status)}</div>
      </td>
      <td className={css.wideOnly}>
        <LotStatus status={row.status} />
      </td>
    </tr>
  );
}
