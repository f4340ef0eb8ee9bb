import { useRouter, useSearch } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { withAllTexts } from '../shell/i18n/i18n.ts';
import { lazyPart } from '../ui/loading/lazy-part.tsx';
import { useOpenedAfterMount } from '../ui/overlays/use-opened-after-mount.ts';

const Window = lazyPart(
  withAllTexts(() => import('./chat-window.tsx')),
  'ChatWindow',
);

/** The chat of the bid in the address (`?chat=901`), over any page. */
export function ChatInAddress() {
  const { bidId, close } = useChatAddress();
  const opened = useOpenedAfterMount(bidId !== null);
  // Keep the last content while the window closes.
  const [shown, setShown] = useState<number | null>(null);
  if (opened && bidId !== null && bidId !== shown) setShown(bidId);
  if (shown === null) return null;
  return (
    <Suspense>
      <Window key={shown} bidId={shown} opened={opened} onClose={close} />
    </Suspense>
  );
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** True if the history entry was made by opening a chat over the previous page. */
    chatOpenedHere?: boolean;
    /** The part of the window that was asked for. */
    chatPart?: 'chat' | 'history';
  }
}

/** The bid whose chat is in the address, and the function that closes it. */
function useChatAddress() {
  const router = useRouter();
  const { chat } = useSearch({ strict: false }) as { chat?: unknown };
  const bidId = Number(chat);
  return {
    bidId: Number.isSafeInteger(bidId) && bidId > 0 ? bidId : null,
    close: () => {
      if (router.state.location.state.chatOpenedHere) return router.history.back();
      void router.navigate({
        to: '.',
        search: ((before: object) => ({ ...before, chat: undefined })) as never,
        replace: true,
        resetScroll: false,
      });
    },
  };
}
