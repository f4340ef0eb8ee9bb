import { PURCHASE_STATUSES } from '@seri/contract/purchases/list-search.ts';
import { t } from '../shell/i18n/i18n.ts';
import { StatusDot } from '../ui/data/status-dot.tsx';
import type { Tone } from '../ui/data/tone.ts';

type Status = number | string | null;
type KnownStatus = (typeof PURCHASE_STATUSES)[number];

const DELIVERED = 5;
const TONES: Record<KnownStatus, Tone> = {
  0: 'amber',
  1: 'blue',
  2: 'blue',
  3: 'blue',
  4: 'blue',
  5: 'green',
  6: 'red',
  7: 'red',
  8: 'grey',
};

/**
 * Empty is Processing, digits in text are a number, any other text stays as it is
 * (business-rules.md#purchase-statuses).
 */
export function statusCode(status: Status): KnownStatus | null {
  const value = status === null || status === '' ? 0 : Number(status);
  return PURCHASE_STATUSES.find((known) => known === value) ?? null;
}

export function PurchaseStatus({ status }: { status: Status }) {
  const code = statusCode(status);
  if (code === null) return <StatusDot tone="neutral">{String(status)}</StatusDot>;
  return <StatusDot tone={TONES[code]}>{t(`PurchaseStatus.${code}`)}</StatusDot>;
}

/** Statuses of a car from the auction house to its port, in order; without cancelled. */
export const TRANSPORT_STATUSES: readonly KnownStatus[] = PURCHASE_STATUSES.filter((status) => status <= DELIVERED);
