import { type Flag, menuOf, type Permissions } from '@seri/contract/auth/permissions.ts';
import { logout } from '@seri/contract/auth/routes.ts';
import { type Session, viewProfile } from '@seri/contract/users/routes.ts';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { ApiError, call } from './api.ts';
import { boot } from './boot.ts';
import { setSessionLost } from './session-refresh.ts';

const SESSION_KEY = ['session'] as const;

/** The signed-in person, null when there is none; whoever changes balance or bids invalidates it. */
export const sessionQuery = queryOptions<Session | null>({
  queryKey: SESSION_KEY,
  queryFn: async ({ client, signal }) => {
    try {
      return await call(viewProfile, { query: {}, signal });
    } catch (error) {
      // A session that ends while a page is open stays in view below the session-expired window.
      const isAnonymous = error instanceof ApiError && error.code === 'Auth.SignedOut';
      if (isAnonymous && !client.getQueryData(SESSION_KEY)) return null;
      throw error;
    }
  },
  staleTime: 30_000,
  ...(boot.session ? { initialData: boot.session } : {}),
});

export type SessionState =
  | { status: 'unknown' | 'loading' | 'anonymous'; session: null }
  | { status: 'authenticated'; session: Session };

/** Session status of platform section 4. */
export function useSessionState(): SessionState {
  const { data, fetchStatus } = useQuery(sessionQuery);
  if (data) return { status: 'authenticated', session: data };
  if (data === null) return { status: 'anonymous', session: null };
  return { status: fetchStatus === 'fetching' ? 'loading' : 'unknown', session: null };
}

/** The signed-in person; only below a guarded route, where there always is one. */
export function useSession(): Session {
  const { session } = useSessionState();
  if (!session) throw new ApiError('Auth.SignedOut', 401);
  return session;
}

export const useMay = (flag: Flag): boolean => useSession().permissions[flag];
export const menuOfSession = (session: Session) => menuOf(session.detail);

/** How a client is called on every screen: `C-0017`. */
export const clientNumber = (userId: number): string => `C-${String(userId).padStart(4, '0')}`;

export interface Requirement {
  flags?: readonly Flag[];
  userType?: number;
}

/** Every flag is needed (decisions D3.7). */
const requireAll = (flags: readonly Flag[], permissions: Permissions): boolean =>
  flags.every((flag) => permissions[flag]);

export const meets = (session: Session, { flags = [], userType }: Requirement): boolean =>
  requireAll(flags, session.permissions) && (userType === undefined || session.detail.userType === userType);

/** First allowed page of a person who has just signed in (decisions D3.11). */
export const homeOf = (session: Session): '/car-auction' | '/profile' =>
  session.permissions.carAuctionsView ? '/car-auction' : '/profile';

/** Forgets everything that belongs to the person; the caller then leads to the log-in page. */
export function forgetPerson(client: QueryClient): void {
  client.clear();
  client.setQueryData(SESSION_KEY, null);
  setSessionLost(false);
}

export async function endSession(client: QueryClient): Promise<void> {
  await call(logout);
  forgetPerson(client);
}
