/**
 * Cost classes of the portal's routes. Each limits the units a minute of one person, one network of anonymous visitors
 * or one service token; the company setting `callsPerMinute` holds the limits.
 *
 * - `read`, `write`, `search`: calls of the contract. Managers write from `managerWrite`, programs call from `service`.
 * - `file`: documents and exports (PDF, CSV, ZIP, documents of purchases, calendars).
 * - `page`: web pages, with the preloaded replies inside them.
 * - `picture`: photos, auction sheets, icons, and the scripts and styles of the web app.
 * - `probe`: requests of load balancers and monitors (`/healthz`, `/readyz`, `/metrics`).
 * - `auth`: calls that count their own attempts by address, account or code (login, sign-up, access codes).
 * - `none`: calls that end a session and must always work.
 */
export const BUDGETS = ['read', 'write', 'search', 'file', 'page', 'picture', 'probe', 'auth', 'none'] as const;
export type Budget = (typeof BUDGETS)[number];

/** Budgets that are counted in front of every route. */
export type CountedBudget = Exclude<Budget, 'auth' | 'none'>;
