import {
  type LotFacts,
  type LotState,
  lotStateAt,
  lotStateLabel,
  lotStateTone,
} from '@seri/contract/lots/lot-state.ts';
import { StatusDot } from '../ui/data/status-dot.tsx';
import { useByClock } from './i18n/clock.ts';
import { language } from './i18n/i18n.ts';
import { useSessionState } from './session/session.ts';

/** What a record says of its lot; its own state tells what no clock does. */
export interface StatedLot extends Omit<LotFacts, 'biddingDeadline' | 'hasDeadline' | 'isOrdered' | 'isNegotiated'> {
  /** Absent where a record is shown as it was read. */
  biddingDeadline?: string | undefined;
  /** As the server worked it out when the record was read. */
  state?: LotState | undefined;
}

/** The state of a lot at an instant (ms), for a reader who must bid before the deadline, or who may bid until the sale. */
export function stateOfLot(
  { state, biddingDeadline, ...facts }: StatedLot,
  nowMs: number,
  hasDeadline = true,
): LotState {
  return lotStateAt(
    {
      ...facts,
      hasDeadline,
      // Without a deadline of its own a lot is over when its sale begins.
      biddingDeadline: biddingDeadline ?? facts.auctionDate,
      isOrdered: state === 'ordered',
      isNegotiated: state === 'negotiating',
    },
    nowMs,
  );
}

/** The state of a lot by the server's clock; draws again only when it changes. */
export function useLotState(lot: StatedLot): LotState {
  const hasDeadline = useSessionState().session?.permissions.bidDeadlineCheck ?? true;
  return useByClock((nowMs) => stateOfLot(lot, nowMs, hasDeadline));
}

export const stateText = (state: LotState): string => lotStateLabel(state, language === 'ru');

/** The one label of a state, on every screen. */
export const StateLabel = ({ state }: { state: LotState }) => (
  <StatusDot tone={lotStateTone(state)}>{stateText(state)}</StatusDot>
);

export const LotStateLabel = ({ lot }: { lot: StatedLot }) => <StateLabel state={useLotState(lot)} />;
