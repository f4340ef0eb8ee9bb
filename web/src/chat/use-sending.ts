import { saveChat } from '@seri/contract/chat/routes.ts';
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../shell/api/api.ts';
import { errorText } from '../shell/api/error-text.ts';
import { newKey } from '../shell/api/idempotent-mutation.ts';
import { serverNow } from '../shell/i18n/clock.ts';
import { useSession } from '../shell/session/session.ts';
import { DELAY_MS } from '../ui/theme/delays.ts';
import { changeChat, chatQueries, refreshMarks } from './queries.ts';

export interface Unsent {
  /** Idempotency key, the same for every retry, so that the server stores the message once. */
  key: string;
  text: string;
  time: string;
  /** Reason for the last failure; null while a request runs. */
  failure: string | null;
}

interface Own {
  draft: string;
  unsent: readonly Unsent[];
}

const NOTHING: Own = { draft: '', unsent: [] };

/** Messages sent in one chat that the server does not have yet; kept while the chat is closed. */
export function useSending(bidId: number) {
  const client = useQueryClient();
  const { fullName, userType } = useSession().detail;
  const queryKey = [...chatQueries.all, 'own', bidId];
  const { data: own = NOTHING } = useQuery<Own>({ queryKey, queryFn: skipToken, gcTime: Number.POSITIVE_INFINITY });
  const change = (patch: (before: Own) => Partial<Own>) =>
    client.setQueryData<Own>(queryKey, (before = NOTHING) => ({ ...before, ...patch(before) }));
  const put = (message: Unsent) =>
    change(({ unsent }) => ({
      unsent: unsent.some(({ key }) => key === message.key)
        ? unsent.map((each) => (each.key === message.key ? message : each))
        : [...unsent, message],
    }));

  const attempt = async (message: Unsent) => {
    const { key, text } = message;
    put({ ...message, failure: null });
    try {
      const { id, time } = await call(saveChat, { body: { bidId, comment: text }, idempotencyKey: key });
      const written = { id, text, time, isOwn: true, isStaff: userType === 3, name: fullName };
      // An answer requested before the message was stored would remove it again.
      await client.cancelQueries({ queryKey: chatQueries.chat(bidId).queryKey });
      changeChat(client, bidId, ({ chat }) => ({
        chat: chat.some((each) => each.id === id) ? chat : [...chat, written],
      }));
      change(({ unsent }) => ({ unsent: unsent.filter((each) => each.key !== key) }));
      void refreshMarks(client);
    } catch (error) {
      put({ ...message, failure: errorText(error) });
    }
  };

  return {
    ...own,
    isSending: own.unsent.some(({ failure }) => failure === null),
    type: (draft: string) => change(() => ({ draft })),
    send: (typed: string) => {
      const text = typed.trim();
      setTimeout(() => change(({ draft }) => (draft === typed ? { draft: '' } : {})), DELAY_MS.chatClear);
      return attempt({ key: newKey(), text, time: new Date(serverNow()).toISOString(), failure: null });
    },
    retry: attempt,
  };
}
export type Sending = ReturnType<typeof useSending>;
