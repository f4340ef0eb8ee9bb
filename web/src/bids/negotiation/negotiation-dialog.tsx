import { offerReasons } from '@seri/contract/bids/negotiation.ts';
import type { Offer } from '@seri/contract/bids/negotiation-routes.ts';
import type { BidRow } from '@seri/contract/bids/records.ts';
import { BID_STEP_YEN } from '@seri/contract/bids/rules.ts';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { t, textOf } from '../../shell/i18n/i18n.ts';
import { useMay } from '../../shell/session/session.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { JapanTime } from '../../ui/data/japan-time.tsx';
import { Money } from '../../ui/data/money.tsx';
import { MoneyInput } from '../../ui/forms/money-input.tsx';
import { Dialog } from '../../ui/overlays/confirm-dialog.tsx';
import { Callout } from '../core/callout.tsx';
import dialogs from '../core/dialogs.module.css';
import { RefusalNote } from '../core/refusal-note.tsx';
import css from './negotiation.module.css';
import { offersQuery, useOffers } from './negotiation-queries.ts';
import { negotiationText } from './negotiation-text.ts';

interface NegotiationDialogProps {
  row: BidRow;
  opened: boolean;
  onClose: () => void;
}

/** The seller's current request, results of earlier offers, and the form for the next one (docs/decisions/011). */
export function NegotiationDialog({ row, opened, onClose }: NegotiationDialogProps) {
  const mayOffer = useMay('bidManageBidPrice');
  const { data, error } = useQuery({ ...offersQuery(row.bidId), enabled: opened });
  const { make, withdraw, refresh } = useOffers({ lotId: row.id });
  const [typedYen, setTypedYen] = useState(0);
  const isSending = make.isPending || withdraw.isPending;
  const negotiation = data?.negotiation ?? row.negotiation;
  const failure = make.error ?? withdraw.error;
  const close = () => {
    if (isSending) return;
    make.reset();
    withdraw.reset();
    setTypedYen(0);
    onClose();
  };
  const openOfferId = negotiation?.state === 'asked' ? negotiation.offerId : null;
  const callbacks = { onSuccess: () => setTypedYen(0), onSettled: () => void refresh() };
  return (
    <Dialog opened={opened} title={t('bids.offer.dialog', { lotNo: row.lotNo })} onClose={close} pending={isSending}>
      <p className="quiet small">
        {row.maker} {row.model} {row.year} · {row.user?.name} · <Money yen={row.bidAmount} />
      </p>
      <div className={dialogs.text}>
        {negotiation ? (
          <Callout tone={negotiation.isOverdue ? 'red' : 'grey'} title={negotiationText(negotiation, false)}>
            {t(negotiation.isOverdue ? 'bids.offer.overdueText' : `bids.offer.staffNext.${negotiation.state}`)}
          </Callout>
        ) : (
          <Callout tone="grey">{t('Error.Bid.NoNegotiation')}</Callout>
        )}
      </div>
      {error && !data && <RefusalNote error={error} />}
      {data && data.offers.length > 0 && <Offers list={data.offers} />}
      {failure && (
        <div className={dialogs.error}>
          <RefusalNote error={failure} />
        </div>
      )}
      {mayOffer && negotiation && (
        <OfferForm
          bidYen={row.bidAmount}
          typedYen={typedYen}
          onType={setTypedYen}
          isSending={isSending}
          onSend={() => make.mutate({ bidId: row.bidId, amount: typedYen }, callbacks)}
        />
      )}
      <div className={`${dialogs.halves} ${css.ends}`}>
        {mayOffer && openOfferId !== null && (
          <ActionButton
            kind="plain"
            size="md"
            loading={withdraw.isPending}
            disabled={isSending}
            onClick={() => withdraw.mutate({ offerId: openOfferId }, callbacks)}
          >
            {t('bids.offer.takeBack')}
          </ActionButton>
        )}
        <ActionButton kind="plain" size="md" disabled={isSending} onClick={close}>
          {t('bids.dialog.close')}
        </ActionButton>
      </div>
    </Dialog>
  );
}

interface OfferFormProps {
  bidYen: number;
  typedYen: number;
  onType: (yen: number) => void;
  isSending: boolean;
  onSend: () => void;
}

function OfferForm({ bidYen, typedYen, onType, isSending, onSend }: OfferFormProps) {
  const id = useId();
  const [wrong] = typedYen === 0 ? [] : offerReasons(typedYen, bidYen);
  return (
    <form
      className={dialogs.field}
      onSubmit={(event) => {
        event.preventDefault();
        if (typedYen > 0 && !wrong && !isSending) onSend();
      }}
    >
      <label htmlFor={id}>{t('bids.offer.minimum')}</label>
      <MoneyInput
        id={id}
        value={typedYen}
        onChange={onType}
        stepYen={BID_STEP_YEN}
        firstYen={bidYen + BID_STEP_YEN}
        invalid={wrong !== undefined}
        disabled={isSending}
        describedBy={`${id}-error`}
      />
      <p id={`${id}-error`} className={dialogs.fieldError} role="alert">
        {wrong && textOf(`Error.${wrong.messageCode}`, 'Error.Default')}
      </p>
      <ActionButton type="submit" size="md" fullWidth disabled={isSending || typedYen === 0 || wrong !== undefined}>
        {t('bids.offer.ask')}
      </ActionButton>
    </form>
  );
}

/** All offers of this bid, newest first. */
function Offers({ list }: { list: readonly Offer[] }) {
  return (
    <ul className={css.offers} aria-label={t('bids.offer.history')}>
      {list.map((offer) => (
        <li key={offer.offerId}>
          <b>
            <Money yen={offer.offerYen} />
          </b>{' '}
          {t(`bids.offer.state.${offer.state}`)}
          <span className="quiet small">
            <JapanTime at={offer.settledAt ?? offer.askedAt} zone />
            {offer.managerName && ` · ${offer.managerName}`}
          </span>
        </li>
      ))}
    </ul>
  );
}
