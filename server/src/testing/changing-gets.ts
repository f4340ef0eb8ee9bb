/**
 * Published GETs that change something (business-rules.md#gets-that-change). Written down
 * apart from the contract, so that a call that is not marked there is found.
 */
export const CHANGING_GETS = [
  '/v1/auth/update',
  '/v1/auth/reset-password',
  '/v1/auction/password',
  '/v1/stock/password',
  '/v1/stats/password',
  '/v1/share/password',
  '/v1/car-auction/uss-images',
  '/v1/car-auction/image-translate',
  '/v1/car-auction/sheet-items',
];
