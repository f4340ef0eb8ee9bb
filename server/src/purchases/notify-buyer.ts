import type { Tx } from '../platform/db/db.ts';
import { queueMail, type ShippingDays } from '../platform/mail-outbox.ts';
import { notify } from '../platform/notifications.ts';
import type { LockedPurchase } from './manage/change-queries.ts';

/** Notifies the client of a new status, by email and in their list; once per event. */
export async function notifyStatusChange(
  tx: Tx,
  eventId: number,
  purchase: LockedPurchase,
  status: number,
): Promise<void> {
  const about = aboutOf(purchase);
  await notify(tx, {
    ...about,
    kind: status === AT_YARD ? 'car_at_yard' : 'purchase_status',
    data: { purchaseId: purchase.id, purchaseStatus: status },
    dedupeKey: keyOf(eventId),
  });
  await queueMail(tx, { kind: 'purchase_status', ...about, purchaseId: purchase.id, status }, keyOf(eventId));
}

/** Notifies the client of a new departure or arrival day. */
export async function notifyDateChange(
  tx: Tx,
  eventId: number,
  purchase: LockedPurchase,
  now: ShippingDays,
): Promise<void> {
  const about = aboutOf(purchase);
  const data = { purchaseId: purchase.id, ...now };
  await notify(tx, { ...about, kind: 'shipping_dates', data, dedupeKey: keyOf(eventId) });
  const before = { etd: purchase.etd, eta: purchase.eta };
  await queueMail(tx, { kind: 'shipping_dates', ...about, ...data, before }, keyOf(eventId));
}

export const notifyDocument = (tx: Tx, eventId: number, purchase: LockedPurchase, paper: string): Promise<void> =>
  notify(tx, {
    ...aboutOf(purchase),
    kind: 'purchase_document',
    data: { purchaseId: purchase.id, paper },
    dedupeKey: keyOf(eventId),
  });

/** Waiting for a ship: the car has arrived at the yard of its port. */
const AT_YARD = 2;

const aboutOf = ({ user_id, bid_id }: LockedPurchase) => ({ userId: user_id, bidId: bid_id });
const keyOf = (eventId: number): string => `purchase:${eventId}`;
