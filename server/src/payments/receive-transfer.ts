import type { Transfer } from '@seri/contract/payments/back-office-routes.ts';
import { type IncomingTransfer, incomingTransfer } from '@seri/contract/payments/bookings.ts';
import { DEPOSIT } from '@seri/contract/payments/ledger-texts.ts';
import { ApiError, NotFound } from '../platform/calls/errors.ts';
import type { Tx } from '../platform/db/db.ts';
import { checked } from '../platform/http/invalid.ts';
import { japanDay } from '../platform/i18n/japan-time.ts';
import { type Booker, bookDeposit, bookPosting } from './book-posting.ts';
import { lockClient, readNow } from './ledger-queries.ts';
import { insertTransfer, lockBankId, lockTransfer, saveAssignment, withCandidates } from './transfer-queries.ts';

/**
 * Records money that reached the bank. It is assigned to the one client whose code is in the reference; with no or
 * several codes it waits for a person. Once per bank number. Throws Idempotency.Mismatch.
 */
export async function receiveTransfer(tx: Tx, input: IncomingTransfer, booker: Booker): Promise<Transfer> {
  const { bankId, amountYen, sender, reference, receivedOn } = checked(incomingTransfer, input);
  const known = await lockBankId(tx, bankId);
  if (known) {
    const isSame = known.amountYen === amountYen && known.reference === reference && known.receivedOn === receivedOn;
    if (!isSame) throw new ApiError('Idempotency.Mismatch');
    return one(await withCandidates(tx, [known]));
  }
  const postingId = await bookPosting(tx, {
    kind: 'transfer',
    idempotencyKey: `transfer:${bankId}`,
    description: reference,
    bookedOn: japanDay(await readNow(tx)),
    booker,
    entries: [
      { account: 'unassigned', amountYen },
      { account: 'bank', amountYen: -amountYen },
    ],
  });
  await insertTransfer(tx, {
    ...{ bank_id: bankId, amount_yen: amountYen, sender, reference },
    ...{ received_on: receivedOn, posting_id: postingId },
  });
  // Written by this call or by a concurrent one.
  const row = await lockBankId(tx, bankId);
  if (!row) throw new Error(`transfer ${bankId} is missing after its insert`);
  const transfer = one(await withCandidates(tx, [row]));
  const [only, ...others] = transfer.candidates;
  if (only === undefined || others.length > 0 || row.userId !== null) return transfer;
  return assignTransfer(tx, { transferId: row.transferId, userId: only }, booker);
}

/** Assigns a transfer to a client. Throws NotFound, Payment.Assigned. */
export async function assignTransfer(
  tx: Tx,
  { transferId, userId }: { transferId: number; userId: number },
  booker: Booker,
): Promise<Transfer> {
  // Lock clients first, as bids do.
  if (!(await lockClient(tx, userId))) throw new NotFound();
  const row = await lockTransfer(tx, transferId);
  if (!row) throw new NotFound();
  if (row.userId !== null && row.userId !== userId) throw new ApiError('Payment.Assigned');
  if (row.userId === null) {
    const assignments = row.assignments + 1;
    const postingId = await bookDeposit(tx, {
      userId,
      amountYen: row.amountYen,
      kind: 'remittance',
      from: 'unassigned',
      description: row.reference || DEPOSIT.en,
      idempotencyKey: `transfer:${transferId}:${assignments}`,
      now: await readNow(tx),
      booker,
    });
    await saveAssignment(tx, transferId, { userId, postingId, assignments });
  }
  const saved = await lockTransfer(tx, transferId);
  return one(await withCandidates(tx, saved ? [saved] : []));
}

function one(transfers: readonly Transfer[]): Transfer {
  const [first] = transfers;
  if (!first) throw new NotFound();
  return first;
}
