import { ChatInAddress } from '../chat/chat-in-address.tsx';
import { Layout } from '../shell/layout/layout.tsx';
import { useSessionState } from '../shell/session/session.ts';

/** Every screen for who is signed in, and over it the chat its address names. */
export function PortalFrame() {
  const { session } = useSessionState();
  return (
    <>
      <Layout />
      {session && !session.secondFactorNeeded && <ChatInAddress />}
    </>
  );
}
