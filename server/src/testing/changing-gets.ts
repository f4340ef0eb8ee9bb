/**
 * GETs whose path is shown in the specification and which change something all the same (decisions D6.9, D7.1). Stands
 * apart from the list of same-site.ts, so that a call missing there is found.
 */
export const CHANGING_GETS = [
  '/v1/auth/update',
  '/v1/auth/reset-password',
  '/v1/auction/password',
  '/v1/stock/password',
  '/v1/stats/password',
  '/v1/share/password',
];
