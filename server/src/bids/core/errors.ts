import type { Permissions } from '@seri/contract/auth/permissions.ts';
import type { BidPayload } from '@seri/contract/bids/routes.ts';
import type { Reason } from '@seri/contract/bids/rules.ts';
import { hasViewFlag } from '@seri/contract/lots/view-flags.ts';
import { ApiError, NotFound } from '../../platform/calls/errors.ts';
import type { BidContext, BidState, ResolvedBidContext } from './context.ts';

type RequestedLot = Pick<BidPayload, 'carId' | 'lotType'>;

export function bidLotId({ carId }: RequestedLot): number {
  if (!/^[1-9]\d{0,14}$/.test(carId)) throw new NotFound();
  return Number(carId);
}

/**
 * The context with its client and lot present. Throws NotFound for a lot of another kind and for a private lot, which
 * looks like a missing one (business-rules.md#private-lots); Bid.Restricted for an account that cannot bid.
 */
export function resolveLot(context: BidContext, { lotType }: RequestedLot): ResolvedBidContext {
  const { client, lot } = context;
  const vehicle = lotType === 'bike' ? 'bike' : 'car';
  const source = lotType === 'stock' ? 'stock' : 'auction';
  if (lot?.vehicle !== vehicle || lot.lotSource !== source || lot.isPrivate) throw new NotFound();
  if (!client) throw new ApiError('Bid.Restricted');
  return { ...context, client, lot };
}

/**
 * Throws Access.Denied for a bid on a lot that the person placing it may not open (business-rules.md#view-flags): none of
 * their view flags fits the lot's state, and the client has no bid on it and did not buy it (`hasBidOrPurchase`).
 */
export async function ensureOpenTo(
  permissions: Permissions,
  { lot, live }: ResolvedBidContext,
  hasBidOrPurchase: () => Promise<boolean>,
): Promise<void> {
  const isOpen = hasViewFlag(permissions, { ...lot, source: lot.lotSource, isDayOver: lot.dayOver });
  if (!isOpen && live === null && !(await hasBidOrPurchase())) throw new ApiError('Access.Denied');
}

export function throwFirst(reasons: readonly Reason[]): void {
  const [reason] = reasons;
  if (!reason) return;
  const { messageCode, field, details } = reason;
  throw new ApiError(messageCode, { details, ...(field ? { fields: { [field]: [messageCode] } } : {}) });
}

export function ensureVersion(expected: number | null, bid: BidState | null): void {
  if (expected !== null && expected !== bid?.version) throw new ApiError('Bid.Version');
}
