import type { Negotiation } from '@seri/contract/bids/negotiation.ts';
import { useState } from 'react';
import { groupThousands } from '../../shell/i18n/format.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { DataList, DataRow } from '../../ui/data/data-row.tsx';
import { Money } from '../../ui/data/money.tsx';
import { Dialog } from '../../ui/overlays/confirm-dialog.tsx';
import { Callout } from '../core/callout.tsx';
import css from '../core/dialogs.module.css';
import { RefusalNote } from '../core/refusal-note.tsx';
import { useAnswer } from './negotiation-queries.ts';

export interface NegotiatedBid {
  lotId: string;
  lotNo: number;
  /** Current amount of the bid. */
  bidYen: number | null;
  negotiation: Negotiation;
}

interface AnswerOfferProps {
  bid: NegotiatedBid;
  opened: boolean;
  onClose: () => void;
}

/** The client's binding acceptance of the seller's offer, or the refusal (docs/decisions/011). */
export function AnswerOffer({ bid, opened, onClose }: AnswerOfferProps) {
  const { accept, decline, refresh } = useAnswer(bid);
  // Consent applies to one amount; a new amount needs a new consent.
  const [agreedTo, setAgreedTo] = useState<number | null>(null);
  const { offerId, offerYen, state } = bid.negotiation;
  const isOpen = state === 'asked' && offerId !== null && offerYen !== null;
  const isSending = accept.isPending || decline.isPending;
  const failure = accept.error ?? decline.error;
  const close = () => {
    if (isSending) return;
    accept.reset();
    decline.reset();
    setAgreedTo(null);
    onClose();
  };
  const then = { onSuccess: close, onSettled: () => void refresh() };
  const answer = (isYes: boolean) => {
    if (!isOpen || isSending) return;
    accept.reset();
    decline.reset();
    if (isYes) accept.mutate({ offerId, amount: offerYen, confirm: 1 }, then);
    else decline.mutate({ offerId }, then);
  };
  return (
    <Dialog opened={opened} title={t('bids.offer.title', { lotNo: bid.lotNo })} onClose={close} pending={isSending}>
      {isOpen ? (
        <>
          <DataList>
            <DataRow label={t('bids.mine.title')}>
              <Money yen={bid.bidYen} />
            </DataRow>
            <DataRow label={t('bids.offer.asks')} strong>
              <Money yen={offerYen} />
            </DataRow>
          </DataList>
          <p className={css.note}>{t('bids.offer.explained')}</p>
          <label className={css.terms}>
            <input
              type="checkbox"
              checked={agreedTo === offerYen}
              disabled={isSending}
              onChange={(event) => setAgreedTo(event.currentTarget.checked ? offerYen : null)}
            />
            <span>{t('bids.offer.terms', { amount: groupThousands(offerYen) })}</span>
          </label>
        </>
      ) : (
        <Callout tone="grey">{t('Error.Bid.OfferOver')}</Callout>
      )}
      {failure && isOpen && (
        <div className={css.error}>
          <RefusalNote error={failure} />
        </div>
      )}
      <div className={css.two}>
        {isOpen ? (
          <>
            <ActionButton
              kind="plain"
              size="lg"
              loading={decline.isPending}
              disabled={isSending}
              onClick={() => answer(false)}
            >
              {t('bids.offer.decline')}
            </ActionButton>
            <ActionButton
              kind="bid"
              size="lg"
              loading={accept.isPending}
              disabled={isSending || agreedTo !== offerYen}
              onClick={() => answer(true)}
            >
              <span className={css.money}>{t('bids.offer.accept', { amount: groupThousands(offerYen) })}</span>
            </ActionButton>
          </>
        ) : (
          <ActionButton size="lg" onClick={close}>
            {t('bids.dialog.close')}
          </ActionButton>
        )}
      </div>
    </Dialog>
  );
}
