import type { FeeKind } from '../purchases/finances.ts';

export interface KeptWord {
  en: string;
  ru: string;
}

/** What a fee of a bought car is booked under, before a colon and the name of the car. */
export const FEE_TITLES: Record<FeeKind, KeptWord> = {
  auctionFee: { en: 'Auction fee', ru: 'Аукционный сбор' },
  inspection: { en: 'Inspection', ru: 'Осмотр' },
  freight: { en: 'Freight', ru: 'Фрахт' },
  insurance: { en: 'Insurance', ru: 'Страхование' },
  otherFees: { en: 'Other fees', ru: 'Прочие сборы' },
};

/** Of a payment whose sender wrote nothing. */
export const DEPOSIT: KeptWord = { en: 'Deposit', ru: 'Депозит' };

/** Words the portal itself writes into the books: kept in English, told in the reader's language. */
export const KEPT_WORDS: readonly KeptWord[] = [DEPOSIT, ...Object.values(FEE_TITLES)];

/** A description as its reader is told it: words the portal wrote in Russian, what people wrote as it stands. */
export function descriptionInRussian(description: string): string {
  const [first = ''] = description.split(': ', 1);
  const word = KEPT_WORDS.find(({ en }) => en === first);
  return word ? `${word.ru}${description.slice(first.length)}` : description;
}
