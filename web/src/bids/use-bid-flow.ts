import type { BidPayload, PlacedBid } from '@seri/contract/bids/routes.ts';
import { useRef, useState } from 'react';
import { useSession } from '../shell/session.ts';
import type { BidLot } from './bid-lot.ts';
import { useBidOnLot, useFreshBidAllow } from './queries.ts';

/** A bid as it stood when the dialog opened: a retry sends exactly this again, whatever the form shows by then. */
export interface BidAttempt {
  amountYen: number;
  /** Null: the bid is on its own. */
  group: number | null;
  exportType: number | null;
  comment: string;
}

export type BidStep =
  | { kind: 'confirm'; attempt: BidAttempt; allowYen: number | null }
  | { kind: 'credit'; attempt: BidAttempt; allowYen: number }
  | { kind: 'placed'; placed: PlacedBid; group: number | null };

interface FormResets {
  /** After each attempt: comment, group and type (lots specification section 4). */
  afterAttempt: () => void;
  /** When the success view closes: the amount. */
  afterSuccess: () => void;
}

/** Steps 1 to 5 of the bid flow: balance, confirm or credit, placing, success (lots specification section 4). */
export function useBidFlow(lot: BidLot, resets: FormResets) {
  const lotId = lot.id;
  const { creditLimitCheck } = useSession().permissions;
  const ask = useFreshBidAllow(lotId);
  const { place, showPlaced, refresh } = useBidOnLot(lotId);
  const [step, setStep] = useState<BidStep | null>(null);
  const [terms, setTerms] = useState(false);
  // A double press, or Escape right after one, comes before the window is drawn as busy.
  const isSending = useRef(false);

  const open = (attempt: BidAttempt) => {
    place.reset();
    if (!creditLimitCheck) return setStep({ kind: 'confirm', attempt, allowYen: null });
    ask.mutate(attempt.group, {
      onSuccess: (allowYen) => {
        const isOver = allowYen !== null && attempt.amountYen > allowYen;
        setStep(isOver ? { kind: 'credit', attempt, allowYen } : { kind: 'confirm', attempt, allowYen });
      },
    });
  };

  const confirm = (attempt: BidAttempt) => {
    if (isSending.current) return;
    isSending.current = true;
    place.mutate(payloadOf(lot, attempt), {
      onSuccess: (placed) => {
        setStep({ kind: 'placed', placed, group: attempt.group });
        void showPlaced(placed, attempt.group);
      },
      onError: (error) => {
        const allowYen = error.code === 'Bid.Credit' ? error.details.bidAllow : undefined;
        if (typeof allowYen === 'number') setStep({ kind: 'credit', attempt, allowYen });
        void refresh();
      },
      onSettled: () => {
        isSending.current = false;
        setTerms(false);
        resets.afterAttempt();
      },
    });
  };

  const close = () => {
    if (isSending.current) return;
    setTerms(false);
    setStep(null);
    place.reset();
    if (step?.kind === 'placed') resets.afterSuccess();
  };

  return {
    step,
    terms,
    setTerms,
    open,
    confirm,
    close,
    isAsking: ask.isPending,
    askFailure: ask.error,
    isPlacing: place.isPending,
    placeFailure: place.error,
  };
}
export type BidFlow = ReturnType<typeof useBidFlow>;

const payloadOf = ({ id, lotType }: BidLot, { amountYen, group, exportType, comment }: BidAttempt): BidPayload => ({
  amount: amountYen,
  carId: id,
  confirm: 1,
  lotType,
  ...(group === null ? {} : { bidGroup: group }),
  ...(exportType === null ? {} : { bidType: exportType }),
  ...(comment.trim() ? { comment: comment.trim() } : {}),
});
