import { isOrdered } from '@seri/contract/bids/lot-of-bid.ts';
import type { BidRow } from '@seri/contract/bids/records.ts';
import { ChatCell } from '../../chat/chat-cell-panel.tsx';
import { groupThousands } from '../../shell/i18n/format.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { Mileage } from '../../shell/mileage.tsx';
import { Photo } from '../../shell/photo.tsx';
import { JapanTime } from '../../ui/data/japan-time.tsx';
import { Money } from '../../ui/data/money.tsx';
import { Parts } from '../../ui/data/parts.tsx';
import { BidOutcomeNote } from '../core/bid-outcome.tsx';
import { BidStatus } from '../core/bid-status.tsx';
import { BidTime } from '../core/bid-time.tsx';
import { Grade, LotLink, vehicleName } from '../core/bid-vehicle.tsx';
import { groupText } from '../core/group-field.tsx';
import css from '../core/lists.module.css';
import { LotStatus } from '../core/lot-status.tsx';
import { specText } from '../core/lot-texts.ts';
import { signatureOf } from '../core/row-signature.ts';
import { useHighlightOnChange } from '../core/use-highlight-on-change.ts';
import { NegotiationNote } from '../negotiation/negotiation-note.tsx';
import own from './bid-card.module.css';
import { BidInRange } from './bid-in-range.tsx';
import { InvoiceLink } from './invoice-link.tsx';

/** One bid on a narrow screen. */
export function BidCard({ row, forClient }: { row: BidRow; forClient: boolean }) {
  const isFresh = useHighlightOnChange(signatureOf(row));
  const place = [row.auctionName, t('bids.row.lot', { lotNo: row.lotNo })];
  if (row.user) place.push(row.user.name);
  return (
    <article className={css.card} data-fresh={isFresh || undefined}>
      <div>
        <LotLink row={row}>
          <Photo src={row.images[0]} alt="" sizes="124px" />
        </LotLink>
        <div className={css.cardSide}>
          <Grade condition={row.condition} />
          <b>
            <Mileage of={row} />
          </b>
        </div>
      </div>
      <div className={css.cardBody}>
        <LotLink row={row} className={css.cardName}>
          {vehicleName(row)} {row.year}
        </LotLink>
        <div className="quiet small">
          <Parts parts={place} />
        </div>
        <div className="quiet small">
          <Parts
            parts={[
              <JapanTime key="at" at={isOrdered(row) ? row.bidDate : row.auctionDate} shape="full" zone />,
              ...(row.soldPrice === null ? [] : [<BidTime key="left" row={row} forClient={forClient} />]),
            ]}
          />
        </div>
        <div className={`quiet small ${own.whole}`}>
          <Parts parts={[row.chassis, specText(row)].filter((text) => text && text !== '–')} />
        </div>
        {forClient && !row.negotiation && <BidOutcomeNote row={row} />}
        <div className={css.cardLine}>
          <Money yen={row.bidAmount} className={css.cardAmount} />
          {row.soldPrice === null ? (
            <BidTime phrase timeOnly row={row} forClient={forClient} />
          ) : (
            <span className="small nowrap">{t('bids.row.sold', { amount: groupThousands(row.soldPrice) })}</span>
          )}
        </div>
        <BidInRange row={row} />
        <div className={`${css.cardLine} small`}>
          <span className="quiet">
            {t('bids.head.startPrice')} <Money yen={row.startPrice} />
          </span>
          {row.adjustmentPrice !== undefined && row.adjustmentPrice > 0 && (
            <span className="quiet">
              <Money yen={row.adjustmentPrice} signed />
            </span>
          )}
        </div>
        <div className={`${css.cardLine} ${css.cardEnd}`}>
          <div className={css.cardLine}>
            <BidStatus status={row.bidStatus} forClient={forClient} />
            {row.bidGroup !== null && <span className="quiet small">{groupText(row)}</span>}
            <span className="small">
              <LotStatus row={row} />
            </span>
          </div>
          <ChatCell row={row} />
        </div>
        <NegotiationNote row={row} forClient={forClient} />
        <InvoiceLink row={row} />
      </div>
    </article>
  );
}
