import type { BidRow } from '@seri/contract/bids/records.ts';
import { useDoorPlace } from '../../costs/door-profile-panel.tsx';
import { t } from '../../shell/i18n/i18n.ts';
import { StatusDot } from '../../ui/data/status-dot.tsx';
import { Hint } from '../../ui/overlays/hint.tsx';

const ORDER_TONES = {
  waiting: 'amber',
  sent: 'blue',
  acknowledged: 'green',
  failed: 'red',
  withdrawn: 'grey',
} as const;

/** The client has accepted that the vehicle may not be imported. */
export const ImportAccepted = ({ bid }: { bid: Pick<BidRow, 'importAccepted'> }) =>
  bid.importAccepted !== undefined && <AcceptedAt destination={bid.importAccepted} />;

function AcceptedAt({ destination }: { destination: string }) {
  const place = useDoorPlace(destination);
  return <StatusDot tone="red">{t('bids.row.importAccepted', { place })}</StatusDot>;
}

/** State of a bid's order with the auction agent. */
export function OrderState({ bid }: { bid: Pick<BidRow, 'notForwarded' | 'groupWaits' | 'agentOrder'> }) {
  if (bid.notForwarded) {
    return (
      <Hint text={t('Bids.NotForwarded')}>
        <StatusDot tone="red">{t('bids.row.notForwarded')}</StatusDot>
        <span className="visually-hidden">{t('Bids.NotForwarded')}</span>
      </Hint>
    );
  }
  if (bid.groupWaits) return <StatusDot tone="grey">{t('bids.row.groupWaits')}</StatusDot>;
  if (!bid.agentOrder) return <span />;
  const long = t(`bids.row.order.${bid.agentOrder}`);
  return (
    <Hint text={long}>
      <StatusDot tone={ORDER_TONES[bid.agentOrder]}>{t(`bids.row.orderShort.${bid.agentOrder}`)}</StatusDot>
      <span className="visually-hidden">{long}</span>
    </Hint>
  );
}
