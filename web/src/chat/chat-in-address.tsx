import { lazy, Suspense, useState } from 'react';
import { withAllTexts } from '../shell/i18n/i18n.ts';
import { useOpenedAfterMount } from '../ui/overlays/use-opened-after-mount.ts';
import { useChatAddress } from './chat-address.ts';

const Window = lazy(
  withAllTexts(() => import('./chat-window.tsx').then(({ ChatWindow }) => ({ default: ChatWindow }))),
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
