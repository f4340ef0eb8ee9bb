import type { BidRow } from '@seri/contract/bids/records.ts';
import { useState } from 'react';
import { t } from '../../shell/i18n/i18n.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { StatusDot } from '../../ui/data/status-dot.tsx';
import { AnswerOffer } from './answer-offer.tsx';
import css from './negotiation.module.css';
import { NegotiationDialog } from './negotiation-dialog.tsx';
import { negotiationText, negotiationTone } from './negotiation-text.ts';

/** State of a bid's negotiation in a list row, with the button to respond (docs/decisions/011). */
export function NegotiationNote({ row, forClient }: { row: BidRow; forClient: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const { negotiation } = row;
  // Keep an open dialog after the negotiation has ended; the dialog says so.
  if (!negotiation && !isOpen) return null;
  const current = negotiation ?? { offerId: null, offerYen: null, state: 'withdrawn' as const };
  // A dealer can only read the offer to their client (business-rules.md#dealers).
  const canRespond = forClient ? current.state === 'asked' && !row.user : true;
  const close = () => setOpen(false);
  return (
    <div className={css.note}>
      <StatusDot tone={negotiationTone(current)}>
        {negotiationText(current, forClient) + (current.isOverdue ? ` · ${t('bids.offer.overdue')}` : '')}
      </StatusDot>
      {canRespond && (
        <ActionButton kind={forClient ? 'act' : 'plain'} size="xs" onClick={() => setOpen(true)}>
          {t(forClient ? 'bids.offer.answer' : 'bids.offer.open')}
          <span className="visually-hidden"> {t('bids.row.lot', { lotNo: row.lotNo })}</span>
        </ActionButton>
      )}
      {forClient ? (
        <AnswerOffer
          bid={{ lotId: row.id, lotNo: row.lotNo, bidYen: row.bidAmount, negotiation: current }}
          opened={isOpen}
          onClose={close}
        />
      ) : (
        <NegotiationDialog row={row} opened={isOpen} onClose={close} />
      )}
    </div>
  );
}
