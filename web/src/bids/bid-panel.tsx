import { USER_TYPE } from '@seri/contract/auth/permissions.ts';
import type { PageType } from '@seri/contract/lots/page-types.ts';
import { useQuery } from '@tanstack/react-query';
import { paths } from '../app/paths.ts';
import { useNow } from '../shell/clock.ts';
import { errorText, requestIdOf } from '../shell/error-text.ts';
import { japanFullTime } from '../shell/format.ts';
import { t } from '../shell/i18n.ts';
import { LinkButton } from '../shell/link-button.tsx';
import { useSession } from '../shell/session.ts';
import { Bone } from '../ui/skeleton.tsx';
import { FailedState } from '../ui/state-message.tsx';
import { BidForm } from './bid-form.tsx';
import type { BidLot } from './bid-lot.ts';
import { MyBidBlock } from './my-bid-block.tsx';
import css from './panel.module.css';
import { PanelHead } from './panel-head.tsx';
import { type PanelState, panelStateOf } from './panel-state.ts';
import { bidQueries } from './queries.ts';
import { RestrictedNotice } from './restricted-notice.tsx';
import { StockPanel } from './stock-panel.tsx';
import { Why } from './why.tsx';

interface BidPanelProps {
  pageType: PageType;
  lotId: string;
}

/** Everything about bidding on one lot; stands beside the lot, and in a sheet on phones. */
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
  const nowMs = useNow();
  const isClient = detail.userType === USER_TYPE.client;
  const state = panelStateOf({
    bidInfo: lot.bidInfo,
    auctionDate: lot.lotInfo.auctionDate,
    biddingAllowed: permissions.biddingAllowed,
    bidDeadlineCheck: permissions.bidDeadlineCheck,
    isClient,
    nowMs,
  });
  const { data: check } = useQuery({
    ...bidQueries.check(lot),
    enabled: isClient && state === 'open',
  });
  return (
    <section className={css.panel} aria-label={t('bids.panel.label')}>
      <PanelHead lot={lot} />
      {lot.bidInfo.myBid && <MyBidBlock lot={lot} canChange={state === 'open'} />}
      {state === 'open' ? <BidForm lot={lot} check={check} /> : <Closed state={state} lot={lot} />}
    </section>
  );
}

function Closed({ state, lot }: { state: Exclude<PanelState, 'open'>; lot: BidLot }) {
  const time = japanFullTime(lot.bidInfo.biddingDeadline);
  return (
    <div className={css.body}>
      {state === 'finished' && (
        <Why tone="grey" title={t('PlaceBid.Finished')}>
          {t('bids.why.finished')}
        </Why>
      )}
      {state === 'closed' && (
        <Why tone="grey" title={t('PlaceBid.Closed')}>
          {t('bids.why.closed', { time })}
        </Why>
      )}
      {state === 'limit' && (
        <Why tone="red" title={t('PlaceBid.Limit')}>
          {t('PlaceBid.DailyLimit')}. {t('bids.why.dailyLimit')}
        </Why>
      )}
      {state === 'restricted' && <RestrictedNotice />}
      {state === 'staff' && <StaffNote lotNo={lot.lotInfo.lotNumber} />}
    </div>
  );
}

function StaffNote({ lotNo }: { lotNo: number }) {
  const { bidManagementEnabled } = useSession().permissions;
  return (
    <Why tone="grey" title={t('bids.staff.title')}>
      {bidManagementEnabled && (
        <>
          <p>{t('bids.staff.text')}</p>
          <LinkButton
            {...paths.bidManager()}
            search={{ lotNo: String(lotNo) } as never}
            kind="plain"
            size="sm"
            className={css.way}
          >
            {t('bids.staff.open', { lotNo })}
          </LinkButton>
        </>
      )}
    </Why>
  );
}

function PanelSkeleton() {
  return (
    <div className={css.panel} role="status" aria-label={t('ui.loading')}>
      <div className={css.head}>
        <Bone width="60%" height={28} />
      </div>
      <div className={css.body}>
        <Bone width="40%" />
        <Bone height={56} />
        <Bone width="80%" />
        <Bone width="70%" />
        <Bone height={48} />
      </div>
    </div>
  );
}
