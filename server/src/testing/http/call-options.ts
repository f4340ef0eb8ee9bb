import { COOKIES, SECRET_KEY } from './auth-cookies.ts';

/** How long lists under test wait for the newest changes: on a slow machine as well, a lot is listed once it is stored. */
export const LIST_PATIENCE_MS = 60_000;

/** Options of `registerCalls` for a portal under test. */
export const CALL_OPTIONS = { cookies: COOKIES, secretKey: SECRET_KEY, listPatienceMs: LIST_PATIENCE_MS };
