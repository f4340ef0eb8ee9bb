import type { MileageMark } from '@seri/contract/lots/mileage.ts';
import type { NoticeItem, SecondFactorChange } from '../../platform/mail-outbox.ts';

/** A sentence, optionally ending in a link. */
export type Paragraph = string | { text: string; url: string };

/** The texts of one mail; the same in HTML and plain text. */
export interface Words {
  subject: string;
  /** Text that mail programs show beside the subject. */
  preheader: string;
  heading: string;
  body: readonly Paragraph[];
  /** Label and value, set as a small table. */
  facts?: readonly (readonly [string, string])[];
  /** Lots under the name of their search. */
  finds?: readonly Finds[];
  /** Label of the only button. */
  action: string;
  /** Smaller text below the button. */
  after: readonly Paragraph[];
}

export interface Finds {
  title: string;
  url: string;
  lots: readonly { name: string; note: string; url: string }[];
  /** A line about further lots, if there are any. */
  more: string | null;
}

/** A lot found by a saved search; unknown values are null. */
export interface FoundLotWords {
  mileage: string | null;
  mileageMark: MileageMark | null;
  condition: string | null;
  startPrice: string | null;
  soldPrice: string | null;
  lotNo: number;
  house: string;
  auction: string;
  startsBelowRange: boolean;
  /** Total at the reader's door; `most` is empty for an exact total and null without a known limit. */
  door: { least: string; most: string | null } | null;
  isForbidden: boolean;
}

/** Addresses in the portal that texts link to. */
export interface Places {
  forgotPassword: string;
  profile: string;
}

export interface BidWords {
  /** Year, maker, model and grade. */
  car: string;
  lotNo: number;
  house: string;
  /** Day and time in Japan. */
  auction: string;
  amount: string;
  soldPrice: string | null;
  finishReason: string | null;
  /** Time of the event in Japan. */
  at: string;
}

/** Days of a ship in the reader's language; null is unknown. */
export interface ShippingWords {
  etd: string | null;
  eta: string | null;
}

/** A payment in the reader's language. */
export interface DepositWords {
  amount: string;
  /** Balance after it. */
  balance: string;
  /** As shown in the client's payments. */
  description: string;
  at: string;
}

/** All sentences of all mails in one language. */
export interface MailTexts {
  lang: string;
  locale: string;
  japanTime: string;
  greeting: (name: string) => string;
  device: (browser: string | null, system: string | null) => string;
  /** Below the button, before the address as text. */
  orAddress: string;
  whyAccount: (company: string) => string;
  /** For receivers who may have no account. */
  whyAddress: (company: string) => string;
  whyBids: (company: string) => string;
  whySearches: (company: string) => string;
  whyNotices: (company: string) => string;
  bidStatuses: Record<number, string>;
  verifyAddress: (company: string, until: string) => Words;
  addressKnown: (company: string, places: Places) => Words;
  resetPassword: (company: string, until: string) => Words;
  passwordChanged: (company: string, at: string) => Words;
  secondFactor: Record<SecondFactorChange, (company: string, at: string) => Words>;
  newDevice: (company: string, sign: { device: string; address: string; at: string }, places: Places) => Words;
  bidStatus: (bid: BidWords, status: number) => Words;
  bidWon: (bid: BidWords) => Words;
  bidSoldPrice: (bid: BidWords, soldPrice: string) => Words;
  lotWithdrawn: (bid: BidWords) => Words;
  bidNotForwarded: (bid: BidWords) => Words;
  negotiationOffer: (bid: BidWords, offer: string) => Words;
  chatMessage: (bid: BidWords) => Words;
  purchaseStatus: (bid: BidWords, status: number) => Words;
  shippingDates: (bid: BidWords, days: ShippingWords & { before: ShippingWords }) => Words;
  depositBooked: (company: string, deposit: DepositWords) => Words;
  newLots: (found: { lots: number; searches: readonly string[] }) => Omit<Words, 'finds'>;
  /** Events that the user wants by mail; at least one. */
  notices: (items: readonly NoticeItem[]) => Words;
  foundLot: (lot: FoundLotWords) => string;
  moreLots: (count: number) => string;
}

/** Heading and body of a mail about events: one has its title as subject, several a count. */
export const noticeWords = (
  items: readonly NoticeItem[],
  words: { several: (count: number) => string; action: string },
): Words => {
  const [first] = items;
  const heading = items.length === 1 && first ? first.title : words.several(items.length);
  const body = items.map(({ title, lines, url }): Paragraph => {
    const text = [...(items.length === 1 ? [] : [title]), ...lines].join(' · ');
    return items.length === 1 ? text : { text, url };
  });
  return { subject: heading, preheader: first?.lines[0] ?? '', heading, body, action: words.action, after: [] };
};
