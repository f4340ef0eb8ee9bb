/**
 * Cost classes of the portal's routes. Each is a number of units that one person, one network of strangers or one
 * service token may use in a minute; the company setting `callsPerMinute` holds the numbers.
 *
 * - `read`, `write`, `search`: calls of the contract. Managers write from `managerWrite`, programs call from `service`.
 * - `file`: documents and exports (PDF, CSV, ZIP, papers of purchases, calendars).
 * - `page`: web pages, with the first answers that travel inside them.
 * - `picture`: photos, auction sheets, icons, and the scripts and styles of the web app.
 * - `probe`: what balancers and monitors ask (`/healthz`, `/readyz`, `/metrics`).
 * - `auth`: calls that count their own attempts, together with what was tried (log-in, sign-up, access codes).
 * - `none`: calls that end a session and must always work.
 */
export const BUDGETS = ['read', 'write', 'search', 'file', 'page', 'picture', 'probe', 'auth', 'none'] as const;
export type Budget = (typeof BUDGETS)[number];

/** Budgets whose units are counted by the gate in front of every route. */
export type CountedBudget = Exclude<Budget, 'auth' | 'none'>;
