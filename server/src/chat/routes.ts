import { USER_TYPE } from '@seri/contract/auth/permissions.ts';
import * as calls from '@seri/contract/chat/routes.ts';
import * as templateCalls from '@seri/contract/chat/template-routes.ts';
import { LANGUAGE } from '@seri/contract/users/routes.ts';
import type { FastifyInstance } from 'fastify';
import type { Viewer } from '../platform/calls/current-user.ts';
import { readSettings } from '../platform/company-settings.ts';
import type { Database } from '../platform/db/db.ts';
import { repeatKey, serve } from '../platform/http/register-route.ts';
import { japanIso } from '../platform/i18n/japan-time.ts';
import { openChat, openOwnChat } from './open-chat.ts';
import { type ChatBid, findMessages, isChatRead, markRead } from './queries.ts';
import { saveMessage } from './save-message.ts';
import { saveTemplates, viewTemplates } from './save-templates.ts';

/** What client and managers write to each other about a bid. */
export function chatRoutes(app: FastifyInstance, database: Database): void {
  const { db } = database;

  serve(app, calls.viewChat, async ({ query, viewer }) => {
    const { bid, side, canWrite } = await openChat(db, viewer, query.bidId);
    const [messages, isRead, { managerLabel }] = await Promise.all([
      findMessages(db, query.bidId),
      // What a dealer reads along is not his to have read.
      !canWrite || isChatRead(db, query.bidId, side),
      readSettings(db),
    ]);
    const isStaff = viewer.userType === USER_TYPE.manager;
    const label = managerLabel[wordsOf(viewer.language)];
    return {
      chat: messages.map(({ id, text, sentAt, senderId, sender, side: from }) => ({
        id,
        text,
        time: sentAt.toISOString(),
        isOwn: senderId === viewer.userId,
        isStaff: from === 'staff',
        name: from === 'staff' && !isStaff ? label : sender,
      })),
      isRead,
      canWrite,
      bid: subjectOf(bid, viewer),
    };
  });

  serve(app, calls.updateChatStatus, async ({ body, viewer }) => {
    const { side } = await openOwnChat(db, viewer, body.bidId);
    await markRead(db, body.bidId, side, body.messageId);
    return { success: true as const };
  });

  serve(app, calls.saveChat, ({ body, viewer, request }) =>
    saveMessage(database, viewer, { bidId: body.bidId, text: body.comment, repeat: repeatKey(request, viewer) }),
  );

  serve(app, calls.chatTemplates, async ({ query, viewer }) => {
    const { bid } = await openChat(db, viewer, query.bidId);
    const { items } = await viewTemplates(db);
    return items.map((text) => ({
      label: text[wordsOf(viewer.language)],
      text: text[wordsOf(bid.language)],
    }));
  });

  serve(app, templateCalls.listTemplates, () => viewTemplates(db));

  serve(app, templateCalls.saveTemplates, async ({ body }) => {
    await saveTemplates(database, body);
    return { success: true as const };
  });
}

const wordsOf = (language: number | null) => (language === LANGUAGE.ru ? 'ru' : 'en');

const subjectOf = (bid: ChatBid, viewer: Viewer) => ({
  lotId: String(bid.lotId),
  lotNo: bid.lotNo,
  auctionName: bid.house,
  auctionDate: bid.timeKnown ? japanIso(bid.auctionAt) : bid.auctionDay,
  maker: bid.maker,
  model: bid.model,
  year: bid.year,
  chassis: bid.chassis,
  user:
    bid.clientId === viewer.userId
      ? null
      : { name: bid.clientName, clientId: `C-${String(bid.clientId).padStart(4, '0')}` },
});
