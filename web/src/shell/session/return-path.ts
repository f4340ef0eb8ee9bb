import { isOwnPath } from '@seri/contract/addresses.ts';

/** The address to come back to after logging in: only a path of this app, and not an auth page; else null. */
export function safeReturnPath(wanted: unknown): string | null {
  if (typeof wanted !== 'string' || wanted.length > 2_000 || !isOwnPath(wanted)) return null;
  return /^\/auth(\/|\?|#|$)/.test(wanted) ? null : wanted;
}

/** Search parameters of the log-in page. The key is always set: one left out keeps its unchecked value in the router. */
export const loginSearch = (search: Record<string, unknown>): { returnTo?: string | undefined } => ({
  returnTo: safeReturnPath(search.returnTo) ?? undefined,
});

/** Search parameters of a page that a mail links to. */
export const linkSearch = (search: Record<string, unknown>): { token?: string | undefined } => ({
  token: typeof search.token === 'string' && search.token.length <= 100 ? search.token : undefined,
});
