import * as agentSheets from '@seri/contract/agent/sheet-routes.ts';
import * as passkeys from '@seri/contract/auth/passkeys.ts';
import * as auth from '@seri/contract/auth/routes.ts';
import * as secondFactor from '@seri/contract/auth/second-factor.ts';
import * as authSession from '@seri/contract/auth/session-routes.ts';
import * as bidDay from '@seri/contract/bids/day-routes.ts';
import * as bidEdits from '@seri/contract/bids/edit-routes.ts';
import * as bidSavedFilters from '@seri/contract/bids/filter-routes.ts';
import * as bidGroups from '@seri/contract/bids/group-routes.ts';
import * as bidLists from '@seri/contract/bids/list-routes.ts';
import * as bidLog from '@seri/contract/bids/log-routes.ts';
import * as bidNegotiation from '@seri/contract/bids/negotiation-routes.ts';
import * as bidOrders from '@seri/contract/bids/order-routes.ts';
import * as bids from '@seri/contract/bids/routes.ts';
import * as bidTypes from '@seri/contract/bids/type-routes.ts';
import * as channels from '@seri/contract/channels/routes.ts';
import * as chat from '@seri/contract/chat/routes.ts';
import * as chatTemplates from '@seri/contract/chat/template-routes.ts';
import * as companyForPrograms from '@seri/contract/company/back-office-routes.ts';
import * as company from '@seri/contract/company/routes.ts';
import * as doors from '@seri/contract/costs/door-routes.ts';
import * as vehicleQuestions from '@seri/contract/costs/question-routes.ts';
import * as referenceValues from '@seri/contract/costs/reference-routes.ts';
import * as costs from '@seri/contract/costs/routes.ts';
import * as events from '@seri/contract/events/routes.ts';
import * as favorites from '@seri/contract/favorites/routes.ts';
import * as feedForPrograms from '@seri/contract/feed/back-office-routes.ts';
import * as feedImports from '@seri/contract/feed/import-routes.ts';
import * as feedNames from '@seri/contract/feed/name-routes.ts';
import * as feedNamesForPrograms from '@seri/contract/feed/name-service-routes.ts';
import * as shownWords from '@seri/contract/feed/shown-word-routes.ts';
import * as feedSources from '@seri/contract/feed/source-routes.ts';
import * as feedWords from '@seri/contract/feed/word-routes.ts';
import * as feedWordsForPrograms from '@seri/contract/feed/word-service-routes.ts';
import type { RouteSpec } from '@seri/contract/http.ts';
import * as finder from '@seri/contract/lots/finder/routes.ts';
import * as lotMarks from '@seri/contract/lots/marks/mark-routes.ts';
import * as lots from '@seri/contract/lots/routes.ts';
import * as mail from '@seri/contract/mail/routes.ts';
import * as notifications from '@seri/contract/notifications/routes.ts';
import * as paymentServices from '@seri/contract/payments/back-office-routes.ts';
import * as paymentManagers from '@seri/contract/payments/manager-routes.ts';
import * as payments from '@seri/contract/payments/routes.ts';
import * as statements from '@seri/contract/payments/statement-routes.ts';
import * as photos from '@seri/contract/photos/routes.ts';
import * as pictureSources from '@seri/contract/photos/source-routes.ts';
import * as priceAlarms from '@seri/contract/prices/alarm-routes.ts';
import * as priceRecord from '@seri/contract/prices/record-routes.ts';
import * as estimateAccuracy from '@seri/contract/purchases/accuracy-routes.ts';
import * as purchaseServices from '@seri/contract/purchases/back-office-routes.ts';
import * as purchaseManagers from '@seri/contract/purchases/manager-routes.ts';
import * as purchases from '@seri/contract/purchases/routes.ts';
import * as searches from '@seri/contract/searches/routes.ts';
import * as sharing from '@seri/contract/sharing/routes.ts';
import * as sheetReview from '@seri/contract/sheets/review-routes.ts';
import * as sheets from '@seri/contract/sheets/routes.ts';
import * as clientsForPrograms from '@seri/contract/users/back-office-routes.ts';
import * as clientFigures from '@seri/contract/users/client-figures-routes.ts';
import * as clients from '@seri/contract/users/client-routes.ts';
import * as users from '@seri/contract/users/routes.ts';
import * as webhooks from '@seri/contract/webhooks/routes.ts';

const isCall = (value: unknown): value is RouteSpec =>
  typeof value === 'object' && value !== null && 'path' in value && 'method' in value && 'reply' in value;

/** Every call of the contract, in order of path and method. */
export function allCalls(): RouteSpec[] {
  const areas = [
    agentSheets,
    auth,
    authSession,
    secondFactor,
    passkeys,
    bids,
    bidDay,
    bidEdits,
    bidGroups,
    bidLists,
    bidSavedFilters,
    bidLog,
    bidNegotiation,
    bidOrders,
    bidTypes,
    chat,
    clientFigures,
    clients,
    clientsForPrograms,
    companyForPrograms,
    feedForPrograms,
    feedImports,
    feedNames,
    feedNamesForPrograms,
    feedWords,
    feedWordsForPrograms,
    shownWords,
    chatTemplates,
    company,
    events,
    costs,
    doors,
    referenceValues,
    vehicleQuestions,
    favorites,
    finder,
    lotMarks,
    mail,
    notifications,
    channels,
    payments,
    statements,
    paymentServices,
    paymentManagers,
    photos,
    feedSources,
    pictureSources,
    priceAlarms,
    priceRecord,
    estimateAccuracy,
    purchases,
    purchaseManagers,
    purchaseServices,
    searches,
  ];
  const modules = [...areas, sharing, sheetReview, sheets, users, webhooks, ...Object.values(lots.PAGES)];
  return modules
    .flatMap((module) => Object.values<unknown>(module))
    .filter(isCall)
    .sort((a, b) => `${a.path} ${a.method}`.localeCompare(`${b.path} ${b.method}`));
}
