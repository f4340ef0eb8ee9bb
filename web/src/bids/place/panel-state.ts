import type { RefusalDetails } from '@seri/contract/errors.ts';
import { acceptsBidsNow, type LotState } from '@seri/contract/lots/lot-state.ts';
import type { BidInfo } from '@seri/contract/lots/records.ts';

export type PanelState = 'finished' | 'closed' | 'limit' | 'restricted' | 'staff' | 'open';

interface PanelFacts {
  bidInfo: BidInfo;
  /** By the server's clock, for this reader. */
  state: LotState;
  biddingAllowed: boolean;
  /** A client, or a manager who may bid for one. */
  mayBid: boolean;
}

/** The panel shows one of three banners, the reason why this person may not bid, or the form (business-rules.md#bid-form). */
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

/** What stands above the button: what the server said before typing, and what the typed amount adds. */
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
