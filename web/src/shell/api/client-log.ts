import { ApiError } from './api.ts';

/** One line in the log of the browser for what did not load; the page itself says it in words, never in a dialog. */
export function logFailure(what: string, error: unknown): void {
  const cause = error instanceof ApiError ? [error.code, error.requestId].filter(Boolean).join(' ') : String(error);
  console.warn(`${what} did not load: ${cause}`);
}
