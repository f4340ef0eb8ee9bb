import type { AuctionTimes, HiddenMarket } from './market.ts';

const ID_PREFIX = 'talk.';
/** Weeks rather than half an hour, so that a visitor always finds the offer. */
const SELLER_WAITS_MS = 21 * 86_400_000;
const RESULT_DELAY_MS = 10_000;

/** A past lot still in negotiation; its id contains the time of its sale and the seller's price. */
export interface LotInNegotiation {
  calledAtMs: number;
  askedYen: number;
  lotId: number;
}

export const negotiatedLotId = ({ calledAtMs, askedYen, lotId }: LotInNegotiation): string =>
  `${ID_PREFIX}${calledAtMs}.${askedYen}.${lotId}`;

/**
 * Market data of a lot in negotiation: the seller accepts exactly the asked price, and there is no other buyer. Null
 * for any other lot.
 */
export function readNegotiatedLot(sourceId: string): { market: HiddenMarket; times: AuctionTimes } | null {
  if (!sourceId.startsWith(ID_PREFIX)) return null;
  const [calledAtMs = Number.NaN, askedYen = Number.NaN] = sourceId.slice(ID_PREFIX.length).split('.').map(Number);
  if (!Number.isSafeInteger(calledAtMs) || !Number.isSafeInteger(askedYen)) return null;
  return {
    market: {
      ...{ marketYen: askedYen, startYen: 0, reserveYen: askedYen, rivalYen: 0 },
      fate: 'auctioned',
      wouldAgree: false,
    },
    times: { auctionAtMs: calledAtMs, resultDelayMs: RESULT_DELAY_MS, negotiationDelayMs: SELLER_WAITS_MS },
  };
}
