import { ApiError } from './api.ts';

/** Logs a load failure to the console; the page itself shows a message, never a dialog. */
export function logFailure(what: string, error: unknown): void {
  const cause = error instanceof ApiError ? [error.code, error.requestId].filter(Boolean).join(' ') : String(error);
  console.warn(`${what} did not load: ${cause}`);
}
