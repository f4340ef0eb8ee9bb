import { bidLogs } from '@seri/contract/bids/routes.ts';
import { type Chat, chatTemplates, updateChatStatus, viewChat } from '@seri/contract/chat/routes.ts';
import { listTemplates } from '@seri/contract/chat/template-routes.ts';
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../shell/api/api.ts';
import { countersQuery } from '../shell/live/counters.ts';

const TEMPLATES_STALE_MS = 10 * 60_000;

export const chatQueries = {
  /** Prefix for invalidation after a message of the other side, through the live stream or polling. */
  all: ['chat'] as const,
  chat: (bidId: number) =>
    queryOptions({
      queryKey: [...chatQueries.all, 'messages', bidId],
      queryFn: ({ signal }) => call(viewChat, { query: { bidId }, signal }),
    }),
  history: (bidId: number) =>
    queryOptions({
      queryKey: [...chatQueries.all, 'history', bidId],
      queryFn: ({ signal }) => call(bidLogs, { query: { bidId }, signal }),
    }),
  templates: (bidId: number) =>
    queryOptions({
      queryKey: [...chatQueries.all, 'templates', bidId],
      queryFn: ({ signal }) => call(chatTemplates, { query: { bidId }, signal }),
      staleTime: TEMPLATES_STALE_MS,
    }),
  /** Templates as managers edit them. */
  allTemplates: () =>
    queryOptions({
      queryKey: [...chatQueries.all, 'templates', 'all'],
      queryFn: ({ signal }) => call(listTemplates, { signal }),
    }),
};

/** Refetches the last message and unread count of rows, and the counter of the menu. */
export const refreshMarks = (client: QueryClient) =>
  Promise.all([
    client.invalidateQueries({ queryKey: ['bids', 'list'] }),
    client.invalidateQueries({ queryKey: countersQuery.queryKey }),
  ]);

export const changeChat = (client: QueryClient, bidId: number, change: (chat: Chat) => Partial<Chat>) =>
  client.setQueryData(chatQueries.chat(bidId).queryKey, (chat) => chat && { ...chat, ...change(chat) });

/** Marks the messages on the screen as read; messages that arrive meanwhile stay unread. */
export function useMarkRead(bidId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (messageId: number) => call(updateChatStatus, { body: { bidId, messageId } }),
    onSuccess: (_, messageId) => {
      changeChat(client, bidId, ({ chat }) => ({ isRead: chat.at(-1)?.id === messageId }));
      return refreshMarks(client);
    },
  }).mutate;
}
