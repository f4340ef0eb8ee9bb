import type { Yen } from '@seri/contract/money.ts';
import { FEE_TITLES } from '@seri/contract/payments/ledger-texts.ts';
import type { FeeKind } from '@seri/contract/purchases/finances.ts';
import { bookerOf, bookPosting } from '../../payments/book-posting.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { japanDay } from '../../platform/i18n/japan-time.ts';
import { findCharged, insertFee } from '../../purchases/fee-queries.ts';
import { changePurchase, type Managed, recordChange } from '../../purchases/manage/manage-purchase.ts';
import { readClock } from '../queries.ts';

/**
 * Sets the fee of one kind on a purchase to `amountYen`. Books the difference to the amount already charged, so that
 * invoice, screen and ledger agree; the same amount again books nothing. The day is today in Japan, or `bookedOn` for the
 * past of a demonstration. Throws NotFound.
 */
export const chargeFee = (
  db: Db | Tx,
  managed: Managed & { kind: FeeKind; amountYen: Yen; bookedOn?: string },
): Promise<void> =>
  changePurchase(db, managed.purchaseId, async (tx, purchase) => {
    const { kind, amountYen } = managed;
    const { chargedYen, times, vehicle } = await findCharged(tx, purchase.id, kind);
    const differenceYen = amountYen - chargedYen;
    if (differenceYen === 0) return;
    const postingId = await bookPosting(tx, {
      kind: kind === 'freight' ? 'freight' : 'fee',
      idempotencyKey: `purchase-fee:${purchase.id}:${kind}:${times + 1}`,
      description: `${FEE_TITLES[kind].en}: ${vehicle}`,
      bookedOn: managed.bookedOn ?? japanDay(await readClock(tx)),
      purchaseId: purchase.id,
      booker: bookerOf(managed.by),
      entries: [
        { account: { clientId: purchase.user_id }, amountYen: -differenceYen },
        { account: kind === 'freight' ? 'freight' : 'fees', amountYen: differenceYen },
      ],
    });
    await insertFee(tx, { purchaseId: purchase.id, kind, amountYen: differenceYen, postingId, by: managed.by });
    await recordChange(tx, managed, 'fee', { kind, amountYen, chargedYen });
  });
