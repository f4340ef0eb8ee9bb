import { highestBidYen, MAX_BID_YEN } from '@seri/contract/bids/rules.ts';
import { BID_STATUS } from '@seri/contract/bids/statuses.ts';
import type { Db } from '../../platform/db/db.ts';
import { factsOf, overbidYen } from '../core/bid-facts.ts';
import { joinGroup } from '../core/group-membership.ts';
import { findContext } from '../core/queries.ts';

interface AllowedAmountQuery {
  userId: number;
  lotId: number;
  /** Null: the group of the client's bid on this lot, if any. */
  groupValue: number | null;
}

/** The highest amount in yen that this client may bid on this lot, be it a higher bid or another lot of a group (business-rules.md#exposure). */
export async function findAllowedYen(db: Db, { userId, lotId, groupValue }: AllowedAmountQuery): Promise<number> {
  const context = await findContext(db, { userId, lotId });
  const { client, lot, live } = context;
  if (!client || !lot) return 0;
  const resolved = { ...context, client, lot };
  const replaced = live?.status === BID_STATUS.won ? null : live;
  const group = lot.lotSource === 'stock' ? null : (groupValue ?? replaced?.groupValue ?? null);
  const place = joinGroup(resolved, { before: replaced, groupValue: group, requestsSlot: true, placedByPhone: false });
  const facts = factsOf(resolved, replaced, {
    amountYen: undefined,
    adjustmentYen: replaced?.adjustmentYen ?? overbidYen(resolved),
    exportTypeGiven: true,
    place,
  });
  return Math.min(highestBidYen(facts), MAX_BID_YEN);
}
