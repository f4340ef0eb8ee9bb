import { ChatInAddress } from '../chat/chat-in-address.tsx';
import { Layout } from '../shell/layout/layout.tsx';
import { useSessionState } from '../shell/session/session.ts';

/** Frame of every screen for signed-in users, with the chat from the address on top. */
export function PortalFrame() {
  const { session } = useSessionState();
  return (
    <>
      <Layout />
      {session && !session.secondFactorNeeded && <ChatInAddress />}
    </>
  );
}
