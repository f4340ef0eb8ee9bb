import { USER_TYPE } from '@seri/contract/auth/permissions.ts';
import { BID_STATUS } from '@seri/contract/bids/statuses.ts';
import { acceptsBidsNow } from '@seri/contract/lots/lot-state.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { DoorBidPanel } from '../../costs/door-bid-panel.tsx';
import { t } from '../../shell/i18n/i18n.ts';
import { stateText, useLotState } from '../../shell/lot-state.tsx';
import { useSession } from '../../shell/session/session.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { Money } from '../../ui/data/money.tsx';
import { type BidLot, statedOf } from '../core/bid-lot.ts';
import { Callout } from '../core/callout.tsx';
import css from '../core/panel.module.css';
import { bidQueries } from '../core/queries.ts';
import { RefusalNote } from '../core/refusal-note.tsx';
import { type BidFlow, useBidFlow } from '../core/use-bid-flow.ts';
import { ManagerContact } from '../lists/manager-contact.tsx';
import { BidDialogs } from './bid-dialogs.tsx';
import { Comment } from './bid-fields.tsx';
import { BidReasons } from './bid-reasons.tsx';
import { Closed } from './closed-panel.tsx';
import { MyBidBlock } from './my-bid-block.tsx';

/** A car at a fixed price: its costs, the client's own order, and the order button. */
export function StockPanel({ lot }: { lot: BidLot }) {
  const { startPrice, feesYen, myBid } = lot.bidInfo;
  return (
    <section className={css.panel} aria-label={t('bids.stock.label')}>
      <div className={css.head}>
        <div className={css.deadline}>
          <div className="quiet small">{t('bids.stock.price')}</div>
          <Money yen={startPrice} none={t('bids.stock.onRequest')} className={css.countdown} />
          {startPrice !== null && (
            <div className="quiet small">
              {t('bids.cost.withFees')} <Money yen={startPrice + feesYen} />
            </div>
          )}
        </div>
      </div>
      {myBid && <MyBidBlock lot={lot} canChange={false} />}
      <Order lot={lot} />
    </section>
  );
}

function Order({ lot }: { lot: BidLot }) {
  const [comment, setComment] = useState('');
  const flow = useBidFlow(lot, { afterAttempt: () => setComment(''), afterSuccess: () => {} });
  return (
    <>
      <OrderState lot={lot}>
        <div className={css.body}>
          <Comment value={comment} onChange={setComment} />
          <OrderButton lot={lot} flow={flow} comment={comment} />
        </div>
      </OrderState>
      <BidDialogs lot={lot} flow={flow} onChangeAmount={() => {}} />
    </>
  );
}

/** The form while the car can be ordered here; otherwise the reason. */
function OrderState({ lot, children }: { lot: BidLot; children: ReactNode }) {
  const { permissions, detail } = useSession();
  const { startPrice, auctionFinished, bidLimitReached, bidStatusId } = lot.bidInfo;
  const state = useLotState(statedOf(lot));
  // An ended order allows another one.
  if (bidStatusId !== null && bidStatusId !== BID_STATUS.finished) return null;
  if (auctionFinished || !acceptsBidsNow(state)) {
    // Show an order even if the record does not contain it yet.
    const shown = acceptsBidsNow(state) ? 'ordered' : state;
    const soldText = shown === 'ordered' || shown === 'sold' ? `${t('bids.stock.gone')}. ` : '';
    return <StockNote title={stateText(shown)} text={soldText + t('bids.stock.goneText')} />;
  }
  if (startPrice === null) {
    const text = t('bids.stock.orderText', { lotNo: lot.lotInfo.lotNumber });
    return <StockNote title={t('bids.stock.order')} text={text} />;
  }
  if (detail.userType !== USER_TYPE.client) return <Closed state="staff" lot={lot} />;
  if (bidLimitReached) return <Closed state="limit" lot={lot} />;
  return permissions.biddingAllowed ? children : <Closed state="restricted" lot={lot} />;
}

interface StockNoteProps {
  title: string;
  text: string;
}

const StockNote = ({ title, text }: StockNoteProps) => (
  <div className={css.body}>
    <Callout tone="grey" title={title} actions={<ManagerContact size="md" />}>
      {text}
    </Callout>
  </div>
);

interface OrderButtonProps {
  lot: BidLot;
  flow: BidFlow;
  comment: string;
}

function OrderButton({ lot, flow, comment }: OrderButtonProps) {
  const priceYen = lot.bidInfo.startPrice ?? 0;
  const [importAccepted, setImportAccepted] = useState(false);
  const [isImportBlocked, setImportBlocked] = useState(false);
  const { data: check } = useQuery(bidQueries.check(lot));
  const reasons = (check?.reasons ?? []).filter(({ messageCode }) => messageCode === 'Bid.Credit');
  return (
    <div className={css.action}>
      <BidReasons isOrder reasons={reasons} lowestYen={priceYen} onSetAmount={() => {}} />
      {flow.checkFailure && <RefusalNote error={flow.checkFailure} />}
      <DoorBidPanel
        pageType={lot.pageType}
        lotId={lot.id}
        amountYen={priceYen}
        isAsked={flow.isImportRefused}
        isAccepted={importAccepted}
        onAccept={setImportAccepted}
        onBlock={setImportBlocked}
      />
      <ActionButton
        kind="bid"
        size="lg"
        fullWidth
        loading={flow.isChecking}
        disabled={isImportBlocked}
        onClick={() =>
          flow.open({ client: null, amountYen: priceYen, group: null, exportType: null, comment, importAccepted })
        }
      >
        {t('lots.tools.orderNow')}
      </ActionButton>
      <p className="quiet small">{t('bids.stock.rule')}</p>
    </div>
  );
}
