import { sql } from 'kysely';
import type { Tx } from './db/db.ts';

/** For the list behind the bell; what it is about is looked up when it is read. */
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
    | 'purchase_document';
  bidId?: number | undefined;
  data?: object;
  /** The same key a second time is told once. */
  dedupeKey: string;
}

/** Writes a notification within the caller's transaction; the pages of its reader hear of it after the commit. */
export async function notify(tx: Tx, { userId, kind, bidId, data = {}, dedupeKey }: Notice): Promise<void> {
  await tx
    .insertInto('notifications')
    .values({ user_id: userId, kind, bid_id: bidId ?? null, data: JSON.stringify(data), dedupe_key: dedupeKey })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The same for the managers of a client, who find it under their own bell. */
export async function notifyManagers(tx: Tx, clientId: number, notice: Omit<Notice, 'userId'>): Promise<void> {
  const { kind, bidId, data = {}, dedupeKey } = notice;
  await sql`
    insert into notifications (user_id, kind, bid_id, data, dedupe_key)
    select managers_of(${clientId}), ${kind}, ${bidId ?? null}::bigint, ${JSON.stringify(data)}::jsonb, ${dedupeKey}
    on conflict do nothing`.execute(tx);
}
