import { isWithdrawn } from '@seri/contract/lots/statuses.ts';
import { paths } from '../app/paths.ts';
import { japanFullTime } from '../shell/format.ts';
import { t } from '../shell/i18n.ts';
import { LinkButton } from '../shell/link-button.tsx';
import { useSession } from '../shell/session.ts';
import type { BidLot } from './bid-lot.ts';
import css from './panel.module.css';
import type { PanelState } from './panel-state.ts';
import { RestrictedNotice } from './restricted-notice.tsx';
import { Why } from './why.tsx';

/** Why nothing can be bid on or ordered here, and what else there is to do. */
export function Closed({ state, lot }: { state: Exclude<PanelState, 'open'>; lot: BidLot }) {
  const time = japanFullTime(lot.bidInfo.biddingDeadline);
  return (
    <div className={css.body}>
      {state === 'finished' &&
        (isWithdrawn(lot.lotInfo.status) ? (
          <Why tone="grey" title={t('bids.why.withdrawn.title')}>
            {t('bids.why.withdrawn')}
          </Why>
        ) : (
          <Why tone="grey" title={t('PlaceBid.Finished')}>
            {t('bids.why.finished')}
          </Why>
        ))}
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
          <BidsOfLot lotNo={lotNo} className={css.way} />
        </>
      )}
    </Why>
  );
}

/** The way of staff to the bids of clients on a lot. */
export const BidsOfLot = ({ lotNo, className }: { lotNo: number; className?: string | undefined }) => (
  <LinkButton
    {...paths.bidManager()}
    search={{ lotNo: String(lotNo) } as never}
    kind="plain"
    size="sm"
    className={className}
  >
    {t('bids.staff.open', { lotNo })}
  </LinkButton>
);
