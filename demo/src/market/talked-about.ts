import type { AuctionTimes, HiddenMarket } from './market.ts';

const ID_PREFIX = 'talk.';
/** The seller waits for weeks rather than half an hour, so that a visitor always finds the offer. */
const SELLER_WAITS_MS = 21 * 86_400_000;
const ANSWER_MS = 10_000;

/** A lot of the past that a seller still talks about; its id says when it was called and what he asks for it. */
export interface TalkedAbout {
  calledAtMs: number;
  askedYen: number;
  lotId: number;
}

export const talkedAboutId = ({ calledAtMs, askedYen, lotId }: TalkedAbout): string =>
  `${ID_PREFIX}${calledAtMs}.${askedYen}.${lotId}`;

/** What the house knows of it: the seller sells for what he asks, and nobody else wants it. Null for any other lot. */
export function readTalkedAbout(sourceId: string): { market: HiddenMarket; times: AuctionTimes } | null {
  if (!sourceId.startsWith(ID_PREFIX)) return null;
  const [calledAtMs = Number.NaN, askedYen = Number.NaN] = sourceId.slice(ID_PREFIX.length).split('.').map(Number);
  if (!Number.isSafeInteger(calledAtMs) || !Number.isSafeInteger(askedYen)) return null;
  return {
    market: {
      ...{ marketYen: askedYen, startYen: 0, reserveYen: askedYen, rivalYen: 0 },
      fate: 'auctioned',
      meets: false,
    },
    times: { auctionAtMs: calledAtMs, answerMs: ANSWER_MS, negotiationMs: SELLER_WAITS_MS },
  };
}
