import { isOwnPath } from '@seri/contract/addresses.ts';

/** Address to return to after login: only a path of this app that is not an auth page; otherwise null. */
export function safeReturnPath(path: unknown): string | null {
  if (typeof path !== 'string' || path.length > 2_000 || !isOwnPath(path)) return null;
  return /^\/auth(\/|\?|#|$)/.test(path) ? null : path;
}

/** Search parameters of the login page. Always set the key: the router keeps the unchecked value of a missing one. */
export const loginSearch = (search: Record<string, unknown>): { returnTo?: string | undefined } => ({
  returnTo: safeReturnPath(search.returnTo) ?? undefined,
});

/** Search parameters of a page that emails link to. */
export const linkSearch = (search: Record<string, unknown>): { token?: string | undefined } => ({
  token: typeof search.token === 'string' && search.token.length <= 100 ? search.token : undefined,
});
