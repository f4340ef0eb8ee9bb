import type { Permissions } from '@seri/contract/auth/permissions.ts';
import type { checkBid as checkBidSpec } from '@seri/contract/bids/routes.ts';
import { bidReasons, bidWarnings, highestBidYen, lowestBidYen } from '@seri/contract/bids/rules.ts';
import type { BodyOf, ReplyOf } from '@seri/contract/http.ts';
import type { Database } from '../../platform/db/db.ts';
import { factsOf, freeYen, overbidYen } from '../core/bid-facts.ts';
import { bidLotId, ensureOpenTo, resolveLot } from '../core/errors.ts';
import { joinGroup } from '../core/group-membership.ts';
import { findContext, hasBidOrPurchase } from '../core/queries.ts';
import { type FindImportVerdict, importReasons } from './import-verdict.ts';

/**
 * All reasons that would refuse this bid, without writing or locking anything (business-rules.md#bid-check). `permissions` are
 * those of the caller: the client, or a manager. Throws NotFound, Bid.Restricted, Access.Denied.
 */
export async function checkBid(
  database: Database,
  {
    userId,
    permissions,
    findImportVerdict,
  }: { userId: number; permissions: Permissions; findImportVerdict?: FindImportVerdict },
  body: BodyOf<typeof checkBidSpec>,
): Promise<ReplyOf<typeof checkBidSpec>> {
  const { db } = database;
  const lotId = bidLotId(body);
  const verdictAt = (priceYen: number) => findImportVerdict?.(db, { userId, lotId, priceYen });
  const [found, verdictAtAmount] = await Promise.all([
    findContext(db, { userId, lotId }),
    body.amount === undefined ? undefined : verdictAt(body.amount),
  ]);
  const context = resolveLot(found, body);
  await ensureOpenTo(permissions, context, () => hasBidOrPurchase(db, { userId, lotId }));
  const { live, client, settings } = context;
  const facts = factsOf(context, live, {
    amountYen: body.amount,
    adjustmentYen: live?.adjustmentYen ?? overbidYen(context),
    exportTypeGiven: body.bidType !== undefined,
    place: joinGroup(context, {
      before: live,
      groupValue: context.lot.lotSource === 'stock' ? null : (body.bidGroup ?? null),
      requestsSlot: true,
      placedByPhone: false,
    }),
  });
  const imported =
    body.amount === undefined ? await verdictAt(lowestBidYen(context.lot.startPriceYen)) : verdictAtAmount;
  const highestYen = highestBidYen(facts);
  return {
    reasons: [
      ...bidReasons(facts),
      ...importReasons(imported ?? null, body.amount === undefined || (body.importAccepted ?? false)),
    ],
    warnings: bidWarnings(facts),
    minAmount: facts.lot.source === 'stock' ? (facts.lot.startPriceYen ?? 0) : lowestBidYen(facts.lot.startPriceYen),
    allowedAmount: Number.isFinite(highestYen) ? highestYen : null,
    exposure: client.exposureYen,
    bidAllow: freeYen({ ...client, creditLimitCheck: facts.client.creditLimitCheck }, settings.overbidAmount),
    rule: settings.bidRule,
  };
}
