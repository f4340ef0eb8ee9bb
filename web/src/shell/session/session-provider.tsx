import { type ReactNode, useMemo } from 'react';
import { SessionContext, type SessionState, useWatchedSession } from './session.ts';

/** Provides the session to all components below. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const { status, session } = useWatchedSession();
  const state = useMemo(() => ({ status, session }) as SessionState, [status, session]);
  return <SessionContext value={state}>{children}</SessionContext>;
}
