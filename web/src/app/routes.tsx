import { ROLE, USER_TYPE } from '@seri/contract/auth/permissions.ts';
import type { ListName } from '@seri/contract/bids/list-routes.ts';
import { PAGE_NAMES } from '@seri/contract/company/pages.ts';
import { favoriteListing } from '@seri/contract/favorites/routes.ts';
import { importsScreenSearch, namesSearch, wordsSearch } from '@seri/contract/feed/list-search.ts';
import { bikeListing, lotListing } from '@seri/contract/lots/filter.ts';
import { PAGE_RULES, type PageType } from '@seri/contract/lots/page-types.ts';
import { paymentsQuery } from '@seri/contract/payments/list-search.ts';
import { managedSearch, purchasedQuery } from '@seri/contract/purchases/list-search.ts';
import { reviewSearch } from '@seri/contract/sheets/review-search.ts';
import { clientsSearch } from '@seri/contract/users/list-search.ts';
import type { QueryClient } from '@tanstack/react-query';
import { createRoute, type ParsedLocation, type RouteComponent, redirect } from '@tanstack/react-router';
import { presetOf } from '../bids/filters/list-preset.ts';
import { ChatInAddress } from '../chat/chat-in-address.tsx';
import { comparison } from '../lots/core/comparison.ts';
import { serverNow } from '../shell/i18n/clock.ts';
import { japanIsoDay } from '../shell/i18n/format.ts';
import { withAllTexts } from '../shell/i18n/i18n.ts';
import { readStored } from '../shell/i18n/storage.ts';
import { Layout } from '../shell/layout/layout.tsx';
import { listSearch, searchOf } from '../shell/search.ts';
import { needs, needsSession, trackLastPage } from '../shell/session/guards.ts';
import { sessionQuery, useSessionState } from '../shell/session/session.ts';
import { lazyScreen } from './lazy-screen.ts';
import { outsideTree } from './outside-routes.ts';
import { mantineOutlet, root } from './root-route.ts';

// Company pages are open to visitors too. The screen picks the frame that the reader is used to.
const pageScreen = lazyScreen(
  withAllTexts(() => import('../company/page-screen.tsx')),
  'PageScreen',
);
const companyPages = PAGE_NAMES.map((name) =>
  createRoute({ getParentRoute: () => root, path: `/${name}`, component: pageScreen }),
);

const priceRecord = createRoute({
  getParentRoute: () => root,
  path: '/price-record',
  component: lazyScreen(
    withAllTexts(() => import('../prices/record-screen.tsx')),
    'RecordScreen',
  ),
});

const portal = createRoute({
  getParentRoute: () => root,
  id: 'portal',
  beforeLoad: needsSession,
  component: PortalFrame,
});
const forms = createRoute({ getParentRoute: () => portal, id: 'forms', component: mantineOutlet });
const onForms = <const Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({ getParentRoute: () => forms, path, component });

/** Target for users whom a guard turns away. */
export const back = trackLastPage();
const clientsOnly = needs({ userType: USER_TYPE.client }, back.from);
/** For screens with parts that must be there when they render first. */
const withParts =
  <Screens extends { loadListParts(): Promise<void> }>(load: () => Promise<Screens>) =>
  async () => {
    const screens = await load();
    await screens.loadListParts();
    return screens;
  };
const listScreens = withParts(() => import('../lots/listing/lot-list-screen.tsx'));
const lotScreens = withAllTexts(() => import('../lots/lot/lot-screen.tsx'));
const bikeLotScreens = withAllTexts(() => import('../lots/bike/bike-lot-screen.tsx'));
const seesPage = (pageType: PageType) => needs({ flags: [PAGE_RULES[pageType].flag] });
const ofCars = { ...listSearch(lotListing), beforeLoad: seesPage('car-auction') };
const ofBikes = { ...listSearch(bikeListing), beforeLoad: seesPage('bikes') };
const carAuctionScreen = lazyScreen(listScreens, 'CarAuctionScreen');
const listings = [
  createRoute({ getParentRoute: () => portal, path: '/', ...ofCars, component: carAuctionScreen }),
  createRoute({ getParentRoute: () => portal, path: '/car-auction', ...ofCars, component: carAuctionScreen }),
  createRoute({
    getParentRoute: () => portal,
    path: '/oneprice',
    ...ofCars,
    beforeLoad: seesPage('stock'),
    component: lazyScreen(listScreens, 'OnepriceScreen'),
  }),
  createRoute({
    getParentRoute: () => portal,
    path: '/sales-statistic',
    ...ofCars,
    beforeLoad: seesPage('stats'),
    component: lazyScreen(listScreens, 'CarStatisticsScreen'),
  }),
  createRoute({
    getParentRoute: () => portal,
    path: '/bike-auctions',
    ...ofBikes,
    component: lazyScreen(listScreens, 'BikeAuctionScreen'),
  }),
  createRoute({
    getParentRoute: () => portal,
    path: '/bike-statistics',
    ...ofBikes,
    component: lazyScreen(listScreens, 'BikeStatisticsScreen'),
  }),
];
// The reader's own bids, purchases and favourites open their lot without the view flag, so the server decides here
// (business-rules.md#own-lots).
const lotPage = <const Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({ getParentRoute: () => portal, path, component });
const lots = [
  lotPage('/car-auction/$id', lazyScreen(lotScreens, 'CarAuctionLotScreen')),
  lotPage('/oneprice/$id', lazyScreen(lotScreens, 'OnepriceLotScreen')),
  lotPage('/sales-statistic/$id', lazyScreen(lotScreens, 'CarStatisticsLotScreen')),
  lotPage('/bike-auctions/$id', lazyScreen(bikeLotScreens, 'BikeAuctionLotScreen')),
  lotPage('/bike-statistics/$id', lazyScreen(bikeLotScreens, 'BikeStatisticsLotScreen')),
];
const passport = createRoute({
  getParentRoute: () => forms,
  path: '/passport/$pageType/$id',
  component: lazyScreen(() => import('../lots/passport/passport-screen.tsx'), 'PassportScreen'),
});
const favorites = createRoute({
  getParentRoute: () => forms,
  path: '/favorites/$group',
  ...listSearch(favoriteListing.query),
  component: lazyScreen(() => import('../favorites/favorites-screen.tsx'), 'FavoritesScreen'),
});
const compare = createRoute({
  getParentRoute: () => forms,
  path: '/compare',
  validateSearch: searchOf(comparison),
  component: lazyScreen(() => import('../lots/compare/compare-screen.tsx'), 'CompareScreen'),
});
const bidList = (list: ListName, guard?: ReturnType<typeof needs>) => ({
  beforeLoad: async (arrival: Parameters<ReturnType<typeof startsWithPreset>>[0]) => {
    await guard?.(arrival);
    await startsWithPreset(list)(arrival);
  },
});
const myBids = createRoute({
  getParentRoute: () => forms,
  path: '/bids',
  ...bidList('my-bid', clientsOnly),
  component: lazyScreen(() => import('../bids/lists/my-bids-screen.tsx'), 'MyBidsScreen'),
});
const dealerBids = createRoute({
  getParentRoute: () => forms,
  path: '/dealer-bids',
  ...bidList('dealer', needs({ flags: ['dealerBidAccess'], roleId: ROLE.dealer }, back.from)),
  component: lazyScreen(() => import('../bids/lists/dealer-bids-screen.tsx'), 'DealerBidsScreen'),
});
// The server decides: clients get their own archive, managers the archive of all clients.
const bidHistory = createRoute({
  getParentRoute: () => forms,
  path: '/archive-bids',
  ...bidList('history'),
  component: lazyScreen(() => import('../bids/lists/archive-screen.tsx'), 'ArchiveScreen'),
});
const managersOnly = needs({ flags: ['bidManagementEnabled'], userType: USER_TYPE.manager }, back.from);
// Each screen requires flags of its own, since managers have different rights.
const managerFrame = createRoute({
  getParentRoute: () => forms,
  id: 'manager',
  component: lazyScreen(() => import('../shell/layout/manager-frame.tsx'), 'ManagerFrame'),
});
const bidManager = createRoute({
  getParentRoute: () => managerFrame,
  path: '/bid-manager',
  ...bidList('index', managersOnly),
  component: lazyScreen(() => import('../bids/manager/bid-manager-screen.tsx'), 'BidManagerScreen'),
});
const bidDay = createRoute({
  getParentRoute: () => managerFrame,
  path: '/bid-manager/day',
  beforeLoad: managersOnly,
  component: lazyScreen(() => import('../bids/day/bid-day-screen.tsx'), 'BidDayScreen'),
});
const clients = createRoute({
  getParentRoute: () => managerFrame,
  path: '/bid-manager/clients',
  ...listSearch(clientsSearch),
  beforeLoad: managersOnly,
  component: lazyScreen(() => import('../users/clients/clients-screen.tsx'), 'ClientsScreen'),
});
const client = createRoute({
  getParentRoute: () => managerFrame,
  path: '/bid-manager/clients/$id',
  beforeLoad: managersOnly,
  component: lazyScreen(() => import('../users/clients/client-screen.tsx'), 'ClientScreen'),
});
const deposits = createRoute({
  getParentRoute: () => managerFrame,
  path: '/bid-manager/deposits',
  ...listSearch(clientsSearch),
  beforeLoad: managersOnly,
  component: lazyScreen(() => import('../payments/deposits-screen.tsx'), 'DepositsScreen'),
});
const clientMoney = createRoute({
  getParentRoute: () => managerFrame,
  path: '/bid-manager/deposits/$id',
  beforeLoad: managersOnly,
  component: lazyScreen(() => import('../payments/client-money-screen.tsx'), 'ClientMoneyScreen'),
});
const purchases = createRoute({
  getParentRoute: () => managerFrame,
  path: '/bid-manager/purchases',
  ...listSearch(managedSearch),
  beforeLoad: managersOnly,
  component: lazyScreen(() => import('../purchases/purchases-screen.tsx'), 'PurchasesScreen'),
});
const managedPurchase = createRoute({
  getParentRoute: () => managerFrame,
  path: '/bid-manager/purchases/$id',
  beforeLoad: managersOnly,
  component: lazyScreen(() => import('../purchases/editor/managed-screen.tsx'), 'ManagedScreen'),
});
const estimates = createRoute({
  getParentRoute: () => managerFrame,
  path: '/bid-manager/estimates',
  beforeLoad: managersOnly,
  component: lazyScreen(() => import('../purchases/accuracy-screen.tsx'), 'AccuracyScreen'),
});
const names = createRoute({
  getParentRoute: () => managerFrame,
  path: '/bid-manager/names',
  ...listSearch(namesSearch),
  beforeLoad: managersOnly,
  component: lazyScreen(() => import('../feed/names-screen.tsx'), 'NamesScreen'),
});
const words = createRoute({
  getParentRoute: () => managerFrame,
  path: '/bid-manager/words',
  ...listSearch(wordsSearch),
  beforeLoad: managersOnly,
  component: lazyScreen(() => import('../feed/words-screen.tsx'), 'WordsScreen'),
});
const imports = createRoute({
  getParentRoute: () => managerFrame,
  path: '/bid-manager/imports',
  ...listSearch(importsScreenSearch),
  beforeLoad: managersOnly,
  component: lazyScreen(() => import('../feed/imports-screen.tsx'), 'ImportsScreen'),
});
const oneImport = createRoute({
  getParentRoute: () => managerFrame,
  path: '/bid-manager/imports/$id',
  beforeLoad: managersOnly,
  component: lazyScreen(() => import('../feed/import-screen.tsx'), 'ImportScreen'),
});
const sheets = createRoute({
  getParentRoute: () => managerFrame,
  path: '/bid-manager/sheets',
  ...listSearch(reviewSearch),
  beforeLoad: managersOnly,
  component: lazyScreen(() => import('../sheets/review/sheets-screen.tsx'), 'SheetsScreen'),
});
const oneSheet = createRoute({
  getParentRoute: () => managerFrame,
  path: '/bid-manager/sheets/$id',
  ...listSearch(reviewSearch),
  beforeLoad: managersOnly,
  component: lazyScreen(() => import('../sheets/review/review-screen.tsx'), 'ReviewScreen'),
});
const purchasedCars = createRoute({
  getParentRoute: () => forms,
  path: '/purchased-cars',
  ...listSearch(purchasedQuery),
  beforeLoad: clientsOnly,
  component: lazyScreen(() => import('../purchases/purchased-list-screen.tsx'), 'PurchasedListScreen'),
});
const purchasedCar = createRoute({
  getParentRoute: () => forms,
  path: '/purchased-cars/$id',
  beforeLoad: clientsOnly,
  component: lazyScreen(() => import('../purchases/purchased-car-screen.tsx'), 'PurchasedCarScreen'),
});
const payments = createRoute({
  getParentRoute: () => forms,
  path: '/payments',
  ...listSearch(paymentsQuery),
  beforeLoad: clientsOnly,
  component: lazyScreen(() => import('../payments/payments-screen.tsx'), 'PaymentsScreen'),
});
const changePassword = onForms(
  '/change-password',
  lazyScreen(() => import('../users/profile/change-password-screen.tsx'), 'ChangePasswordScreen'),
);
const balance = createRoute({
  getParentRoute: () => forms,
  path: '/balance',
  beforeLoad: clientsOnly,
  component: lazyScreen(() => import('../users/profile/balance-screen.tsx'), 'BalanceScreen'),
});
const profile = onForms(
  '/profile',
  lazyScreen(() => import('../users/profile/profile-screen.tsx'), 'ProfileScreen'),
);
const notifications = onForms(
  '/notifications',
  lazyScreen(() => import('../notifications/notifications-screen.tsx'), 'NotificationsScreen'),
);
const channels = onForms(
  '/notifications/settings',
  lazyScreen(() => import('../channels/channels-screen.tsx'), 'ChannelsScreen'),
);

export const routeTree = root.addChildren([
  outsideTree,
  ...companyPages,
  priceRecord,
  portal.addChildren([
    ...listings,
    forms.addChildren([
      ...lots,
      favorites,
      compare,
      passport,
      myBids,
      dealerBids,
      bidHistory,
      managerFrame.addChildren([
        bidManager,
        bidDay,
        clients,
        client,
        deposits,
        clientMoney,
        purchases,
        managedPurchase,
        estimates,
        names,
        words,
        imports,
        oneImport,
        sheets,
        oneSheet,
      ]),
      purchasedCars,
      purchasedCar,
      payments,
      profile,
      changePassword,
      balance,
      notifications,
      channels,
    ]),
  ]),
]);

interface Arrival {
  context: { queryClient: QueryClient };
  location: ParsedLocation;
  cause: 'preload' | 'enter' | 'stay';
}

/**
 * A list of bids opened by its bare address starts with its preset filters. Once removed on the list, they stay
 * removed.
 */
const startsWithPreset =
  (list: ListName) =>
  async ({ context, location, cause }: Arrival): Promise<void> => {
    if (cause === 'stay' || Object.keys(location.search).length > 0) return;
    const session = await context.queryClient.ensureQueryData(sessionQuery);
    if (!session) return;
    const preset = presetOf(list, session, {
      today: japanIsoDay(serverNow()),
      mine: readStored('bidsMine') === '1',
    });
    if (Object.keys(preset).length > 0)
      throw redirect({ to: location.pathname, search: preset as never, replace: true });
  };

/** Frame of every screen for signed-in users, with the chat from the address on top. */
function PortalFrame() {
  const { session } = useSessionState();
  return (
    <>
      <Layout />
      {session && !session.secondFactorNeeded && <ChatInAddress />}
    </>
  );
}
