import { useState } from 'react';
import { t } from '../../shell/i18n/i18n.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import type { BidLot } from '../core/bid-lot.ts';
import css from '../core/panel.module.css';
import { Why } from '../core/why.tsx';
import { AnswerOffer } from './answer-offer.tsx';
import { negotiationText } from './negotiation-text.ts';

/** On the lot itself: the seller's offer to the client whose bid came nearest, and his answer (docs/decisions/011). */
export function NegotiationBlock({ lot }: { lot: BidLot }) {
  const [isOpen, setOpen] = useState(false);
  const { negotiation, myBidAmount } = lot.bidInfo;
  if (!negotiation && !isOpen) return null;
  const told = negotiation ?? { offerId: null, offerYen: null, state: 'withdrawn' as const };
  const isAsked = told.state === 'asked';
  return (
    <section className={css.body} aria-label={t('bids.offer.label')}>
      <Why
        tone={isAsked ? 'amber' : 'grey'}
        role={isAsked ? 'status' : undefined}
        title={negotiationText(told, true)}
        ways={
          isAsked && (
            <ActionButton kind="bid" size="md" onClick={() => setOpen(true)}>
              {t('bids.offer.answer')}
            </ActionButton>
          )
        }
      >
        {t(`bids.offer.next.${told.state}`)}
      </Why>
      <AnswerOffer
        bid={{ lotId: lot.id, lotNo: lot.lotInfo.lotNumber, bidYen: myBidAmount, negotiation: told }}
        opened={isOpen}
        onClose={() => setOpen(false)}
      />
    </section>
  );
}
