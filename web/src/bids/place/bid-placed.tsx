import type { PlacedBid } from '@seri/contract/bids/routes.ts';
import { IconCheck } from '@tabler/icons-react';
import { paths } from '../../app/paths.ts';
import { groupThousands } from '../../shell/i18n/format.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { LinkButton } from '../../shell/link-button.tsx';
import type { BidLot } from '../core/bid-lot.ts';
import { bidStatusText } from '../core/bid-status.tsx';
import type { ChosenClient } from '../core/client-search.tsx';
import css from '../core/dialogs.module.css';
import type { BidAttempt } from '../core/use-bid-flow.ts';

interface BidPlacedProps {
  lot: BidLot;
  placed: PlacedBid;
  attempt: BidAttempt;
  onClose: () => void;
}

export function BidPlaced({ lot, placed, attempt, onClose }: BidPlacedProps) {
  const { group, client } = attempt;
  return (
    <>
      <div className={css.placed} role="status">
        <IconCheck stroke={2} aria-hidden />
        <p>
          {t(textKey(lot, client), {
            name: client?.name ?? '',
            amount: groupThousands(placed.bidAmount),
            lotNo: lot.lotInfo.lotNumber,
            status: bidStatusText(placed.bidStatus, client === null),
          })}
          {group !== null && ` ${t('bids.placed.groupText')}`}
        </p>
      </div>
      <div className={css.halves}>
        <LinkButton {...paths.lots()} kind="plain" size="md" onClick={onClose}>
          {t('bids.placed.lots')}
        </LinkButton>
        <LinkButton {...(client ? paths.bidManager() : paths.myBids())} size="md" onClick={onClose} data-autofocus>
          {t(client ? 'bids.placed.manager' : 'bids.placed.mine')}
        </LinkButton>
      </div>
    </>
  );
}

function textKey(lot: BidLot, client: ChosenClient | null) {
  if (client) return 'bids.placed.textFor';
  return lot.lotType === 'stock' ? 'bids.order.placedText' : 'bids.placed.text';
}
