import { type Asking, HIS_LOT_NO, lotObjects, type NoObject } from './lot-objects.ts';
import { bidBody, HIS_PASSKEY, type ObjectsOfBoris } from './objects-of-boris.ts';

const NONE = 999_999;

/** The rows of ASKING: what is asked in each field of the contract that names an object, or why it names none. */
export function askingAbout(boris: () => ObjectsOfBoris): Record<string, Asking | NoObject> {
  const bid = (status: 403 | 404, more: object = {}): Asking => ({
    his: () => boris().bid,
    nobodys: NONE,
    more,
    status,
  });
  const search = (more: object = {}): Asking => ({ his: () => boris().search, nobodys: NONE, more, status: 404 });
  const lot = (status: 200 | 403 | 404, more: object = {}): Asking => ({
    his: () => String(boris().lot),
    nobodys: String(NONE),
    more,
    status,
  });

  /** Codes of links: a lot one may not open cannot be shared, and a private one by nobody. */
  const shares = (path: string, cars: string, bikes?: string): Record<string, Asking | NoObject> => ({
    [`GET /v1/${path}/password carId`]: lot(404, { auctionType: cars }),
    [`GET /v1/${path}/password bikeId`]: bikes
      ? { ...lot(404, { auctionType: bikes }), his: () => String(boris().plain.bike) }
      : 'no motorcycle has a fixed price',
  });

  return {
    'POST /v1/user/update-search id': search({ title: 'Mine now' }),
    'POST /v1/user/delete-search id': search(),
    'POST /v1/favorite/add carId': lot(404, { group: 'A', type: 'car-auction' }),
    'DELETE /v1/favorite/delete carId': lot(200, { group: 'A' }),
    'POST /v1/bid/create carId': lot(404, bidBody),
    'POST /v1/bid/check carId': lot(404, bidBody),
    'POST /v1/bid/bid-from-manager carId': lot(403, { ...bidBody, userId: '1' }),
    'POST /v1/bid/bid-from-manager userId': {
      his: () => String(boris().user),
      nobodys: String(NONE),
      more: { ...bidBody, carId: '1' },
      status: 403,
    },
    'POST /v1/bid/check userId': {
      his: () => String(boris().user),
      nobodys: String(NONE),
      more: { ...bidBody, carId: '1' },
      status: 403,
    },
    'GET /v1/user/search user': { his: () => 'Boris', nobodys: 'Nobody at all', status: 403 },
    'PUT /v1/bid/update-bid-status bidId': bid(404, { status: 4 }),
    'PUT /v1/bid/update-bid-status jasId': bid(404, { status: 4 }),
    'PUT /v1/bid/update-bid-price bidId': bid(403, { amount: 700_000 }),
    'PUT /v1/bid/update-bid-price jasId': bid(403, { amount: 700_000 }),
    'PUT /v1/bid/update-sold-price bidId': bid(403, { soldPrice: '640000' }),
    'POST /v1/bid/confirm-win bidId': { ...bid(403), his: () => boris().wonBid },
    'GET /v1/bid/group userId': { his: () => boris().user, nobodys: NONE, status: 404 },
    'PUT /v1/bid/group userId': {
      his: () => boris().user,
      nobodys: NONE,
      more: { value: 1, cars: 2 },
      status: 404,
    },
    'POST /v1/bid/resend-order bidId': bid(403),
    'POST /v1/agent/confirm-sheet houseId': {
      his: () => 1,
      nobodys: NONE,
      more: { day: '2026-11-24', version: 1 },
      status: 403,
    },
    'GET /v1/bid/logs bidId': bid(403),
    'GET /v1/bid/my-bid lotNo': { his: () => HIS_LOT_NO, nobodys: NONE, status: 200 },
    'GET /v1/bid/index lotNo': { his: () => HIS_LOT_NO, nobodys: NONE, status: 403 },
    'GET /v1/bid/index user': { his: () => boris().user, nobodys: NONE, status: 403 },
    'GET /v1/bid/history lotNo': { his: () => HIS_LOT_NO, nobodys: NONE, status: 200 },
    'GET /v1/bid/history user': { his: () => boris().user, nobodys: NONE, status: 200 },
    ...lotObjects(() => ({ car: boris().lot, ...boris().others })),
    'GET /v1/purchased-cars/ qSearch': { his: () => boris().sku, nobodys: 'S-none', status: 200 },
    'GET /v1/purchased-cars/view-car id': { his: () => boris().purchase, nobodys: `P${NONE}`, status: 404 },
    'GET /v1/payments/ qSearch': { his: () => 'ZVW50-OF-BORIS', nobodys: 'ZVW50-OF-NOBODY', status: 200 },
    'GET /v1/user/view-profile carId': lot(404),
    'GET /v1/user/view-profile userId': { his: () => boris().user, nobodys: NONE, status: 404 },
    'POST /v1/user/end-session id': {
      his: () => boris().session,
      nobodys: '00000000-0000-4000-8000-000000000000',
      status: 404,
    },
    'POST /v1/user/remove-passkey id': {
      his: () => HIS_PASSKEY,
      nobodys: '00000000-0000-4000-8000-000000000000',
      status: 404,
    },
    'POST /v1/car-auction/correct-sheet-item id': { his: () => 1, nobodys: NONE, more: { ja: 'ナビ' }, status: 403 },
    ...shares('auction', 'main', 'bike'),
    ...shares('stock', 'one'),
    ...shares('stats', 'stats', 'bike-stats'),
    ...shares('share', 'main', 'bike'),
    'POST /v1/share/revoke id': { his: () => boris().share, nobodys: 'aaaaaaaaaaaaaaaa', status: 404 },
    'POST /v1/share/open id': 'a link is for whoever holds it',
    'POST /v1/share/open code': 'belongs to the link it came with',
    'GET /v1/share/view-lot id': 'a link is for whoever holds it',
    'GET /v1/car-auction/download-images id': { ...lot(404), his: () => String(boris().plain.car) },
    'GET /v1/bikes/download-images id': { ...lot(404), his: () => String(boris().plain.bike) },
    'GET /v1/bike-stats/download-images id': { ...lot(404), his: () => String(boris().plain.bike) },
    'GET /v1/purchased-cars/download-images id': { his: () => boris().purchase, nobodys: `P${NONE}`, status: 404 },
    'GET /v1/car-auction/uss-images carId': lot(404),
    'GET /v1/car-auction/uss-images lotNo': 'said for the record: the lot is named by carId',
    'GET /v1/car-auction/uss-images-progress carId': lot(404),
    'POST /v1/car-auction/cancel-uss-images carId': lot(404),
    'POST /v1/user/add-passkey id': 'made up by the device that holds the key',
    'POST /v1/auth/passkey-login id': 'whose it is the device proves',
    'GET /v1/demo/mail/view id': 'only in a demonstration, and for everybody there',
    'PUT /v1/user/update-profile countryId': 'a country',
    'POST /v1/auth/second-factor code': 'belongs to the log-in whose cookie comes along',
    'POST /v1/user/confirm-second-factor code': 'belongs to the person signed in',
    'POST /v1/user/remove-second-factor code': 'belongs to the person signed in',
    'POST /v1/auth/verify-email token': 'a link is for whoever holds it',
    'GET /v1/auth/reset-password-token-verify token': 'a link is for whoever holds it',
    'POST /v1/auth/reset-password-verify token': 'a link is for whoever holds it',
  };
}
