import { saveChat } from '@seri/contract/chat/routes.ts';
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { errorText } from '../shell/api/error-text.ts';
import { newKey } from '../shell/api/idempotent-mutation.ts';
import { serverNow } from '../shell/i18n/clock.ts';
import { t } from '../shell/i18n/i18n.ts';
import { callOrKeep, KEPT } from '../shell/offline/call-or-keep.ts';
import { useSession } from '../shell/session/session.ts';
import { DELAY_MS } from '../ui/theme/delays.ts';
import { changeChat, chatQueries, refreshMarks } from './queries.ts';
import { readDraft, writeDraft } from './stored-drafts.ts';

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
  const { fullName, userId, userType } = useSession().detail;
  const queryKey = [...chatQueries.all, 'own', bidId];
  const { data: own = NOTHING } = useQuery<Own>({
    ...{ queryKey, queryFn: skipToken, gcTime: Number.POSITIVE_INFINITY },
    initialData: () => ({ ...NOTHING, draft: readDraft(userId, bidId) }),
  });
  const change = (patch: (before: Own) => Partial<Own>) => {
    const after = client.setQueryData<Own>(queryKey, (before = NOTHING) => ({ ...before, ...patch(before) }));
    writeDraft(userId, bidId, after?.draft ?? '');
  };
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
      const input = { body: { bidId, comment: text }, idempotencyKey: key };
      const reply = await callOrKeep(client, `chat.${key}`, saveChat, input);
      if (reply === KEPT) return put({ ...message, failure: t('chat.kept') });
      const { id, time } = reply;
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

  // The same keys as those of the kept messages, so the server stores each once.
  const sendAgain = useEffectEvent(() => {
    if (!navigator.onLine) return;
    for (const message of own.unsent) if (message.failure !== null) void attempt(message);
  });
  useEffect(() => {
    const leave = new AbortController();
    addEventListener('online', () => sendAgain(), { signal: leave.signal });
    sendAgain();
    return () => leave.abort();
  }, []);

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
