import type { PageName } from '@seri/contract/company/pages.ts';
import type { FavoriteGroup } from '@seri/contract/favorites/routes.ts';
import { PAGE_RULES, type PageType } from '@seri/contract/lots/page-types.ts';
import type { ReviewFilter, ReviewScope } from '@seri/contract/sheets/review-search.ts';

/** Every link inside the app, as the router's link properties: `<Link {...paths.lot(id)}>`, `navigate(paths.lots())`. */
export const paths = {
  lots: () => ({ to: '/car-auction' }) as const,
  lot: (id: string) => ({ to: '/car-auction/$id', params: { id } }) as const,
  listing: (pageType: PageType) => ({ to: `/${PAGE_RULES[pageType].path}` }) as const,
  lotOn: (pageType: PageType, id: string) => ({ to: `/${PAGE_RULES[pageType].path}/$id`, params: { id } }) as const,
  passport: (pageType: PageType, id: string) => ({ to: '/passport/$pageType/$id', params: { pageType, id } }) as const,
  favorites: (group: FavoriteGroup) => ({ to: '/favorites/$group', params: { group } }) as const,
  /** Two to four lots to compare, each as `<page type>:<id>`. */
  compare: (lots: string[]) => ({ to: '/compare', search: { lot: lots } }) as const,
  myBids: () => ({ to: '/bids' }) as const,
  dealerBids: () => ({ to: '/dealer-bids' }) as const,
  bidHistory: () => ({ to: '/archive-bids' }) as const,
  bidManager: () => ({ to: '/bid-manager' }) as const,
  bidDay: () => ({ to: '/bid-manager/day' }) as const,
  clients: () => ({ to: '/bid-manager/clients' }) as const,
  client: (userId: number) => ({ to: '/bid-manager/clients/$id', params: { id: String(userId) } }) as const,
  deposits: () => ({ to: '/bid-manager/deposits' }) as const,
  clientMoney: (userId: number) => ({ to: '/bid-manager/deposits/$id', params: { id: String(userId) } }) as const,
  purchases: () => ({ to: '/bid-manager/purchases' }) as const,
  purchasesOf: (userId: number) => ({ to: '/bid-manager/purchases', search: { userId } }) as const,
  managedPurchase: (purchaseId: number) =>
    ({ to: '/bid-manager/purchases/$id', params: { id: String(purchaseId) } }) as const,
  estimates: () => ({ to: '/bid-manager/estimates' }) as const,
  feedNames: () => ({ to: '/bid-manager/names' }) as const,
  feedWords: () => ({ to: '/bid-manager/words' }) as const,
  feedImports: (state: 'sources' | 'all' | 'trouble' = 'sources') =>
    ({ to: '/bid-manager/imports', search: { state } }) as const,
  feedImport: (importId: number) => ({ to: '/bid-manager/imports/$id', params: { id: String(importId) } }) as const,
  sheetsReview: (filter: ReviewFilter = 'check', only: Omit<ReviewScope, 'filter'> = {}) =>
    ({ to: '/bid-manager/sheets', search: { filter, ...only } }) as const,
  sheetReview: (lotId: string, scope: ReviewScope = { filter: 'check' }) =>
    ({ to: '/bid-manager/sheets/$id', params: { id: lotId }, search: scope }) as const,
  priceRecord: () => ({ to: '/price-record' }) as const,
  purchasedCars: () => ({ to: '/purchased-cars' }) as const,
  purchasedCar: (id: string) => ({ to: '/purchased-cars/$id', params: { id } }) as const,
  payments: () => ({ to: '/payments' }) as const,
  notifications: () => ({ to: '/notifications' }) as const,
  channels: () => ({ to: '/notifications/settings' }) as const,
  profile: () => ({ to: '/profile' }) as const,
  balance: () => ({ to: '/balance' }) as const,
  changePassword: () => ({ to: '/change-password' }) as const,
  secondFactorSetup: () => ({ to: '/second-factor', search: {} }) as const,
  signUp: () => ({ to: '/auth/sign-up' }) as const,
  forgotPassword: () => ({ to: '/auth/forgot-password' }) as const,
  secondFactor: (returnTo?: string) => ({ to: '/auth/second-factor', search: returnTo ? { returnTo } : {} }) as const,
  demoMail: (id?: number) => ({ to: '/demo/mail', search: id === undefined ? {} : { id } }) as const,
  page: (name: PageName) => ({ to: `/${name}` }) as const,
  login: (returnTo?: string) => ({ to: '/auth/login', search: returnTo ? { returnTo } : {} }) as const,
};

/**
 * Address of a lot's page for links that open a new tab. They do not need the router, and seventy router links are
 * slow.
 */
export const lotAddress = (pageType: PageType, id: string): string => `/${PAGE_RULES[pageType].path}/${id}`;
