import type { ReplyOf, RouteSpec } from '@seri/contract/http.ts';
import type { QueryClient } from '@tanstack/react-query';
import { ApiError, call } from '../api/api.ts';
import type { Input } from './kept-changes.ts';

export const KEPT = Symbol('kept');

// A module cannot load without a network, so it loads after the first page.
const loadKeeper = () => import('./kept-changes.ts');

/**
 * Makes a call, or keeps it for later when there is no network; returns `KEPT` then. `subject` names what it changes,
 * such as `favorites.123`. Only for changes without money. Throws `ApiError` for every other failure.
 */
export async function callOrKeep<S extends RouteSpec>(
  client: QueryClient,
  subject: string,
  spec: S,
  input: Input<S>,
): Promise<ReplyOf<S> | typeof KEPT> {
  try {
    return await call(spec, input as Parameters<typeof call<S>>[1]);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'Offline') throw error;
    (await loadKeeper()).keepChange(client, { subject, spec, input, failure: error });
    return KEPT;
  }
}
