import { subscribePush } from '@seri/contract/channels/routes.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../shell/api/api.ts';
import { isAppleTouch } from '../shell/hints/install-prompt.ts';
import { showFailure } from '../shell/toast.tsx';
import { channelQueries } from './queries.ts';

/** Whether this browser can receive pushes: `install` on an iPhone or iPad, where only an installed app can. */
export function pushSupport(): 'yes' | 'install' | 'denied' | 'no' {
  if (!('serviceWorker' in navigator) || !('PushManager' in globalThis) || !('Notification' in globalThis))
    return isAppleTouch() && !matchMedia('(display-mode: standalone)').matches ? 'install' : 'no';
  return Notification.permission === 'denied' ? 'denied' : 'yes';
}

/** Asks for permission and subscribes this browser; only after a tap, because browsers refuse other requests. */
export function useSubscribePush(pushKey: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (): Promise<'done' | 'denied'> => {
      if ((await Notification.requestPermission()) !== 'granted') return 'denied';
      const { pushManager } = await navigator.serviceWorker.ready;
      // The key changes with the portal's secret key; a subscription under another one receives nothing.
      const before = await pushManager.getSubscription();
      if (before && !isUnder(before, pushKey)) await before.unsubscribe();
      const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: pushKey });
      const { endpoint, keys } = subscription.toJSON();
      const body = { endpoint: endpoint ?? '', p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' };
      await call(subscribePush, { body }).catch(async (error: unknown) => {
        await subscription.unsubscribe();
        throw error;
      });
      return 'done';
    },
    onError: showFailure,
    onSettled: () => client.invalidateQueries({ queryKey: channelQueries.view.queryKey }),
  });
}

/** Ends the subscription of this browser; the server removes its address separately. */
export async function unsubscribePush(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  const subscription = await registration?.pushManager?.getSubscription();
  await subscription?.unsubscribe();
}

function isUnder({ options }: PushSubscription, pushKey: string): boolean {
  const key = options.applicationServerKey;
  if (!key) return false;
  const text = btoa(String.fromCharCode(...new Uint8Array(key)));
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '') === pushKey;
}
