import { QueryClient } from '@tanstack/react-query';
import { createMemoryHistory } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { createAppRouter } from './router.ts';

const router = createAppRouter(new QueryClient(), createMemoryHistory());
/** Route and parameters of an address; null for an unknown address. */
function routeOf(address: string): { route: string | null; params: Record<string, string> } {
  const [, params, found] = router.getMatchedRoutes(address);
  // An address with an unmatched rest belongs to no page.
  const route = found && !('**' in params) ? found.fullPath : null;
  return { route, params: { ...params } };
}

const STATIC = [
  '/',
  '/car-auction',
  '/oneprice',
  '/sales-statistic',
  '/bike-auctions',
  '/bike-statistics',
  '/compare',
  '/price-record',
  '/bids',
  '/dealer-bids',
  '/archive-bids',
  '/bid-manager',
  '/bid-manager/day',
  '/bid-manager/clients',
  '/bid-manager/deposits',
  '/bid-manager/estimates',
  '/bid-manager/imports',
  '/bid-manager/names',
  '/bid-manager/purchases',
  '/bid-manager/sheets',
  '/bid-manager/words',
  '/purchased-cars',
  '/payments',
  '/balance',
  '/profile',
  '/change-password',
  '/notifications',
  '/notifications/settings',
  '/second-factor',
  '/about',
  '/how-to-buy',
  '/make-an-order',
  '/dashboard',
  '/go-net',
  '/terms',
  '/privacy',
  '/auth/login',
  '/auth/sign-up',
  '/auth/forgot-password',
  '/auth/change-password',
  '/auth/second-factor',
  '/verify-email',
  '/demo/mail',
];

// @covers SHELL-06, SHELL-08
test.each(STATIC)('%s is a separate screen, with and without a trailing slash', (path) => {
  expect(routeOf(path)).toEqual({ route: path, params: {} });
  expect(routeOf(`${path === '/' ? '' : path}/`).route).toBe(path);
});

const SHARE_ID = 'k3v9q2m7x4t8r5pw';
const NUMBERED = [
  ['/car-auction/123', '/car-auction/$id', { id: '123' }],
  ['/oneprice/123', '/oneprice/$id', { id: '123' }],
  ['/sales-statistic/123', '/sales-statistic/$id', { id: '123' }],
  ['/bike-auctions/123', '/bike-auctions/$id', { id: '123' }],
  ['/bike-statistics/123', '/bike-statistics/$id', { id: '123' }],
  ['/passport/stats/123', '/passport/$pageType/$id', { pageType: 'stats', id: '123' }],
  ['/purchased-cars/P55', '/purchased-cars/$id', { id: 'P55' }],
  ['/favorites/A', '/favorites/$group', { group: 'A' }],
  ['/bid-manager/clients/17', '/bid-manager/clients/$id', { id: '17' }],
  ['/bid-manager/deposits/17', '/bid-manager/deposits/$id', { id: '17' }],
  ['/bid-manager/imports/9', '/bid-manager/imports/$id', { id: '9' }],
  ['/bid-manager/sheets/9', '/bid-manager/sheets/$id', { id: '9' }],
  ['/bid-manager/purchases/55', '/bid-manager/purchases/$id', { id: '55' }],
  [`/car-auction/share/${SHARE_ID}`, '/car-auction/share/$id', { id: SHARE_ID }],
  [`/oneprice/share/${SHARE_ID}`, '/oneprice/share/$id', { id: SHARE_ID }],
  [`/sales-statistic/share/${SHARE_ID}`, '/sales-statistic/share/$id', { id: SHARE_ID }],
  [`/bike-auctions/share/${SHARE_ID}`, '/bike-auctions/share/$id', { id: SHARE_ID }],
  [`/bike-statistics/share/${SHARE_ID}`, '/bike-statistics/share/$id', { id: SHARE_ID }],
] as const;
// @covers SHELL-07, SHELL-08
test.each(NUMBERED)('%s is a page of %s with its number as the last part', (address, route, params) => {
  expect(routeOf(address)).toEqual({ route, params });
});

// @covers SHELL-07
test('every route has a test case', () => {
  const listed = [...STATIC, ...NUMBERED.map(([, route]) => route)];
  const known = Object.values(router.routesByPath).map(({ fullPath }) => fullPath);
  expect(known.toSorted()).toEqual(listed.toSorted());
});

// @covers SHELL-07
test.each(['/stock-cars/5', '/invoices/5', '/purchased-cars/5/papers', '/bikes', '/favorites', '/bid-manager/other/5'])(
  '%s is no page',
  (address) => {
    expect(routeOf(address).route).toBeNull();
  },
);
