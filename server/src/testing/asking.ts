import { type Asking, HIS_LOT_NO, lotObjects, type NoObject } from './lot-objects.ts';
import { bidBody, consigneeBody, HIS_PASSKEY, type ObjectsOfBoris } from './objects-of-boris.ts';

const NONE = 999_999;
const A_FEE = { kind: 'fee', amountYen: 1, description: 'Mine', key: 'mine' };

/** The rows of ASKING: what is asked in each field of the contract that names an object, or why it names none. */
export function askingAbout(boris: () => ObjectsOfBoris): Record<string, Asking | NoObject> {
  const bid = (status: 403 | 404, more: object = {}): Asking => ({
    his: () => boris().bid,
    nobodys: NONE,
    more,
    status,
  });
  const offer = (status: 403 | 404, more: object = {}): Asking => ({ ...bid(status, more), his: () => boris().offer });
  const search = (more: object = {}): Asking => ({ his: () => boris().search, nobodys: NONE, more, status: 404 });
  const lot = (status: 200 | 403 | 404, more: object = {}): Asking => ({
    his: () => String(boris().lot),
    nobodys: String(NONE),
    more,
    status,
  });

  const client = (more: object = {}): Asking => ({
    his: () => boris().user,
    nobodys: NONE,
    more,
    status: 403,
  });

  /** What only managers reach, each by the number of his purchase or of what belongs to it. */
  const deciding = (rows: Record<string, object>): Record<string, Asking> =>
    Object.fromEntries(
      Object.entries(rows).map(([name, more]) => [
        name,
        { his: () => Number(boris().purchase.slice(1)), nobodys: NONE, more, status: 403 },
      ]),
    );

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
    'GET /v1/costs/lot-costs id': lot(404, { pageType: 'car-auction' }),
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
    'PUT /v1/bid/update-auto-bid bidId': bid(403, { autoBid: true }),
    'PUT /v1/bid/update-adjustment-price bidId': bid(403, { adjustmentPrice: 20_000 }),
    'POST /v1/bid/update-bid-statuses bidIds': bid(403, { status: 4 }),
    'POST /v1/bid/confirm-win bidId': { ...bid(403), his: () => boris().wonBid },
    'GET /v1/bid/group userId': { his: () => boris().user, nobodys: NONE, status: 404 },
    'PUT /v1/bid/group userId': {
      his: () => boris().user,
      nobodys: NONE,
      more: { value: 1, cars: 2 },
      status: 404,
    },
    'POST /v1/bid/resend-order bidId': bid(403),
    'GET /v1/bid/negotiation bidId': bid(404),
    'POST /v1/bid/make-offer bidId': bid(403, { amount: 700_000 }),
    'POST /v1/bid/withdraw-offer offerId': offer(403),
    'POST /v1/bid/accept-offer offerId': offer(404, { amount: 700_000, confirm: 1 }),
    'POST /v1/bid/decline-offer offerId': offer(404),
    'POST /v1/agent/confirm-sheet houseId': {
      his: () => 1,
      nobodys: NONE,
      more: { day: '2026-11-24', version: 1 },
      status: 403,
    },
    'GET /v1/bid/logs bidId': bid(403),
    'GET /v1/bid/chat bidId': bid(404),
    'PUT /v1/bid/update-chat-status bidId': bid(404),
    'PUT /v1/bid/update-chat-status messageId': 'counts within the chat of the bid named beside it',
    'POST /v1/bid/save-chat bidId': bid(404, { comment: 'Is it still there?' }),
    'GET /v1/bid/chat-templates bidId': bid(403),
    'GET /v1/bid/my-bid lotNo': { his: () => HIS_LOT_NO, nobodys: NONE, status: 200 },
    'GET /v1/bid/index lotNo': { his: () => HIS_LOT_NO, nobodys: NONE, status: 403 },
    'GET /v1/bid/index user': { his: () => boris().user, nobodys: NONE, status: 403 },
    'GET /v1/bid/history lotNo': { his: () => HIS_LOT_NO, nobodys: NONE, status: 200 },
    'GET /v1/bid/history user': { his: () => boris().user, nobodys: NONE, status: 200 },
    ...Object.fromEntries(
      ['my-bid', 'index', 'dealer', 'history', 'export-list'].map((list) => [
        `GET /v1/bid/${list} chassisId`,
        'the code of a model, which thousands share',
      ]),
    ),
    'GET /v1/bid/dealer lotNo': { his: () => HIS_LOT_NO, nobodys: NONE, status: 403, forDealers: 200 },
    'GET /v1/bid/dealer user': { his: () => boris().user, nobodys: NONE, status: 403, forDealers: 200 },
    'GET /v1/bid/search lotNo': { his: () => HIS_LOT_NO, nobodys: NONE, status: 200 },
    'GET /v1/bid/export-list lotNo': 'answers an address that says what was asked, whoever has such a lot',
    'GET /v1/bid/export-list user': 'answers an address that says what was asked, whoever that is',
    'POST /v1/bid/delete-filter id': { his: () => boris().bid, nobodys: NONE, status: 403 },
    ...lotObjects(() => ({ car: boris().lot, ...boris().others })),
    'GET /v1/purchased-cars/ qSearch': { his: () => boris().sku, nobodys: 'S-none', status: 200 },
    'GET /v1/purchased-cars/view-car id': { his: () => boris().purchase, nobodys: `P${NONE}`, status: 404 },
    ...Object.fromEntries(
      (['update-consignee', 'update-notify-party', 'clear-notify-party'] as const).map((verb) => [
        `PUT /v1/purchased-cars/${verb} id`,
        {
          his: () => boris().purchase,
          nobodys: `P${NONE}`,
          more: verb === 'clear-notify-party' ? {} : consigneeBody,
          status: 404,
        } satisfies Asking,
      ]),
    ),
    'PUT /v1/purchased-cars/update-consignee countryId': 'a country is everybody’s',
    'PUT /v1/purchased-cars/update-notify-party countryId': 'a country is everybody’s',
    'GET /v1/payments/invoice id': { his: () => boris().purchase, nobodys: `P${NONE}`, status: 404 },
    'GET /v1/payments/ qSearch': { his: () => 'ZVW50-OF-BORIS', nobodys: 'ZVW50-OF-NOBODY', status: 200 },
    'GET /v1/payments/export-list qSearch': 'answers an address that says what was asked, whoever has such a payment',
    'GET /v1/user/view-profile carId': lot(404),
    'GET /v1/user/view-profile userId': { his: () => boris().user, nobodys: NONE, status: 404 },
    'POST /v1/user/end-session id': {
      his: () => boris().session,
      nobodys: '00000000-0000-4000-8000-000000000000',
      status: 404,
    },
    'POST /v1/notifications/mark-read id': { his: () => boris().notification, nobodys: NONE, status: 200 },
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
    'GET /v1/clients/list search': { his: () => 'Boris', nobodys: 'Nobody at all', status: 403 },
    'GET /v1/clients/list roleId': 'a role',
    'GET /v1/clients/view userId': client(),
    'POST /v1/clients/invite userId': client(),
    'PUT /v1/clients/limits userId': client({ creditLimitYen: 1 }),
    'PUT /v1/clients/flags userId': client({ flags: { shareCar: false } }),
    'PUT /v1/clients/role userId': client({ roleId: 982 }),
    'PUT /v1/clients/role roleId': 'a role',
    'POST /v1/clients/enable userId': client(),
    'PUT /v1/clients/account userId': client({ note: 'Mine' }),
    ...Object.fromEntries(
      ['POST /v1/clients/create', 'PUT /v1/clients/account'].flatMap((call) =>
        ['dealerId', 'managerId'].map((field) => [`${call} ${field}`, 'whose client he becomes: for managers only']),
      ),
    ),
    'POST /v1/clients/create roleId': 'a role',
    'POST /v1/clients/create countryId': 'a country',
    ...deciding({
      'GET /v1/purchases/view purchaseId': {},
      'PUT /v1/purchases/status purchaseId': { status: 1 },
      'PUT /v1/purchases/shipping purchaseId': { voyage: '1' },
      'PUT /v1/purchases/note purchaseId': { note: 'Mine' },
      'PUT /v1/purchases/due purchaseId': { paper: 'invoice', dueOn: null },
      'PUT /v1/purchases/fee purchaseId': { kind: 'freight', amountYen: 1 },
      'POST /v1/purchases/add-document purchaseId': { kind: 'other', name: 'Mine', content: 'AAAA' },
      'POST /v1/purchases/remove-document documentId': {},
      'POST /v1/deposits/reverse postingId': { description: 'Mine' },
      'POST /v1/deposits/assign-transfer transferId': { userId: 1 },
    }),
    'GET /v1/purchases/list search': { his: () => boris().sku, nobodys: 'S-none', status: 403 },
    'GET /v1/purchases/list userId': client(),
    'GET /v1/deposits/postings userId': client(),
    'POST /v1/deposits/book userId': client(A_FEE),
    'POST /v1/deposits/book purchaseId': {
      his: () => Number(boris().purchase.slice(1)),
      nobodys: NONE,
      more: { ...A_FEE, userId: 1 },
      status: 403,
    },
    'POST /v1/deposits/assign-transfer userId': client({ transferId: 1 }),
    ...Object.fromEntries(
      ['names search', 'merge-name nameId', 'merge-name targetId', 'accept-names nameIds', 'take-back-name nameId'].map(
        (field) => [`${field.startsWith('names') ? 'GET' : 'POST'} /v1/feed/${field}`, 'a name that sources write'],
      ),
    ),
    'GET /v1/feed/words search': 'a word of lots and its translation',
    'POST /v1/feed/write-word changeId': 'a change that the manager has seen',
    'POST /v1/feed/take-back-word changeId': 'a change that the manager has seen',
    'GET /v1/feed/refused-rows importId': 'what the portal imported, for managers only',
    'GET /v1/feed/export-refused importId': 'what the portal imported, for managers only',
    'POST /v1/auth/second-factor code': 'belongs to the log-in whose cookie comes along',
    'POST /v1/user/confirm-second-factor code': 'belongs to the person signed in',
    'POST /v1/user/remove-second-factor code': 'belongs to the person signed in',
    'POST /v1/auth/verify-email token': 'a link is for whoever holds it',
    'GET /v1/auth/reset-password-token-verify token': 'a link is for whoever holds it',
    'POST /v1/auth/reset-password-verify token': 'a link is for whoever holds it',
  };
}
