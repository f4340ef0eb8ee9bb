import type { CurrentUser } from '../platform/calls/current-user.ts';
import { readSettings } from '../platform/company-settings.ts';
import type { Database } from '../platform/db/db.ts';
import { onceInTransaction } from '../platform/http/idempotency.ts';
import type { IdempotencyKey } from '../platform/http/register-route.ts';
import { queueMail } from '../platform/mail-outbox.ts';
import { mailDueAt } from './mail-due.ts';
import { openOwnChat } from './open-chat.ts';
import { insertMessage, lockChat, setMailDue } from './queries.ts';

interface SaveMessage {
  bidId: number;
  text: string;
  repeat: IdempotencyKey | null;
}

/** Adds a message to the chat of a bid. The client gets a mail about messages of staff, unless they read them in time. */
export const saveMessage = ({ db }: Database, currentUser: CurrentUser, { bidId, text, repeat }: SaveMessage) =>
  onceInTransaction(db, repeat, async (tx) => {
    const { bid, side } = await openOwnChat(tx, currentUser, bidId);
    const chat = await lockChat(tx, bidId);
    const { id, sentAt } = await insertMessage(tx, { bidId, senderId: currentUser.userId, side, text });
    if (side === 'staff') {
      const { chatMailMinutes } = await readSettings(tx);
      const hasUnread = chat.lastStaffId > chat.clientReadId;
      const dueAt = mailDueAt({ now: sentAt, mailDueAt: chat.mailDueAt, hasUnread, waitMinutes: chatMailMinutes });
      if (dueAt) {
        await queueMail(tx, { kind: 'chat_message', userId: bid.clientId, bidId, messageId: id }, `chat:${id}`, dueAt);
        await setMailDue(tx, bidId, dueAt);
      }
    }
    return { success: true as const, id, time: sentAt.toISOString() };
  });
