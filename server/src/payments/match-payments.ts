/** One entry of a client's ledger account, in the order of booking. */
export interface AccountEntry {
  amountYen: number;
  /** The charged purchase; null for other bookings. */
  purchaseId: number | null;
  /** A day in Japan. */
  bookedOn: string;
}

export interface PurchasePayment {
  purchaseId: number;
  /** Unpaid yen of all its charges. */
  dueYen: number;
  /** A day in Japan. */
  dueOn: string;
  /** The day on which money covered its first charge; null: not yet. */
  paidOn: string | null;
}

/** Mondays to Fridays between booking and payment day (business-rules.md#payment-days). */
const PAYMENT_WORKING_DAYS = 5;

interface Charge {
  purchaseId: number | null;
  leftYen: number;
  bookedOn: string;
  paidOn: string | null;
}

/**
 * Assigns the money of an account to its purchases. Money is not bound to a car: each receipt pays the oldest charge
 * first, so that the unpaid yen of all charges equal a negative balance.
 */
export function matchPayments(entries: readonly AccountEntry[]): PurchasePayment[] {
  const charges: Charge[] = [];
  let creditYen = 0;
  let oldestOpen = 0;
  for (const { amountYen, purchaseId, bookedOn } of entries) {
    if (amountYen < 0) charges.push({ purchaseId, leftYen: -amountYen, bookedOn, paidOn: null });
    else creditYen += amountYen;
    for (let charge = charges[oldestOpen]; charge && creditYen > 0; charge = charges[oldestOpen]) {
      const paidYen = Math.min(creditYen, charge.leftYen);
      creditYen -= paidYen;
      charge.leftYen -= paidYen;
      if (charge.leftYen > 0) break;
      charge.paidOn = bookedOn;
      oldestOpen += 1;
    }
  }
  const byPurchase = new Map<number, PurchasePayment>();
  for (const { purchaseId, leftYen, bookedOn, paidOn } of charges) {
    if (purchaseId === null) continue;
    const known = byPurchase.get(purchaseId);
    if (known) known.dueYen += leftYen;
    else byPurchase.set(purchaseId, { purchaseId, dueYen: leftYen, dueOn: paymentDay(bookedOn), paidOn });
  }
  return [...byPurchase.values()];
}

/** The last day on which a charge of this day counts as paid on time. */
function paymentDay(bookedOn: string): string {
  const day = new Date(`${bookedOn}T00:00:00Z`);
  for (let left = PAYMENT_WORKING_DAYS; left > 0; ) {
    day.setUTCDate(day.getUTCDate() + 1);
    if (day.getUTCDay() % 6 !== 0) left -= 1;
  }
  return day.toISOString().slice(0, 10);
}
