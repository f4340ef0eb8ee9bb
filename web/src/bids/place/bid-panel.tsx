import { USER_TYPE } from '@seri/contract/auth/permissions.ts';
import type { PageType } from '@seri/contract/lots/page-types.ts';
import { useQuery } from '@tanstack/react-query';
import { errorText, requestIdOf } from '../../shell/api/error-text.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { useLotState } from '../../shell/lot-state.tsx';
import { useSession } from '../../shell/session/session.ts';
import { SkeletonBlock } from '../../ui/data/skeleton.tsx';
import { FailedState } from '../../ui/data/state-message.tsx';
import { type BidLot, statedOf } from '../core/bid-lot.ts';
import css from '../core/panel.module.css';
import { bidQueries } from '../core/queries.ts';
import { NegotiationBlock } from '../negotiation/negotiation-block.tsx';
import { BidForm } from './bid-form.tsx';
import { BidsOfLot, Closed } from './closed-panel.tsx';
import { MyBidBlock } from './my-bid-block.tsx';
import { PanelHead } from './panel-head.tsx';
import { panelStateOf } from './panel-state.ts';
import { StockPanel } from './stock-panel.tsx';

interface BidPanelProps {
  pageType: PageType;
  lotId: string;
}

/** Bidding panel of one lot, beside the lot or in a sheet on phones. */
export function BidPanel({ pageType, lotId }: BidPanelProps) {
  const { data: lot, error, refetch } = useQuery(bidQueries.lot(pageType, lotId));
  if (lot) return lot.lotType === 'stock' ? <StockPanel lot={lot} /> : <OpenPanel lot={lot} />;
  if (!error) return <PanelSkeleton />;
  return (
    <div className={css.panel}>
      <FailedState
        title={t('bids.panel.failed')}
        text={errorText(error)}
        requestId={requestIdOf(error)}
        onRetry={() => void refetch()}
      />
    </div>
  );
}

function OpenPanel({ lot }: { lot: BidLot }) {
  const { permissions, detail } = useSession();
  const lotState = useLotState(statedOf(lot));
  const isClient = detail.userType === USER_TYPE.client;
  const state = panelStateOf({
    bidInfo: lot.bidInfo,
    state: lotState,
    biddingAllowed: isClient ? permissions.biddingAllowed : permissions.managerBidForClient,
    mayBid: isClient || permissions.managerBidForClient,
  });
  return (
    <section className={css.panel} aria-label={t('bids.panel.label')}>
      <PanelHead lot={lot} />
      {lot.bidInfo.myBid && <MyBidBlock lot={lot} canChange={state === 'open'} />}
      <NegotiationBlock lot={lot} />
      {state === 'open' ? <OpenForm lot={lot} isClient={isClient} /> : <Closed state={state} lot={lot} />}
    </section>
  );
}

/** Staff bid for a client and get a link to the bids of other clients. */
function OpenForm({ lot, isClient }: { lot: BidLot; isClient: boolean }) {
  const { bidManagementEnabled } = useSession().permissions;
  return (
    <>
      <BidForm lot={lot} />
      {!isClient && bidManagementEnabled && (
        <div className={css.body}>
          <BidsOfLot lotNo={lot.lotInfo.lotNumber} />
        </div>
      )}
    </>
  );
}

function PanelSkeleton() {
  return (
    <div className={css.panel} role="status" aria-label={t('ui.loading')}>
      <div className={css.head}>
        <SkeletonBlock width="60%" height={28} />
      </div>
      <div className={css.body}>
        <SkeletonBlock width="40%" />
        <SkeletonBlock height={56} />
        <SkeletonBlock width="80%" />
        <SkeletonBlock width="70%" />
        <SkeletonBlock height={48} />
      </div>
    </div>
  );
}
