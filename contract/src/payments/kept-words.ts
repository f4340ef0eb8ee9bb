import type { FeeKind } from '../purchases/finances.ts';

export interface KeptWord {
  en: string;
  ru: string;
}

/** Titles of fees of a purchased car, followed by a colon and the name of the car. */
export const FEE_TITLES: Record<FeeKind, KeptWord> = {
  auctionFee: { en: 'Auction fee', ru: 'Аукционный сбор' },
  inspection: { en: 'Inspection', ru: 'Осмотр' },
  freight: { en: 'Freight', ru: 'Фрахт' },
  insurance: { en: 'Insurance', ru: 'Страхование' },
  otherFees: { en: 'Other fees', ru: 'Прочие сборы' },
};

/** Description of a payment without a reference. */
export const DEPOSIT: KeptWord = { en: 'Deposit', ru: 'Депозит' };

/** Descriptions that the portal itself writes into the ledger: stored in English, shown in the reader's language. */
export const KEPT_WORDS: readonly KeptWord[] = [DEPOSIT, ...Object.values(FEE_TITLES)];

/** A description for a Russian reader: translates the portal's own texts and leaves other texts unchanged. */
export function descriptionInRussian(description: string): string {
  const [first = ''] = description.split(': ', 1);
  const word = KEPT_WORDS.find(({ en }) => en === first);
  return word ? `${word.ru}${description.slice(first.length)}` : description;
}
