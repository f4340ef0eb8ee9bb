import type { RefusalDetails } from '@seri/contract/errors.ts';
import { acceptsBidsNow, type LotState } from '@seri/contract/lots/lot-state.ts';
import type { BidInfo } from '@seri/contract/lots/records.ts';

export type PanelState = 'finished' | 'closed' | 'limit' | 'restricted' | 'staff' | 'open';

interface PanelFacts {
  bidInfo: BidInfo;
  /** State for this reader by the server's clock. */
  state: LotState;
  biddingAllowed: boolean;
  /** True for clients, and for managers with the right to bid for one. */
  mayBid: boolean;
}

/**
 * Decides what the panel shows: one of three banners, the reason why this user may not bid, or the form
 * (business-rules.md#bid-form).
 */
export function panelStateOf(facts: PanelFacts): PanelState {
  const { bidInfo, state } = facts;
  if (!acceptsBidsNow(state) && state !== 'closed') return 'finished';
  if (bidInfo.auctionFinished) return 'finished';
  if (!bidInfo.acceptBid || state === 'closed') return 'closed';
  // A replacement does not count as a bid of today (business-rules.md#daily-bid-limit).
  if (bidInfo.bidLimitReached && !bidInfo.myBid) return 'limit';
  if (!facts.mayBid) return 'staff';
  return facts.biddingAllowed ? 'open' : 'restricted';
}

export interface Reason {
  messageCode: string;
  details?: RefusalDetails;
}

interface TypedBid {
  amountYen: number | null;
  /** null: no limit. */
  allowedYen: number | null;
  ownYen: number | null;
  cancelUntilMs: number;
  nowMs: number;
}

const BLOCKING: readonly string[] = ['Bid.LastHour', 'Bid.NotEditable', 'Bid.GroupFull'];
export const blocksBid = (reason: Reason): boolean => BLOCKING.includes(reason.messageCode);

/** Reasons above the button: those the server gave before typing, and those of the typed amount. */
export function reasonsToShow(before: readonly Reason[], typed: TypedBid): Reason[] {
  const { amountYen, allowedYen, ownYen } = typed;
  const shown = before.filter(
    (reason) => blocksBid(reason) || (reason.messageCode === 'Bid.Credit' && amountYen === null),
  );
  if (amountYen === null) return shown;
  if (ownYen !== null && typed.nowMs >= typed.cancelUntilMs && amountYen < ownYen)
    shown.push({ messageCode: 'Bid.RaiseOnly', details: { limitYen: ownYen } });
  if (allowedYen !== null && amountYen > allowedYen)
    shown.push({ messageCode: 'Bid.Credit', details: { bidAllow: allowedYen } });
  return shown;
}
