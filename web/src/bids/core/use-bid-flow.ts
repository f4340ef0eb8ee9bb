import { USER_TYPE } from '@seri/contract/auth/permissions.ts';
import type { BidPayload, PlacedBid } from '@seri/contract/bids/routes.ts';
import { useRef, useState } from 'react';
import { useSession } from '../../shell/session/session.ts';
import type { BidLot } from './bid-lot.ts';
import type { ChosenClient } from './client-search.tsx';
import { useBidOnLot, useFreshBidAllow } from './queries.ts';

/** Snapshot of a bid when the dialog opened: a retry sends exactly this again, even if the form has changed. */
export interface BidAttempt {
  amountYen: number;
  /** Client a manager bids for; null is the current user. */
  client: ChosenClient | null;
  /** Null: the bid has no group. */
  group: number | null;
  exportType: number | null;
  comment: string;
  /** The client wants the vehicle although it may not be imported at their door. */
  importAccepted: boolean;
}

export type BidStep =
  | { kind: 'confirm'; attempt: BidAttempt; allowYen: number | null }
  | { kind: 'credit'; attempt: BidAttempt; allowYen: number }
  | { kind: 'placed'; placed: PlacedBid; attempt: BidAttempt };

interface FormResets {
  /** Resets comment, group and type after each attempt (business-rules.md#bid-form). */
  afterAttempt: () => void;
  /** Resets the amount when the success view closes. */
  afterSuccess: () => void;
}

/** Steps 1 to 5 of the bid flow: balance, confirm or credit, placing, success (business-rules.md#bid-form). */
export function useBidFlow(lot: BidLot, resets: FormResets) {
  const lotId = lot.id;
  const { permissions, detail } = useSession();
  const isStaff = detail.userType === USER_TYPE.manager;
  const check = useFreshBidAllow(lotId);
  const { place, showPlaced, refresh } = useBidOnLot(lotId, isStaff);
  const [step, setStep] = useState<BidStep | null>(null);
  const [terms, setTerms] = useState(false);
  // A ref, not state: a double press or Escape can arrive before the busy state renders.
  const isSending = useRef(false);

  const open = (attempt: BidAttempt) => {
    place.reset();
    if (!isStaff && !permissions.creditLimitCheck) return setStep({ kind: 'confirm', attempt, allowYen: null });
    check.mutate(
      { group: attempt.group, clientId: attempt.client?.userId ?? null },
      {
        onSuccess: (allowYen) => {
          const isOver = allowYen !== null && attempt.amountYen > allowYen;
          setStep(isOver ? { kind: 'credit', attempt, allowYen } : { kind: 'confirm', attempt, allowYen });
        },
      },
    );
  };

  const confirm = (attempt: BidAttempt) => {
    if (isSending.current) return;
    isSending.current = true;
    place.mutate(payloadOf(lot, attempt), {
      onSuccess: (placed) => {
        setStep({ kind: 'placed', placed, attempt });
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
    isChecking: check.isPending,
    checkFailure: check.error,
    /** The server asks for consent, as when a manager bids for a client with another door. */
    isImportRefused: place.error?.code === 'Bid.ImportForbidden',
    isPlacing: place.isPending,
    placeFailure: place.error,
  };
}
export type BidFlow = ReturnType<typeof useBidFlow>;

const payloadOf = (
  { id, lotType }: BidLot,
  { client, amountYen, group, exportType, comment, importAccepted }: BidAttempt,
): BidPayload & { userId?: string } => ({
  amount: amountYen,
  carId: id,
  confirm: 1,
  lotType,
  ...(client ? { userId: String(client.userId) } : {}),
  ...(group === null ? {} : { bidGroup: group }),
  ...(exportType === null ? {} : { bidType: exportType }),
  ...(comment.trim() ? { comment: comment.trim() } : {}),
  ...(importAccepted ? { importAccepted } : {}),
});
