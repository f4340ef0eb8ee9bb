import type { Permissions } from '@seri/contract/auth/permissions.ts';
import type { BidPayload } from '@seri/contract/bids/routes.ts';
import type { Reason } from '@seri/contract/bids/rules.ts';
import { hasViewFlag } from '@seri/contract/lots/view-flags.ts';
import type { FastifyRequest } from 'fastify';
import { ApiError, NotFound } from '../../platform/calls/errors.ts';
import { invalidRequest } from '../../platform/http/invalid.ts';
import type { BidContext, BidState, ResolvedBidContext } from './context.ts';

type Asked = Pick<BidPayload, 'carId' | 'lotType'>;

export function bidLotId({ carId }: Asked): number {
  if (!/^[1-9]\d{0,14}$/.test(carId)) throw new NotFound();
  return Number(carId);
}

/** Context with a bidding account and a lot of the asked kind that clients may see; a private lot looks like a missing one (business-rules.md#private-lots). */
export function knownLot(context: BidContext, { lotType }: Asked): ResolvedBidContext {
  const { client, lot } = context;
  const vehicle = lotType === 'bike' ? 'bike' : 'car';
  const source = lotType === 'stock' ? 'stock' : 'auction';
  if (lot?.vehicle !== vehicle || lot.lotSource !== source || lot.isPrivate) throw new NotFound();
  if (!client) throw new ApiError('Bid.Restricted');
  return { ...context, client, lot };
}

/**
 * Refuses a bid on a lot that the person who places it may not open (business-rules.md#view-flags): no view flag of theirs fits the
 * lot's state, and the client has neither a bid on it nor bought it (`hasPart`).
 */
export async function ensureOpenTo(
  permissions: Permissions,
  { lot, live }: ResolvedBidContext,
  hasPart: () => Promise<boolean>,
): Promise<void> {
  const isOpen = hasViewFlag(permissions, { ...lot, source: lot.lotSource, isDayOver: lot.dayOver });
  if (!isOpen && live === null && !(await hasPart())) throw new ApiError('Access.Denied');
}

export function throwFirst(reasons: readonly Reason[]): void {
  const [reason] = reasons;
  if (!reason) return;
  const { messageCode, field, details } = reason;
  throw new ApiError(messageCode, { details, ...(field ? { fields: { [field]: [messageCode] } } : {}) });
}

/** The optional If-Match header: a bid's version, with or without quotes (business-rules.md#replacing-a-bid). */
export function versionOf(request: FastifyRequest): number | null {
  const header = request.headers['if-match'];
  if (header === undefined) return null;
  const version = /^"?(\d{1,9})"?$/.exec(header)?.[1];
  if (version === undefined) throw invalidRequest([]);
  return Number(version);
}

export function ensureVersion(expected: number | null, bid: BidState | null): void {
  if (expected !== null && expected !== bid?.version) throw new ApiError('Bid.Version');
}
