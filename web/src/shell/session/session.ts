import { type Flag, menuOf, type Permissions } from '@seri/contract/auth/permissions.ts';
import { logout } from '@seri/contract/auth/routes.ts';
import { PAGE_RULES } from '@seri/contract/lots/page-types.ts';
import { type Profile, type Session, viewProfile } from '@seri/contract/users/routes.ts';
import { type QueryClient, type QueryObserverResult, queryOptions, useQuery } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { ApiError, call } from '../api/api.ts';
import { initialData } from '../api/initial-data.ts';
import { setSessionLost } from '../api/session-refresh.ts';

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
  ...(initialData.session === undefined ? {} : { initialData: initialData.session }),
});

type Known = QueryObserverResult<Session | null>;
export type SessionState =
  | { status: 'unknown' | 'loading' | 'anonymous'; session: null }
  | { status: 'authenticated'; session: Session };

/** Unknown, loading, a person or nobody (business-rules.md#session-status). */
export function sessionStateOf({ data, fetchStatus }: Pick<Known, 'data' | 'fetchStatus'>): SessionState {
  if (data) return { status: 'authenticated', session: data };
  if (data === null) return { status: 'anonymous', session: null };
  return { status: fetchStatus === 'fetching' ? 'loading' : 'unknown', session: null };
}

/** What {@link useSessionState} answers below it; one observer for the page instead of one for each row of a list. */
export const SessionContext = createContext<SessionState>({ status: 'unknown', session: null });

/** Watches the session; once, for the {@link SessionContext} of the page. */
export const useWatchedSession = (): SessionState => sessionStateOf(useQuery(sessionQuery));
export const useSessionState = (): SessionState => use(SessionContext);

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
  /** All of them are needed. */
  flags?: readonly Flag[];
  /** One of them is enough. */
  anyFlag?: readonly Flag[];
  userType?: number;
  roleId?: number;
}

/** The two ways of asking for flags (business-rules.md#all-or-any-flags). */
const requireAll = (flags: readonly Flag[], permissions: Permissions): boolean =>
  flags.every((flag) => permissions[flag]);
const requireAny = (flags: readonly Flag[], permissions: Permissions): boolean =>
  flags.some((flag) => permissions[flag]);

export const meets = (session: Session, { flags = [], anyFlag, userType, roleId }: Requirement): boolean =>
  requireAll(flags, session.permissions) &&
  (anyFlag === undefined || requireAny(anyFlag, session.permissions)) &&
  (userType === undefined || session.detail.userType === userType) &&
  (roleId === undefined || session.detail.roleId === roleId);

const HOMES = (['car-auction', 'stock', 'stats', 'bikes'] as const).map((pageType) => PAGE_RULES[pageType]);

/** The first listing a person may see (business-rules.md#landing-page); the profile is always allowed. */
export const homeOf = (session: Session): string => {
  const home = HOMES.find(({ flag }) => session.permissions[flag]);
  return home ? `/${home.path}` : '/profile';
};

/**
 * Where a person lands after log-in when no page was asked for (business-rules.md#landing-page): everyone who has the manager menu on
 * the bid manager, everyone else on the first listing they may see.
 */
export const landingOf = (session: Session): string =>
  menuOfSession(session) === 'manager' ? '/bid-manager' : homeOf(session);

/** Saves of a person's settings, each of them all at once: they reach the server in their order. */
export const SETTINGS_SCOPE = { id: 'settings' };

/** The person's own record as it stands after a change, without asking for it again. */
export function changeProfile(client: QueryClient, changes: Partial<Profile>): void {
  client.setQueryData(sessionQuery.queryKey, (session) =>
    session ? { ...session, detail: { ...session.detail, ...changes } } : session,
  );
}

/** Forgets everything that belongs to the person; the caller then leads to the log-in page. */
export function forgetPerson(client: QueryClient): void {
  // The session itself stays in the cache, as nobody: whatever shows it hears that the person has gone.
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_KEY[0] });
  client.getMutationCache().clear();
  client.setQueryData(SESSION_KEY, null);
  setSessionLost(false);
}

export async function endSession(client: QueryClient): Promise<void> {
  // Who logs out and closes the page at once is logged out.
  await call(logout, { keepalive: true });
  forgetPerson(client);
}
