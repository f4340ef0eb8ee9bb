import { bidLogs } from '@seri/contract/bids/routes.ts';
import { type Chat, chatTemplates, updateChatStatus, viewChat } from '@seri/contract/chat/routes.ts';
import { listTemplates } from '@seri/contract/chat/template-routes.ts';
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../shell/api/api.ts';
import { countersQuery } from '../shell/live/counters.ts';

const TEMPLATES_STALE_MS = 10 * 60_000;

export const chatQueries = {
  /** The prefix a message of somebody else invalidates: the stream tells of it, or the poll in its place. */
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
  /** As managers change them. */
  allTemplates: () =>
    queryOptions({
      queryKey: [...chatQueries.all, 'templates', 'all'],
      queryFn: ({ signal }) => call(listTemplates, { signal }),
    }),
};

/** Rows show the last line and what is unread, the menu counts it. */
export const refreshMarks = (client: QueryClient) =>
  Promise.all([
    client.invalidateQueries({ queryKey: ['bids', 'list'] }),
    client.invalidateQueries({ queryKey: countersQuery.queryKey }),
  ]);

export const changeChat = (client: QueryClient, bidId: number, change: (chat: Chat) => Partial<Chat>) =>
  client.setQueryData(chatQueries.chat(bidId).queryKey, (chat) => chat && { ...chat, ...change(chat) });

/** What the reader has before him is read; what comes meanwhile is not. */
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
