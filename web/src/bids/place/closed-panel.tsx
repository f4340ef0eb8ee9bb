import { acceptsBidsNow, type LotState, resultDueAt } from '@seri/contract/lots/lot-state.ts';
import { IconBan } from '@tabler/icons-react';
import { paths } from '../../app/paths.ts';
import { groupThousands, japanFullTime } from '../../shell/i18n/format.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { LinkButton } from '../../shell/link-button.tsx';
import { stateText, useLotState } from '../../shell/lot-state.tsx';
import { useSession } from '../../shell/session/session.ts';
import { useSettings } from '../../shell/settings.ts';
import { EmptyState } from '../../ui/data/state-message.tsx';
import { type BidLot, statedOf } from '../core/bid-lot.ts';
import { Callout } from '../core/callout.tsx';
import css from '../core/panel.module.css';
import { ManagerContact } from '../lists/manager-contact.tsx';
import type { PanelState } from './panel-state.ts';

/** Explains why bids and orders are closed here, and offers alternatives. */
export function Closed({ state, lot }: { state: Exclude<PanelState, 'open'>; lot: BidLot }) {
  const lotState = useLotState(statedOf(lot));
  const isOver = state === 'finished' || state === 'closed';
  // If the server's answer is newer than the record, show its banner alone.
  const title = acceptsBidsNow(lotState)
    ? t(state === 'closed' ? 'PlaceBid.Closed' : 'PlaceBid.Finished')
    : stateText(lotState);
  return (
    <div className={css.body}>
      {isOver && (
        <Callout tone="grey" title={title}>
          {overText(lotState, lot)}
        </Callout>
      )}
      {state === 'limit' && (
        <Callout tone="red" title={t('PlaceBid.Limit')}>
          {t('PlaceBid.DailyLimit')}. {t('bids.why.dailyLimit')}
        </Callout>
      )}
      {state === 'restricted' && <RestrictedNotice />}
      {state === 'staff' && <StaffNote lotNo={lot.lotInfo.lotNumber} />}
    </div>
  );
}

/** Explains why bidding is over, and the next step. */
function overText(state: LotState, { bidInfo, lotInfo }: BidLot): string {
  const finished = t('PlaceBid.Finished');
  const dueAt = resultDueAt(lotInfo.auctionDate);
  switch (state) {
    case 'cancelled':
    case 'removed':
      return t('bids.why.withdrawn');
    case 'open':
    case 'closed':
      return t('bids.why.closed', { time: japanFullTime(bidInfo.biddingDeadline) });
    case 'running':
      return t('bids.why.running');
    case 'resultDue':
      return dueAt === null
        ? `${finished}. ${t('bids.why.resultDue')}`
        : `${finished}. ${t('bids.why.resultBy', { time: japanFullTime(dueAt) })}`;
    case 'noResult':
      return `${finished}. ${t('bids.why.noResult')}`;
    default:
      return `${finished}. ${t('bids.why.finished')}`;
  }
}

function StaffNote({ lotNo }: { lotNo: number }) {
  const { bidManagementEnabled } = useSession().permissions;
  return (
    <Callout tone="grey" title={t('bids.staff.title')}>
      {bidManagementEnabled && (
        <>
          <p>{t('bids.staff.text')}</p>
          <BidsOfLot lotNo={lotNo} className={css.link} />
        </>
      )}
    </Callout>
  );
}

/** Link for staff to the clients' bids on a lot. */
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

/** Replaces the form while bidding is not allowed: what is missing and whom to contact. */
function RestrictedNotice() {
  const depositYen = useSettings()?.depositYen;
  return (
    <EmptyState
      icon={IconBan}
      title={t('bids.restricted.title')}
      text={
        <>
          {t('RestrictedUser')}
          {depositYen !== undefined && (
            <>
              <br />
              <span className="small">{t('Deposit.Text', { amount: groupThousands(depositYen) })}</span>
            </>
          )}
        </>
      }
      action={<ManagerContact size="md" />}
    />
  );
}
