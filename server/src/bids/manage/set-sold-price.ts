import { EDITABLE_STATUSES } from '@seri/contract/bids/statuses.ts';
import { ApiError } from '../../platform/calls/errors.ts';
import type { Database } from '../../platform/db/db.ts';
import type { IdempotencyKey } from '../../platform/http/register-route.ts';
import { queueMail } from '../../platform/mail-outbox.ts';
import { isReadOnly } from '../core/bid-facts.ts';
import { changeBid, lockBid } from '../core/change-bid.ts';
import { bypassExposureGuard } from '../core/queries.ts';
import { bidCommand } from '../core/transaction.ts';

const MAX_SOLD_YEN = 999_999_999;
/** Delay of the mail to the client: a mistyped price can be corrected within it. */
const MAIL_DELAY_MS = 2 * 60_000;

interface SetSoldPrice {
  bidId: number;
  /** As typed: digits and spaces, empty to clear it. */
  soldPrice: string;
  managerId: number;
  ifMatch: number | null;
  repeat: IdempotencyKey | null;
  requestId: string;
}

/** Sets the sold price as a manager knows it; the lot's own result comes only from the feed (business-rules.md#sold-price). Throws Bid.NotEditable. */
export async function setSoldPrice(database: Database, command: SetSoldPrice) {
  const soldPriceYen = parseSoldPrice(command.soldPrice);
  const actor = { kind: 'manager', userId: command.managerId, requestId: command.requestId } as const;
  return bidCommand(database.bidDb, command.repeat, async (tx) => {
    const context = await lockBid(tx, command.bidId, actor, command.ifMatch);
    const { bid, lot } = context;
    if (!EDITABLE_STATUSES.includes(bid.status) || isReadOnly(bid, lot)) throw new ApiError('Bid.NotEditable');
    if (bid.soldPriceYen === soldPriceYen) return { success: true, version: bid.version };
    await bypassExposureGuard(tx);
    const { version } = await changeBid(tx, context, { to: { soldPriceYen }, event: 'sold_price', actor });
    if (soldPriceYen !== null) {
      const mail = { kind: 'bid_sold_price', userId: bid.userId, bidId: bid.bidId, soldPriceYen } as const;
      await queueMail(tx, mail, `sold:${bid.bidId}:${version}`, new Date(Date.now() + MAIL_DELAY_MS));
    }
    return { success: true, version };
  });
}

function parseSoldPrice(text: string): number | null {
  const digits = text.replaceAll(/\s/g, '');
  if (digits === '') return null;
  const yen = Number(digits);
  if (yen < 1 || yen > MAX_SOLD_YEN) throw new ApiError('Field.Invalid', { fields: { soldPrice: ['Field.Invalid'] } });
  return yen;
}
