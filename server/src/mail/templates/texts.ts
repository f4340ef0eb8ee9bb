import type { MileageMark } from '@seri/contract/lots/mileage.ts';
import type { SecondFactorChange } from '../../platform/mail-outbox.ts';

/** A sentence, or one that ends in an address the reader may follow. */
export type Paragraph = string | { text: string; url: string };

/** The words of one mail; the same in HTML and plain text. */
export interface Words {
  subject: string;
  /** What mail programs show beside the subject. */
  preheader: string;
  heading: string;
  body: readonly Paragraph[];
  /** Label and value, set as a small table. */
  facts?: readonly (readonly [string, string])[];
  /** Lots under the name of what found them. */
  finds?: readonly Finds[];
  /** On the one button. */
  action: string;
  /** Below the button, quieter. */
  after: readonly Paragraph[];
}

export interface Finds {
  title: string;
  url: string;
  lots: readonly { name: string; note: string; url: string }[];
  /** That there are others, if there are. */
  more: string | null;
}

/** A lot that a saved search has found; what the house does not say is null. */
export interface FoundLotWords {
  mileage: string | null;
  mileageMark: MileageMark | null;
  condition: string | null;
  startPrice: string | null;
  soldPrice: string | null;
  lotNo: number;
  house: string;
  auction: string;
}

/** Addresses in the portal that words point to. */
export interface Places {
  forgotPassword: string;
  profile: string;
}

export interface BidWords {
  /** Year, maker, model and grade. */
  car: string;
  lotNo: number;
  house: string;
  /** Day and hour in Japan. */
  auction: string;
  amount: string;
  soldPrice: string | null;
  finishReason: string | null;
  /** When what the mail tells happened, in Japan. */
  at: string;
}

/** Days of a ship in the reader's words; null is not known. */
export interface ShippingWords {
  etd: string | null;
  eta: string | null;
}

/** Money that came, in the reader's words. */
export interface DepositWords {
  amount: string;
  /** After it. */
  balance: string;
  /** As it stands in his payments. */
  description: string;
  at: string;
}

/** Every sentence of every mail in one language. */
export interface MailTexts {
  lang: string;
  locale: string;
  japanTime: string;
  greeting: (name: string) => string;
  device: (browser: string | null, system: string | null) => string;
  /** Under the button, before the address as text. */
  orAddress: string;
  whyAccount: (company: string) => string;
  /** To somebody who may have no account. */
  whyAddress: (company: string) => string;
  whyBids: (company: string) => string;
  whySearches: (company: string) => string;
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
  foundLot: (lot: FoundLotWords) => string;
  moreLots: (count: number) => string;
}
