import { dayParam } from '@seri/contract/http.ts';
import { FEE_KINDS } from '@seri/contract/purchases/finances.ts';
import { CHECKLIST_DOCUMENTS, DOCUMENT_KINDS } from '@seri/contract/purchases/papers.ts';
import { InvalidArgumentError } from 'commander';
import { purchaseNumber } from '../purchases/purchase-id.ts';

/** Status names of purchases on the command line. */
export const STATUS_WORDS = [
  'processing',
  'domestic-transport',
  'waiting-ship',
  'waiting-loading',
  'in-transit',
  'delivered',
  'shipping-cancelled',
  'purchase-cancelled',
  'resale',
];

export function parsePurchase(text: string): number {
  const purchaseId = purchaseNumber(text.toUpperCase());
  if (purchaseId === null) throw new InvalidArgumentError('Give the number of a purchase, such as P55.');
  return purchaseId;
}

export function parseStatus(word: string): number {
  const status = STATUS_WORDS.indexOf(word);
  if (status < 0) throw new InvalidArgumentError(`Give one of: ${STATUS_WORDS.join(', ')}.`);
  return status;
}

const oneOf =
  <const T extends string>(known: readonly T[]) =>
  (word: string): T => {
    const found = known.find((name) => name === word);
    if (!found) throw new InvalidArgumentError(`Give one of: ${known.join(', ')}.`);
    return found;
  };

export const parseFee = oneOf(FEE_KINDS);
export const parseKind = oneOf(DOCUMENT_KINDS);
export const parsePaper = oneOf(CHECKLIST_DOCUMENTS);

/** `none` removes the value. */
export function parseDay(text: string): string | null {
  if (text === 'none') return null;
  if (!dayParam.safeParse(text).success) throw new InvalidArgumentError('Give a day such as 2026-12-24, or none.');
  return text;
}

export function parseYen(text: string): number {
  const digits = text.replaceAll(/(?<=\d)[,_ ](?=\d{3})/g, '');
  if (!/^\d{1,9}$/.test(digits)) throw new InvalidArgumentError('Give whole yen, at most 999999999.');
  return Number(digits);
}
