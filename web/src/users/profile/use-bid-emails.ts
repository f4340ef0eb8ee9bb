import { updateSetting } from '@seri/contract/users/routes.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { call } from '../../shell/api/api.ts';
import { languageId, languageOfId } from '../../shell/i18n/i18n.ts';
import { changeProfile, SETTINGS_SCOPE, sessionQuery, useSession } from '../../shell/session/session.ts';
import { showFailure } from '../../shell/toast.tsx';
import { DELAY_MS } from '../../ui/theme/delays.ts';

/**
 * Whether mails about bids are wanted: known everywhere at once, saved 400 ms after the last touch, and without waiting
 * when the page or the tab is left before. A refused save takes the choice back.
 */
export function useBidEmails() {
  const client = useQueryClient();
  const isOn = useSession().detail.bidEmailNotify;
  const kept = useRef(isOn);
  const waiting = useRef<{ wanted: boolean; timer: ReturnType<typeof setTimeout> } | null>(null);
  const saving = useMutation({
    scope: SETTINGS_SCOPE,
    mutationFn: (bidEmailNotify: boolean) => {
      // Read now, not when the page was drawn: the language may have been changed a moment ago.
      const language = languageId(languageOfId(client.getQueryData(sessionQuery.queryKey)?.detail.language ?? null));
      return call(updateSetting, { body: { bidEmailNotify, language }, keepalive: true });
    },
    onSuccess: (_reply, bidEmailNotify) => {
      kept.current = bidEmailNotify;
    },
    onError: (error) => {
      if (!waiting.current) changeProfile(client, { bidEmailNotify: kept.current });
      showFailure(error);
    },
  });
  const send = () => {
    if (!waiting.current) return;
    const { wanted, timer } = waiting.current;
    clearTimeout(timer);
    waiting.current = null;
    saving.mutate(wanted);
  };
  const sendBeforeLeaving = useEffectEvent(send);
  useEffect(() => {
    const leave = new AbortController();
    addEventListener('pagehide', () => sendBeforeLeaving(), { signal: leave.signal });
    return () => {
      leave.abort();
      sendBeforeLeaving();
    };
  }, []);
  return {
    isOn,
    isSaved: saving.isSuccess,
    choose: (wanted: boolean) => {
      if (waiting.current) clearTimeout(waiting.current.timer);
      else if (!saving.isPending) kept.current = isOn;
      // The language is saved together with this choice, and may be changed before the pause is over.
      changeProfile(client, { bidEmailNotify: wanted });
      if (!saving.isPending) saving.reset();
      waiting.current = { wanted, timer: setTimeout(send, DELAY_MS.notification) };
    },
  };
}
