import { type Flag, menuOf, type Permissions } from '@seri/contract/auth/permissions.ts';
import { logout } from '@seri/contract/auth/session-routes.ts';
import { PAGE_RULES } from '@seri/contract/lots/page-types.ts';
import { type Profile, type Session, viewProfile } from '@seri/contract/users/routes.ts';
import { type QueryClient, type QueryObserverResult, queryOptions, useQuery } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { ApiError, call } from '../api/api.ts';
import { initialData } from '../api/initial-data.ts';
import { setSessionLost } from '../api/session-refresh.ts';
import { removeStored } from '../i18n/storage.ts';

const SESSION_KEY = ['session'] as const;

/** The signed-in user, null without one; invalidated by changes of balance or bids. */
export const sessionQuery = queryOptions<Session | null>({
  queryKey: SESSION_KEY,
  queryFn: async ({ client, signal }) => {
    try {
      return await call(viewProfile, { query: {}, signal });
    } catch (error) {
      // A session that ends while a page is open stays in view below the session-expired dialog.
      const isAnonymous = error instanceof ApiError && error.code === 'Auth.SignedOut';
      if (isAnonymous && !client.getQueryData(SESSION_KEY)) return null;
      throw error;
    }
  },
  staleTime: 30_000,
  ...(initialData.session === undefined ? {} : { initialData: initialData.session }),
});

type SessionQueryState = QueryObserverResult<Session | null>;
export type SessionState =
  | { status: 'unknown' | 'loading' | 'anonymous'; session: null }
  | { status: 'authenticated'; session: Session };

/** Unknown, loading, a user or nobody (business-rules.md#session-status). */
export function sessionStateOf({ data, fetchStatus }: Pick<SessionQueryState, 'data' | 'fetchStatus'>): SessionState {
  if (data) return { status: 'authenticated', session: data };
  if (data === null) return { status: 'anonymous', session: null };
  return { status: fetchStatus === 'fetching' ? 'loading' : 'unknown', session: null };
}

/** State that {@link useSessionState} returns; one observer for the page instead of one for each row of a list. */
export const SessionContext = createContext<SessionState>({ status: 'unknown', session: null });

/** Watches the session; once, for the {@link SessionContext} of the page. */
export const useWatchedSession = (): SessionState => sessionStateOf(useQuery(sessionQuery));
export const useSessionState = (): SessionState => use(SessionContext);

/** The signed-in user; only below a guarded route, which always has one. */
export function useSession(): Session {
  const { session } = useSessionState();
  if (!session) throw new ApiError('Auth.SignedOut', 401);
  return session;
}

export const useMay = (flag: Flag): boolean => useSession().permissions[flag];
export const menuOfSession = (session: Session) => menuOf(session.detail);

/** Number of a client on every screen: `C-0017`. */
export const clientNumber = (userId: number): string => `C-${String(userId).padStart(4, '0')}`;

export interface Requirement {
  /** All of them are required. */
  flags?: readonly Flag[];
  /** One of them is enough. */
  anyFlag?: readonly Flag[];
  userType?: number;
  roleId?: number;
}

/** Two ways to check flags (business-rules.md#all-or-any-flags). */
const requireAll = (flags: readonly Flag[], permissions: Permissions): boolean =>
  flags.every((flag) => permissions[flag]);
const requireAny = (flags: readonly Flag[], permissions: Permissions): boolean =>
  flags.some((flag) => permissions[flag]);

export const satisfies = (session: Session, { flags = [], anyFlag, userType, roleId }: Requirement): boolean =>
  requireAll(flags, session.permissions) &&
  (anyFlag === undefined || requireAny(anyFlag, session.permissions)) &&
  (userType === undefined || session.detail.userType === userType) &&
  (roleId === undefined || session.detail.roleId === roleId);

const LANDING_PAGES = (['car-auction', 'stock', 'stats', 'bikes'] as const).map((pageType) => PAGE_RULES[pageType]);

/** The first listing a user may see (business-rules.md#landing-page); the profile is always allowed. */
export const homeOf = (session: Session): string => {
  const home = LANDING_PAGES.find(({ flag }) => session.permissions[flag]);
  return home ? `/${home.path}` : '/profile';
};

/**
 * Page after login without a requested address (business-rules.md#landing-page): users with the manager menu land on
 * the bid manager, all others on the first listing they may see.
 */
export const landingOf = (session: Session): string =>
  menuOfSession(session) === 'manager' ? '/bid-manager' : homeOf(session);

/** Serialises saves of a user's settings. Each save sends all settings, so they must reach the server in order. */
export const SETTINGS_SCOPE = { id: 'settings' };

/** Applies a change to the cached profile, without a call. */
export function changeProfile(client: QueryClient, changes: Partial<Profile>): void {
  client.setQueryData(sessionQuery.queryKey, (session) =>
    session ? { ...session, detail: { ...session.detail, ...changes } } : session,
  );
}

/** Removes all cached data of the user; the caller then opens the login page. */
export function clearUserData(client: QueryClient): void {
  // Keep the session itself in the cache, as null, so that its observers see the logout.
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_KEY[0] });
  client.getMutationCache().clear();
  client.setQueryData(SESSION_KEY, null);
  setSessionLost(false);
  // Changes and texts that this account made without a network.
  removeStored('keptChanges');
  removeStored('chatDrafts');
}

export async function endSession(client: QueryClient): Promise<void> {
  // `keepalive` completes the logout if the page closes at once.
  await call(logout, { keepalive: true });
  clearUserData(client);
}
