import type { Flag } from '@seri/contract/auth/permissions.ts';

export interface Opening {
  to: 'everybody' | 'the signed-in' | 'clients' | 'managers';
  /** Every one of these flags. */
  with?: Flag[];
  /** Managers see everybody's rows there, so they need these besides. */
  managersWith?: Flag[];
  /** Said to those who lack a flag; Access.Denied if nothing else is named. */
  saying?: string;
}
const everybody: Opening = { to: 'everybody' };
const signedIn: Opening = { to: 'the signed-in' };
const clients: Opening = { to: 'clients' };
const viewing = (flag: Flag): Opening => ({ to: 'the signed-in', with: [flag] });
const carView = viewing('carAuctionsView');
/** What every listing page answers; whether a lot may be opened without the flag is asked lot by lot (decisions D3.14). */
const page = (name: string, flag: Flag): Record<string, Opening> => ({
  [`GET /v1/${name}/listing`]: viewing(flag),
  [`GET /v1/${name}/filters`]: viewing(flag),
  [`GET /v1/${name}/maker`]: viewing(flag),
  [`GET /v1/${name}/model`]: viewing(flag),
  [`GET /v1/${name}/production-month`]: viewing(flag),
  [`GET /v1/${name}/view-lot`]: signedIn,
  [`GET /v1/${name}/lot-history`]: signedIn,
  [`GET /v1/${name}/similar-sales`]: signedIn,
});
const managing = (...flags: Flag[]): Opening => ({ to: 'managers', with: ['bidManagementEnabled', ...flags] });

/** Written from the decisions, not from the contract: whoever opens a call to somebody else has to say so here too. */
export const OPENINGS: Record<string, Opening> = {
  'POST /v1/auth/login': everybody,
  'POST /v1/auth/logout': everybody,
  'GET /v1/auth/update': everybody,
  'POST /v1/auth/sign-up': everybody,
  'POST /v1/auth/verify-email': everybody,
  'POST /v1/auth/resend-verification': everybody,
  'GET /v1/auth/reset-password': everybody,
  'POST /v1/auth/reset-password': everybody,
  'GET /v1/auth/reset-password-token-verify': everybody,
  'POST /v1/auth/reset-password-verify': everybody,
  'GET /v1/auth/get-puzzle': everybody,
  'POST /v1/auth/second-factor': everybody,
  'POST /v1/auth/start-passkey-login': everybody,
  'POST /v1/auth/passkey-login': everybody,
  'GET /v1/user/list-passkeys': signedIn,
  'POST /v1/user/start-passkey': signedIn,
  'POST /v1/user/add-passkey': signedIn,
  'POST /v1/user/remove-passkey': signedIn,
  'GET /v1/user/view-second-factor': signedIn,
  'POST /v1/user/start-second-factor': signedIn,
  'POST /v1/user/confirm-second-factor': signedIn,
  'POST /v1/user/remove-second-factor': signedIn,
  'POST /v1/user/renew-recovery-codes': signedIn,
  'GET /v1/site/company-settings': everybody,
  'GET /v1/site/get-country-list': everybody,
  'GET /v1/site/get-language': everybody,
  'GET /v1/site/page': everybody,
  // In a demonstration only, which this portal is.
  'GET /v1/demo/mail': everybody,
  'GET /v1/demo/mail/view': everybody,
  'GET /v1/site/menu-counters': signedIn,
  'GET /v1/site/week-days': carView,
  'GET /v1/user/view-profile': signedIn,
  'GET /v1/user/search': { to: 'managers', with: ['managerBidForClient'] },
  'PUT /v1/user/update-setting': signedIn,
  'PUT /v1/user/update-profile': signedIn,
  'POST /v1/user/change-password': signedIn,
  'GET /v1/user/list-sessions': signedIn,
  'POST /v1/user/end-session': signedIn,
  'POST /v1/user/end-other-sessions': signedIn,
  ...page('car-auction', 'carAuctionsView'),
  ...page('stock', 'onepriceView'),
  ...page('stats', 'salesStatisticsView'),
  ...page('bikes', 'bikeView'),
  ...page('bike-stats', 'bikeView'),
  'GET /v1/stats/price-history': viewing('salesStatisticsView'),
  'GET /v1/bike-stats/price-history': viewing('bikeView'),
  'GET /v1/bikes/inspection': signedIn,
  'GET /v1/bike-stats/inspection': signedIn,
  'POST /v1/car-auction/save-comment': { to: 'managers' },
  'POST /v1/bikes/save-comment': { to: 'managers' },
  'POST /v1/favorite/add': signedIn,
  'DELETE /v1/favorite/delete': signedIn,
  'GET /v1/favorite/listing': signedIn,
  'GET /v1/favorite/list-groups': signedIn,
  'GET /v1/favorite/outlook': signedIn,
  'POST /v1/user/save-search': signedIn,
  'POST /v1/user/update-search': signedIn,
  'GET /v1/user/my-search': signedIn,
  'POST /v1/user/delete-search': signedIn,
  'GET /v1/user/search-counter': signedIn,
  'GET /v1/auction/password': viewing('shareCar'),
  'GET /v1/stock/password': viewing('shareCar'),
  'GET /v1/stats/password': viewing('shareCar'),
  'GET /v1/share/password': viewing('shareCar'),
  'POST /v1/share/open': everybody,
  'GET /v1/share/view-lot': everybody,
  'POST /v1/share/revoke': signedIn,
  'GET /v1/car-auction/download-images': viewing('downloadPhotos'),
  'GET /v1/bikes/download-images': viewing('downloadPhotos'),
  'GET /v1/bike-stats/download-images': viewing('downloadPhotos'),
  'GET /v1/purchased-cars/download-images': { to: 'clients', with: ['downloadPhotos'] },
  'GET /v1/car-auction/uss-images': carView,
  'GET /v1/car-auction/uss-images-progress': carView,
  'POST /v1/car-auction/cancel-uss-images': carView,
  'GET /v1/car-auction/image-translate': viewing('auctionTranslationUse'),
  'GET /v1/car-auction/sheet-items': viewing('auctionTranslationUse'),
  'POST /v1/car-auction/correct-sheet-item': { to: 'managers' },
  'POST /v1/bid/create': { to: 'clients', with: ['biddingAllowed'], saying: 'Bid.Restricted' },
  'POST /v1/bid/bid-from-manager': { to: 'managers', with: ['managerBidForClient'] },
  'POST /v1/bid/check': signedIn,
  'PUT /v1/bid/update-bid-status': signedIn,
  'PUT /v1/bid/update-bid-price': managing('bidManageBidPrice'),
  'PUT /v1/bid/update-sold-price': managing('bidManageSoldPrice'),
  'POST /v1/bid/resend-order': managing('bidManageStatus'),
  'GET /v1/agent/open-bids': managing(),
  'GET /v1/agent/sheets': managing(),
  'POST /v1/agent/confirm-sheet': managing(),
  'POST /v1/bid/confirm-win': managing('bidManageStatus'),
  'GET /v1/bid/my-bid': clients,
  'GET /v1/bid/index': managing(),
  'GET /v1/bid/history': { to: 'the signed-in', managersWith: ['bidManagementEnabled'] },
  'GET /v1/bid/group': signedIn,
  'PUT /v1/bid/group': signedIn,
  'GET /v1/bid/type': signedIn,
  'GET /v1/bid/export-type': { to: 'managers' },
  'GET /v1/bid/logs': managing(),
  'GET /v1/bid/export-log': clients,
  'GET /v1/purchased-cars/': clients,
  'GET /v1/purchased-cars/view-car': clients,
  'GET /v1/payments/': clients,
  'GET /v1/payments/balance': clients,
};

/** What a manager may do who has to set up his second factor first: that, and see who he is. */
export const BEFORE_SECOND_FACTOR = [
  'GET /v1/user/view-profile',
  'PUT /v1/user/update-setting',
  'GET /v1/user/view-second-factor',
  'POST /v1/user/start-second-factor',
  'POST /v1/user/confirm-second-factor',
];
