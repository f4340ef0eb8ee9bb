import { useState } from 'react';
import { t } from '../../shell/i18n/i18n.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import type { BidLot } from '../core/bid-lot.ts';
import { Callout } from '../core/callout.tsx';
import css from '../core/panel.module.css';
import { AnswerOffer } from './answer-offer.tsx';
import { negotiationText } from './negotiation-text.ts';

/**
 * The seller's offer to the client with the nearest bid, with the buttons to answer it, on the lot's page
 * (docs/decisions/011).
 */
export function NegotiationBlock({ lot }: { lot: BidLot }) {
  const [isOpen, setOpen] = useState(false);
  const { negotiation, myBidAmount } = lot.bidInfo;
  if (!negotiation && !isOpen) return null;
  const current = negotiation ?? { offerId: null, offerYen: null, state: 'withdrawn' as const };
  const isOffered = current.state === 'asked';
  return (
    <section className={css.body} aria-label={t('bids.offer.label')}>
      <Callout
        tone={isOffered ? 'amber' : 'grey'}
        role={isOffered ? 'status' : undefined}
        title={negotiationText(current, true)}
        actions={
          isOffered && (
            <ActionButton kind="bid" size="md" onClick={() => setOpen(true)}>
              {t('bids.offer.answer')}
            </ActionButton>
          )
        }
      >
        {t(`bids.offer.next.${current.state}`)}
      </Callout>
      <AnswerOffer
        bid={{ lotId: lot.id, lotNo: lot.lotInfo.lotNumber, bidYen: myBidAmount, negotiation: current }}
        opened={isOpen}
        onClose={() => setOpen(false)}
      />
    </section>
  );
}
