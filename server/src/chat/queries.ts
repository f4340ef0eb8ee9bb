import { sql } from 'kysely';
import type { Db, Tx } from '../platform/db/db.ts';

export type Side = 'client' | 'staff';

/** A longer chat shows only its newest messages. */
const MAX_MESSAGES = 500;

/** The bid and lot of a chat, with the owner and their dealer. */
export const findChatBid = (db: Db | Tx, bidId: number) =>
  db
    .selectFrom('bids')
    .innerJoin('users', 'users.id', 'bids.user_id')
    .innerJoin('lots', 'lots.id', 'bids.lot_id')
    .innerJoin('auction_houses', 'auction_houses.id', 'lots.house_id')
    .select([
      'bids.id as bidId',
      'bids.user_id as clientId',
      'users.full_name as clientName',
      'users.dealer_id as dealerId',
      'users.language',
      'lots.id as lotId',
      'lots.lot_no as lotNo',
      'auction_houses.name as house',
      'lots.auction_at as auctionAt',
      'lots.auction_day as auctionDay',
      'lots.time_known as timeKnown',
      'lots.maker',
      'lots.model',
      'lots.year',
      sql<string>`coalesce(nullif(lots.chassis_number, ''), lots.chassis_code)`.as('chassis'),
    ])
    .where('bids.id', '=', bidId)
    .executeTakeFirst();
export type ChatBid = NonNullable<Awaited<ReturnType<typeof findChatBid>>>;

export interface WrittenMessage {
  id: number;
  senderId: number;
  sender: string;
  side: string;
  text: string;
  sentAt: Date;
}

/** The newest messages, oldest first. */
export async function findMessages(db: Db, bidId: number): Promise<WrittenMessage[]> {
  const newest = await db
    .selectFrom('chat_messages')
    .innerJoin('users', 'users.id', 'chat_messages.sender_id')
    .select([
      'chat_messages.id',
      'sender_id as senderId',
      'users.full_name as sender',
      'side',
      'text',
      'sent_at as sentAt',
    ])
    .where('bid_id', '=', bidId)
    .orderBy('chat_messages.id', 'desc')
    .limit(MAX_MESSAGES)
    .execute();
  return newest.reverse();
}

const READ_COLUMNS = { client: 'client_read_id', staff: 'staff_read_id' } as const;
const WRITTEN_COLUMNS = { client: 'last_client_id', staff: 'last_staff_id' } as const;
const otherSide = (side: Side): Side => (side === 'client' ? 'staff' : 'client');

/** Whether this side has read all messages of the other side. */
export async function isChatRead(db: Db, bidId: number, side: Side): Promise<boolean> {
  const unread = await db
    .selectFrom('chats')
    .select('bid_id')
    .where('bid_id', '=', bidId)
    .whereRef(WRITTEN_COLUMNS[otherSide(side)], '>', READ_COLUMNS[side])
    .executeTakeFirst();
  return unread === undefined;
}

/** Marks messages as read up to this one, or up to the newest; never moves the mark back. */
export async function markRead(db: Db, bidId: number, side: Side, messageId: number | undefined): Promise<void> {
  const read = READ_COLUMNS[side];
  const newest = sql.ref<number>(WRITTEN_COLUMNS[otherSide(side)]);
  await db
    .updateTable('chats')
    .set({ [read]: sql<number>`greatest(${sql.ref(read)}, least(${newest}, ${messageId ?? null}::bigint))` })
    .where('bid_id', '=', bidId)
    .execute();
}

/** Locks the chat's row, and inserts it before the first message, so that only one transaction writes messages at a time. */
export const lockChat = (tx: Tx, bidId: number) =>
  tx
    .insertInto('chats')
    .values({ bid_id: bidId })
    .onConflict((conflict) => conflict.column('bid_id').doUpdateSet({ bid_id: bidId }))
    .returning(['last_staff_id as lastStaffId', 'client_read_id as clientReadId', 'mail_due_at as mailDueAt'])
    .executeTakeFirstOrThrow();

interface NewMessage {
  bidId: number;
  senderId: number;
  side: Side;
  text: string;
}

/** Inserts a message; the caller must have locked the chat. */
export async function insertMessage(tx: Tx, { bidId, senderId, side, text }: NewMessage) {
  const message = await tx
    .insertInto('chat_messages')
    .values({ bid_id: bidId, sender_id: senderId, side, text })
    .returning(['id', 'sent_at as sentAt'])
    .executeTakeFirstOrThrow();
  await tx
    .updateTable('chats')
    .set({ [WRITTEN_COLUMNS[side]]: message.id })
    .where('bid_id', '=', bidId)
    .execute();
  return message;
}

export const setMailDue = (tx: Tx, bidId: number, dueAt: Date) =>
  tx.updateTable('chats').set({ mail_due_at: dueAt }).where('bid_id', '=', bidId).execute();

/** Serializes changes of the message templates until the end of the transaction. */
export const lockTemplates = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtextextended('chat_templates', 0))`.execute(tx);
