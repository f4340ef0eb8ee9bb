import type { BidSort } from '@seri/contract/bids/list-routes.ts';
import { isOrdered } from '@seri/contract/bids/lot-of-bid.ts';
import type { BidRow } from '@seri/contract/bids/records.ts';
import { ChatCell } from '../../chat/chat-cell-panel.tsx';
import { t } from '../../shell/i18n/i18n.ts';
import { Mileage, mileageText } from '../../shell/mileage.tsx';
import { JapanTime } from '../../ui/data/japan-time.tsx';
import { Money } from '../../ui/data/money.tsx';
import { rem } from '../../ui/theme/widths.ts';
import { ClientName } from '../../users/clients/client-name-panel.tsx';
import { BidOutcomeNote } from '../core/bid-outcome.tsx';
import { BidStatus } from '../core/bid-status.tsx';
import { BidTime } from '../core/bid-time.tsx';
import { Grade, LotCell, LotLink, vehicleName } from '../core/bid-vehicle.tsx';
import { groupText } from '../core/group-field.tsx';
import type { BidReader } from '../core/list-layouts.ts';
import css from '../core/lists.module.css';
import { LotStatus } from '../core/lot-status.tsx';
import { colorText, engineText, specText } from '../core/lot-texts.ts';
import { signatureOf } from '../core/row-signature.ts';
import { useHighlightOnChange } from '../core/use-highlight-on-change.ts';
import type { Sorting } from '../filters/sort-cycle.ts';
import { NegotiationNote } from '../negotiation/negotiation-note.tsx';
import { BidInRange } from './bid-in-range.tsx';
import own from './bid-table.module.css';
import { ColumnHead } from './column-heads.tsx';
import { InvoiceLink } from './invoice-link.tsx';
import { Overbid } from './overbid.tsx';

interface BidTableProps {
  rows: readonly BidRow[];
  sorting: Sorting;
  onSort: (column: BidSort) => void;
  reader: BidReader;
}

/** Column width in px at the usual text size; on a wide screen all columns grow. */
const columnWidth = (px: number): string => `calc(${rem(px)} * var(--grow))`;

/** Read-only bids on a wide screen; with a client column for readers who see bids of others. */
export function BidTable({ rows, sorting, onSort, reader }: BidTableProps) {
  const head = { sorting, onSort };
  const seesClients = reader !== 'client';
  return (
    <div className="panel">
      <table className={`${css.table} ${own.grows}`}>
        <caption className="visually-hidden">{t('bids.list.caption')}</caption>
        <colgroup>
          <col style={{ width: columnWidth(206) }} />
          <col style={{ width: columnWidth(118) }} />
          <col />
          <col style={{ width: columnWidth(60) }} />
          <col style={{ width: columnWidth(122) }} />
          <col style={{ width: columnWidth(108) }} />
          <col style={{ width: columnWidth(108) }} />
          <col style={{ width: columnWidth(180) }} />
          <col style={{ width: columnWidth(52) }} />
        </colgroup>
        <thead>
          <tr>
            <ColumnHead {...head} columns={['lotNo', 'auctionName']} />
            <ColumnHead {...head} columns={['auctionDate']} />
            <ColumnHead {...head} columns={['year', 'chassis']} />
            <ColumnHead {...head} columns={['condition']} />
            {seesClients ? (
              <th scope="col">{t('bids.filter.clients')}</th>
            ) : (
              <ColumnHead {...head} columns={['mileage']} />
            )}
            <ColumnHead {...head} columns={['startPrice', 'soldPrice']} align="right" />
            <ColumnHead {...head} columns={['bidAmount']} align="right" />
            <ColumnHead {...head} text={t('bids.col.status')} columns={['bidGroup', 'status']} />
            <th scope="col">
              <span className="visually-hidden">{t('chat.chat')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <TableRow key={row.bidId} row={row} reader={reader} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function TableRow({ row, reader }: { row: BidRow; reader: BidReader }) {
  const forClient = reader !== 'manager';
  const seesClients = reader !== 'client';
  const isFresh = useHighlightOnChange(signatureOf(row));
  return (
    <tr data-fresh={isFresh || undefined}>
      <td>
        <LotCell row={row} />
      </td>
      <td>
        <div className={css.lines}>
          <BidTime timeOnly row={row} forClient={forClient} />
          <JapanTime at={isOrdered(row) ? row.bidDate : row.auctionDate} />
        </div>
      </td>
      <td>
        <div className={css.lines}>
          <LotLink row={row} className={css.vehicle}>
            <span>{vehicleName(row)}</span> <span>{row.year}</span>
          </LotLink>
          <span title={row.chassis}>
            {[seesClients && mileageText(row), row.chassis].filter(Boolean).join(' · ') || '–'}
          </span>
          {seesClients && <span>{specText(row)}</span>}
        </div>
        {forClient && !row.negotiation && <BidOutcomeNote row={row} />}
      </td>
      <td>
        <Grade condition={row.condition} />
      </td>
      <td>
        {seesClients ? (
          <div className={css.lines}>
            {row.user ? <ClientName client={row.user} /> : <span>{t('bids.row.own')}</span>}
            <span>{row.user?.clientId}</span>
          </div>
        ) : (
          <div className={css.lines}>
            <Mileage of={row} />
            <span>{engineText(row)}</span>
            <span>{row.color && colorText(row.color)}</span>
          </div>
        )}
      </td>
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
          <Overbid yen={row.adjustmentPrice} />
          <BidInRange row={row} />
        </div>
      </td>
      <td>
        <BidStatus status={row.bidStatus} forClient={forClient} />
        {row.bidGroup !== null && <div className="quiet small">{groupText(row)}</div>}
        <div className="small">
          <LotStatus row={row} />
        </div>
        <NegotiationNote row={row} forClient={forClient} />
        <InvoiceLink row={row} />
      </td>
      <td>
        <ChatCell row={row} />
      </td>
    </tr>
  );
}
