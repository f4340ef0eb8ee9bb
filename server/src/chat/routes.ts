import { createHash } from 'node:crypto';
import { USER_TYPE } from '@seri/contract/auth/permissions.ts';
import * as calls from '@seri/contract/chat/routes.ts';
import * as templateCalls from '@seri/contract/chat/template-routes.ts';
import { TEMPLATES } from '@seri/contract/chat/templates.ts';
import type { BodyOf } from '@seri/contract/http.ts';
import { LANGUAGE } from '@seri/contract/users/routes.ts';
import type { FastifyInstance } from 'fastify';
import type { CurrentUser } from '../platform/calls/current-user.ts';
import { ApiError } from '../platform/calls/errors.ts';
import { clientCode } from '../platform/client-code.ts';
import { readSettings } from '../platform/company-settings.ts';
import type { Database, Db, Tx } from '../platform/db/db.ts';
import { deleteSetting, saveSettings } from '../platform/db/installation.ts';
import { idempotencyKey, registerRoute } from '../platform/http/register-route.ts';
import { japanIso } from '../platform/i18n/japan-time.ts';
import { openChat, openOwnChat } from './open-chat.ts';
import { type ChatBid, findMessages, isChatRead, lockTemplates, markRead } from './queries.ts';
import { saveMessage } from './save-message.ts';

/** Messages between client and managers about a bid. */
export function chatRoutes(app: FastifyInstance, database: Database): void {
  const { db } = database;

  registerRoute(app, calls.viewChat, async ({ query, currentUser }) => {
    const { bid, side, canWrite } = await openChat(db, currentUser, query.bidId);
    const [messages, isRead, { managerLabel }] = await Promise.all([
      findMessages(db, query.bidId),
      // A dealer has no unread messages in the chats of their clients.
      !canWrite || isChatRead(db, query.bidId, side),
      readSettings(db),
    ]);
    const isStaff = currentUser.userType === USER_TYPE.manager;
    const label = managerLabel[languageKey(currentUser.language)];
    return {
      chat: messages.map(({ id, text, sentAt, senderId, sender, side: from }) => ({
        id,
        text,
        time: sentAt.toISOString(),
        isOwn: senderId === currentUser.userId,
        isStaff: from === 'staff',
        name: from === 'staff' && !isStaff ? label : sender,
      })),
      isRead,
      canWrite,
      bid: subjectOf(bid, currentUser),
    };
  });

  registerRoute(app, calls.updateChatStatus, async ({ body, currentUser }) => {
    const { side } = await openOwnChat(db, currentUser, body.bidId);
    await markRead(db, body.bidId, side, body.messageId);
    return { success: true as const };
  });

  registerRoute(app, calls.saveChat, ({ body, currentUser, request }) =>
    saveMessage(database, currentUser, {
      bidId: body.bidId,
      text: body.comment,
      repeat: idempotencyKey(request, currentUser),
    }),
  );

  registerRoute(app, calls.chatTemplates, async ({ query, currentUser }) => {
    const { bid } = await openChat(db, currentUser, query.bidId);
    const { items } = await viewTemplates(db);
    return items.map((text) => ({
      label: text[languageKey(currentUser.language)],
      text: text[languageKey(bid.language)],
    }));
  });

  registerRoute(app, templateCalls.listTemplates, () => viewTemplates(db));

  registerRoute(app, templateCalls.saveTemplates, async ({ body }) => {
    await saveTemplates(database, body);
    return { success: true as const };
  });
}

const languageKey = (language: number | null) => (language === LANGUAGE.ru ? 'ru' : 'en');

const subjectOf = (bid: ChatBid, currentUser: CurrentUser) => ({
  lotId: String(bid.lotId),
  lotNo: bid.lotNo,
  auctionName: bid.house,
  auctionDate: bid.timeKnown ? japanIso(bid.auctionAt) : bid.auctionDay,
  maker: bid.maker,
  model: bid.model,
  year: bid.year,
  chassis: bid.chassis,
  user: bid.clientId === currentUser.userId ? null : { name: bid.clientName, clientId: clientCode(bid.clientId) },
});

/** The message templates, with the version that a change must name. */
async function viewTemplates(db: Db | Tx): Promise<templateCalls.ChatTemplates> {
  const { chatTemplates } = await readSettings(db);
  return {
    items: [...(chatTemplates ?? TEMPLATES)],
    isBuiltIn: chatTemplates === null,
    version: versionOf(chatTemplates),
  };
}

/** Replaces all message templates; an equal list changes nothing. Throws Chat.TemplatesChanged if they changed since `version`. */
const saveTemplates = ({ db }: Database, { items, version }: BodyOf<typeof templateCalls.saveTemplates>) =>
  db.transaction().execute(async (tx) => {
    await lockTemplates(tx);
    const { chatTemplates } = await readSettings(tx);
    if (versionOf(chatTemplates) === versionOf(items)) return;
    if (versionOf(chatTemplates) !== version) throw new ApiError('Chat.TemplatesChanged');
    if (items === null) await deleteSetting(tx, 'chatTemplates');
    else await saveSettings(tx, { chatTemplates: items });
  });

// Hashes tuples, not objects, since the order of stored keys may vary.
const versionOf = (items: readonly { en: string; ru: string }[] | null): string =>
  createHash('sha256')
    .update(JSON.stringify(items?.map(({ en, ru }) => [en, ru]) ?? null))
    .digest('hex')
    .slice(0, 16);
