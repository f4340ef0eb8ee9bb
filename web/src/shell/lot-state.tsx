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

/** A record's facts of its lot; `state` contains what no clock can derive. */
export interface StatedLot extends Omit<LotFacts, 'biddingDeadline' | 'hasDeadline' | 'isOrdered' | 'isNegotiated'> {
  /** Absent in records shown exactly as they were read. */
  biddingDeadline?: string | undefined;
  /** As the server computed it when the record was read. */
  state?: LotState | undefined;
}

/** State of a lot at an instant (ms), for a reader with a deadline, or one who may bid until the sale. */
export function stateOfLot(
  { state, biddingDeadline, ...facts }: StatedLot,
  nowMs: number,
  hasDeadline = true,
): LotState {
  return lotStateAt(
    {
      ...facts,
      hasDeadline,
      // Without a deadline of its own, bidding ends when the sale begins.
      biddingDeadline: biddingDeadline ?? facts.auctionDate,
      isOrdered: state === 'ordered',
      isNegotiated: state === 'negotiating',
    },
    nowMs,
  );
}

/** State of a lot by the server's clock; renders only when it changes. */
export function useLotState(lot: StatedLot): LotState {
  const hasDeadline = useSessionState().session?.permissions.bidDeadlineCheck ?? true;
  return useByClock((nowMs) => stateOfLot(lot, nowMs, hasDeadline));
}

export const stateText = (state: LotState): string => lotStateLabel(state, language === 'ru');

/** Label of a state, the same on every screen. */
export const StateLabel = ({ state }: { state: LotState }) => (
  <StatusDot tone={lotStateTone(state)}>{stateText(state)}</StatusDot>
);

export const LotStateLabel = ({ lot }: { lot: StatedLot }) => <StateLabel state={useLotState(lot)} />;
