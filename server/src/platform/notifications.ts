import { sql } from 'kysely';
import type { Tx } from './db/db.ts';

/** A notification in the list behind the bell; its subject is looked up when it is read. */
interface Notice {
  userId: number;
  kind:
    | 'bid_status'
    | 'bid_won'
    | 'bid_finished'
    | 'lot_withdrawn'
    | 'bid_not_forwarded'
    | 'negotiation_offer'
    | 'new_lots'
    | 'deposit_booked'
    | 'purchase_status'
    | 'shipping_dates'
    | 'purchase_document'
    | 'car_at_yard';
  bidId?: number | undefined;
  data?: object;
  /** A repeated key creates no second notification. */
  dedupeKey: string;
}

/** Writes a notification in the caller's transaction; open pages of the recipient are updated after the commit. */
export async function notify(tx: Tx, { userId, kind, bidId, data = {}, dedupeKey }: Notice): Promise<void> {
  await tx
    .insertInto('notifications')
    .values({ user_id: userId, kind, bid_id: bidId ?? null, data: JSON.stringify(data), dedupe_key: dedupeKey })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Writes the notification for the managers of a client. */
export async function notifyManagers(tx: Tx, clientId: number, notice: Omit<Notice, 'userId'>): Promise<void> {
  const { kind, bidId, data = {}, dedupeKey } = notice;
  await sql`
    insert into notifications (user_id, kind, bid_id, data, dedupe_key)
    select managers_of(${clientId}), ${kind}, ${bidId ?? null}::bigint, ${JSON.stringify(data)}::jsonb, ${dedupeKey}
    on conflict do nothing`.execute(tx);
}
