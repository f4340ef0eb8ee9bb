import type { BidRow } from '@seri/contract/bids/records.ts';
import { useState } from 'react';
import { t } from '../../shell/i18n/i18n.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { StatusDot } from '../../ui/data/status-dot.tsx';
import { AnswerOffer } from './answer-offer.tsx';
import css from './negotiation.module.css';
import { NegotiationDialog } from './negotiation-dialog.tsx';
import { negotiationText, negotiationTone } from './negotiation-text.ts';

/** In a row of any list: how far the house's negotiation is, and the way to say something (docs/decisions/011). */
export function NegotiationNote({ row, forClient }: { row: BidRow; forClient: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const { negotiation } = row;
  // A dialog that is open tells itself that there is nothing to say any more.
  if (!negotiation && !isOpen) return null;
  const told = negotiation ?? { offerId: null, offerYen: null, state: 'withdrawn' as const };
  // A dealer only reads the question to their client (business-rules.md#dealers).
  const hasWay = forClient ? told.state === 'asked' && !row.user : true;
  const close = () => setOpen(false);
  return (
    <div className={css.note}>
      <StatusDot tone={negotiationTone(told)}>
        {negotiationText(told, forClient) + (told.isOverdue ? ` · ${t('bids.offer.overdue')}` : '')}
      </StatusDot>
      {hasWay && (
        <ActionButton kind={forClient ? 'act' : 'plain'} size="xs" onClick={() => setOpen(true)}>
          {t(forClient ? 'bids.offer.answer' : 'bids.offer.open')}
          <span className="visually-hidden"> {t('bids.row.lot', { lotNo: row.lotNo })}</span>
        </ActionButton>
      )}
      {forClient ? (
        <AnswerOffer
          bid={{ lotId: row.id, lotNo: row.lotNo, bidYen: row.bidAmount, negotiation: told }}
          opened={isOpen}
          onClose={close}
        />
      ) : (
        <NegotiationDialog row={row} opened={isOpen} onClose={close} />
      )}
    </div>
  );
}
