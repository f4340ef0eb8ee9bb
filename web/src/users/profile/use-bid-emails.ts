import { updateSetting } from '@seri/contract/users/routes.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { call } from '../../shell/api/api.ts';
import { languageId, languageOfId } from '../../shell/i18n/i18n.ts';
import { changeProfile, SETTINGS_SCOPE, sessionQuery, useSession } from '../../shell/session/session.ts';
import { showFailure } from '../../shell/toast.tsx';
import { DELAY_MS } from '../../ui/theme/delays.ts';

/**
 * Setting for emails about bids: applies everywhere at once, and is saved 400 ms after the last change, or immediately
 * when the page or the tab is left. A refusal restores the previous value.
 */
export function useBidEmails() {
  const client = useQueryClient();
  const isOn = useSession().detail.bidEmailNotify;
  const saved = useRef(isOn);
  const waiting = useRef<{ wanted: boolean; timer: ReturnType<typeof setTimeout> } | null>(null);
  const saving = useMutation({
    scope: SETTINGS_SCOPE,
    mutationFn: (bidEmailNotify: boolean) => {
      // Read at save time, not at render time: the language may have changed a moment ago.
      const language = languageId(languageOfId(client.getQueryData(sessionQuery.queryKey)?.detail.language ?? null));
      return call(updateSetting, { body: { bidEmailNotify, language }, keepalive: true });
    },
    onSuccess: (_reply, bidEmailNotify) => {
      saved.current = bidEmailNotify;
    },
    onError: (error) => {
      if (!waiting.current) changeProfile(client, { bidEmailNotify: saved.current });
      showFailure(error);
    },
  });
  const send = () => {
    if (!waiting.current) return;
    const { wanted: isEnabled, timer } = waiting.current;
    clearTimeout(timer);
    waiting.current = null;
    saving.mutate(isEnabled);
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
    choose: (isEnabled: boolean) => {
      if (waiting.current) clearTimeout(waiting.current.timer);
      else if (!saving.isPending) saved.current = isOn;
      // The save includes the language, which may change before the delay is over.
      changeProfile(client, { bidEmailNotify: isEnabled });
      if (!saving.isPending) saving.reset();
      waiting.current = { wanted: isEnabled, timer: setTimeout(send, DELAY_MS.notification) };
    },
  };
}
