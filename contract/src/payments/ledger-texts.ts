import type { FeeKind } from '../purchases/finances.ts';

export interface LedgerText {
  en: string;
  ru: string;
}

/** Titles of fees of a purchased car, followed by a colon and the name of the car. */
export const FEE_TITLES: Record<FeeKind, LedgerText> = {
  auctionFee: { en: 'Auction fee', ru: 'Аукционный сбор' },
  inspection: { en: 'Inspection', ru: 'Осмотр' },
  freight: { en: 'Freight', ru: 'Фрахт' },
  insurance: { en: 'Insurance', ru: 'Страхование' },
  otherFees: { en: 'Other fees', ru: 'Прочие сборы' },
};

/** Description of a payment without a reference. */
export const DEPOSIT: LedgerText = { en: 'Deposit', ru: 'Депозит' };

/** Descriptions that the portal itself writes into the ledger: stored in English, shown in the reader's language. */
export const LEDGER_TEXTS: readonly LedgerText[] = [DEPOSIT, ...Object.values(FEE_TITLES)];

/** A description for a Russian reader: translates the portal's own texts and leaves other texts unchanged. */
export function descriptionInRussian(description: string): string {
  const [first = ''] = description.split(': ', 1);
  const text = LEDGER_TEXTS.find(({ en }) => en === first);
  return text ? `${text.ru}${description.slice(first.length)}` : description;
}
