import type { RouteSpec } from '@seri/contract/http.ts';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { allCalls } from './calls.ts';

const PAGES = ['car-auction', 'stock', 'stats', 'bikes', 'bike-stats'];
const CARS = ['car-auction', 'stock', 'stats'];
const BIKES = ['bikes', 'bike-stats'];
const FILTERS =
  'model condition gearbox auction status color chassis date dateFrom dateTo yearFrom yearTo mileageFrom mileageTo engineFrom engineTo search';
const PAGING = 'page pageSize sort order';
const BID = 'amount bidGroup carId bidType confirm lotType comment';
const BID_LIST = `bidStatus bidGroups auction condition status mileage chassisId lotNo ${PAGING}`;
const each = (pages: readonly string[], rest: string, fields = ''): [string, string][] =>
  pages.map((page) => [`GET /${page}/${rest}`, fields]);

/**
 * The published calls and their parameters (business-rules.md#published-calls). They are listed apart from the
 * contract, so that this test notices a renamed call.
 */
const CALLS: [call: string, sent: string][] = [
  ['GET /auth/update', ''],
  ['POST /auth/login', 'email password'],
  ['POST /auth/logout', ''],
  ['POST /auth/sign-up', 'fullName referralCode email mobile country city password confirmPassword terms language'],
  ['POST /auth/signup', 'fullName referralCode email mobile country city password confirmPassword terms language'],
  ['POST /signup', 'fullName referralCode email mobile country city password confirmPassword terms language'],
  ['POST /auth/verify-email', 'token'],
  ['GET /auth/reset-password', 'email'],
  ['POST /auth/reset-password', 'email'],
  ['GET /auth/reset-password-token-verify', 'token'],
  ['POST /auth/reset-password-verify', 'token newPassword confirmPassword'],
  ['GET /user/view-profile', 'carId bidGroup userId'],
  ['PUT /user/update-profile', 'fullName company countryId city address mobile officePhone'],
  ['PUT /user/update-setting', 'bidEmailNotify language'],
  ['POST /user/change-password', 'oldPassword newPassword confirmNewPassword'],
  ['GET /user/search', 'user'],
  ['POST /user/save-search', 'title params type'],
  ['POST /user/update-search', 'id title'],
  ['GET /user/my-search', 'type'],
  ['POST /user/delete-search', 'id'],
  ['GET /user/search-counter', 'type'],
  ['GET /site/get-country-list', ''],
  ['GET /site/get-language', ''],
  ['GET /site/menu-counters', ''],
  ['GET /site/week-days', ''],
  ['GET /site/company-settings', ''],
  ['GET /site/page', 'name language'],
  ...each(CARS, 'listing', `maker ${FILTERS} ${PAGING}`),
  ...each(BIKES, 'listing', `maker ${FILTERS} ${PAGING}`),
  ...each(PAGES, 'filters', FILTERS),
  ...each(PAGES, 'maker'),
  ...each(BIKES, 'makers'),
  ...each(PAGES, 'model', 'id'),
  ...each(BIKES, 'models', 'id'),
  ...each(PAGES, 'view-lot', 'id'),
  ...each(BIKES, 'inspection', 'id'),
  ...each(PAGES, 'production-month', 'maker chassis model carId auction lotNo'),
  ['GET /car-auction/uss-images', 'carId auction lotNo auctionDate'],
  ['GET /car-auction/image-translate', 'image'],
  ['POST /car-auction/save-comment', 'id comment'],
  ['POST /bikes/save-comment', 'id comment'],
  ...each(['purchased-cars', 'bikes', 'bike-stats', 'car-auction'], 'download-images', 'id'),
  ...each(['auction', 'stock', 'stats', 'share'], 'password', 'carId bikeId auctionDate imageUrl auctionType'),
  ['POST /share/open', 'id code'],
  ['GET /share/view-lot', 'id'],
  ['POST /favorite/add', 'group carId type'],
  ['DELETE /favorite/delete', 'group carId'],
  ['GET /favorite/listing', `group type ${PAGING}`],
  ['GET /bid/group', 'userId'],
  ['PUT /bid/group', 'value cars userId'],
  ['GET /bid/type', ''],
  ['GET /bid/export-type', ''],
  ['POST /bid/create', BID],
  ['POST /bid/bid-from-manager', `${BID} userId`],
  ['POST /bid/check', BID],
  ['PUT /bid/update-bid-status', 'bidId status'],
  ['PUT /bid/update-bid-price', 'amount jasId bidGroup adjustmentPrice exportType'],
  ['PUT /bid/update-sold-price', 'soldPrice bidId'],
  ['PUT /bid/update-auto-bid', 'autoBid bidId'],
  ['PUT /bid/update-adjustment-price', 'bidId adjustmentPrice'],
  ['GET /bid/search', 'lotNo'],
  ['GET /bid/index', `auctionDate user ${BID_LIST}`],
  ['GET /bid/my-bid', `auctionDate ${BID_LIST}`],
  ['GET /bid/dealer', `bidType user auctionDateFrom auctionDateTo ${BID_LIST}`],
  ['GET /bid/history', `archiveStatus user auctionDateFrom auctionDateTo ${BID_LIST}`],
  ['GET /bid/filters', 'bidType bidStatus'],
  ['GET /bid/history-filters', 'archiveStatus'],
  ['GET /bid/dealer-clients', ''],
  ['GET /bid/chat', 'bidId'],
  ['PUT /bid/update-chat-status', 'bidId'],
  ['POST /bid/save-chat', 'bidId comment'],
  ['GET /bid/logs', 'bidId'],
  ['POST /bid/confirm-win', 'bidId'],
  ['GET /payments/', 'qSearch dateFrom dateTo type page pageSize'],
  ['GET /payments/balance', ''],
  ['GET /payments/invoice', 'id'],
  ['GET /purchased-cars/', 'qSearch dateFrom dateTo status page pageSize'],
  ['GET /purchased-cars/view-car', 'id'],
  ['GET /events/stream', ''],
];

const calls = new Map(
  allCalls().flatMap((spec) =>
    [spec.path, ...(spec.aliases ?? [])].map((path): [string, RouteSpec] => [`${spec.method} ${path}`, spec]),
  ),
);
interface Fields {
  known: string[];
  /** Fields reported as missing when nothing is sent. */
  missed: string[];
}
function fieldsOf({ query, body }: RouteSpec): Fields {
  const schemas = [query, body].filter((schema) => schema !== undefined);
  return {
    known: schemas.flatMap((schema) =>
      Object.keys(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).properties ?? {}),
    ),
    missed: schemas.flatMap((schema) => schema.safeParse({}).error?.issues.map(({ path }) => String(path[0])) ?? []),
  };
}

// @covers API-01, API-02, LIST-01
test.each(CALLS)('%s takes the published parameters and requires no others', (call, sent) => {
  const [method, path] = call.split(' ');
  const spec = calls.get(`${method} /v1${path}`);
  if (!spec) throw new Error(`the contract has no ${call}`);
  const { known, missed } = fieldsOf(spec);
  const fields = sent.split(' ').filter(Boolean);
  expect(known).toEqual(expect.arrayContaining(fields));
  expect(fields).toEqual(expect.arrayContaining(missed));
});
