import type { PlacedBid } from '@seri/contract/bids/routes.ts';
import { IconCheck } from '@tabler/icons-react';
import { paths } from '../app/paths.ts';
import { groupThousands } from '../shell/format.ts';
import { t } from '../shell/i18n.ts';
import { LinkButton } from '../shell/link-button.tsx';
import type { BidLot } from './bid-lot.ts';
import { bidStatusText } from './bid-status.tsx';
import css from './dialogs.module.css';

interface BidPlacedProps {
  lot: BidLot;
  placed: PlacedBid;
  group: number | null;
  onClose: () => void;
}

export function BidPlaced({ lot, placed, group, onClose }: BidPlacedProps) {
  return (
    <>
      <div className={css.placed} role="status">
        <IconCheck stroke={2} aria-hidden />
        <p>
          {t(lot.lotType === 'stock' ? 'bids.order.placedText' : 'bids.placed.text', {
            amount: groupThousands(placed.bidAmount),
            lotNo: lot.lotInfo.lotNumber,
            status: bidStatusText(placed.bidStatus, true),
          })}
          {group !== null && ` ${t('bids.placed.groupText')}`}
        </p>
      </div>
      <div className={css.halves}>
        <LinkButton {...paths.lots()} kind="plain" size="md" onClick={onClose}>
          {t('bids.placed.lots')}
        </LinkButton>
        <LinkButton {...paths.myBids()} size="md" onClick={onClose} data-autofocus>
          {t('bids.placed.mine')}
        </LinkButton>
      </div>
    </>
  );
}
