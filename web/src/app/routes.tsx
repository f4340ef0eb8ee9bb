import { USER_TYPE } from '@seri/contract/auth/permissions.ts';
import { PAGE_NAMES } from '@seri/contract/company/pages.ts';
import { favoriteListing } from '@seri/contract/favorites/routes.ts';
import { bikeListing, lotListing } from '@seri/contract/lots/filter.ts';
import { PAGE_RULES, type PageType } from '@seri/contract/lots/page-types.ts';
import { demoMail as openedMail } from '@seri/contract/mail/routes.ts';
import { paymentsQuery } from '@seri/contract/payments/routes.ts';
import { purchasedQuery } from '@seri/contract/purchases/routes.ts';
import { SHARE_PATHS } from '@seri/contract/sharing/routes.ts';
import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { comparison } from '../lots/comparison.ts';
import { needs, needsNobody, needsPerson, needsSession, wayBack } from '../shell/guards.ts';
import { withAllTexts } from '../shell/i18n.ts';
import { Layout } from '../shell/layout.tsx';
import { NotFoundPage } from '../shell/not-found-screen.tsx';
import { linkSearch, loginSearch } from '../shell/return-path.ts';
import { Root } from '../shell/root.tsx';
import { listSearch, searchOf } from '../shell/search.ts';

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Root,
  notFoundComponent: NotFoundPage,
});

const mantineOutlet = lazyRouteComponent(
  withAllTexts(() => import('./mantine-outlet.tsx')),
  'MantineOutlet',
);

const outside = createRoute({ getParentRoute: () => root, id: 'outside', component: mantineOutlet });
const login = createRoute({
  getParentRoute: () => outside,
  path: '/auth/login',
  validateSearch: loginSearch,
  beforeLoad: needsNobody,
  component: lazyRouteComponent(() => import('../auth/login-screen.tsx'), 'LoginScreen'),
});

const signUp = createRoute({
  getParentRoute: () => outside,
  path: '/auth/sign-up',
  beforeLoad: needsNobody,
  component: lazyRouteComponent(() => import('../auth/sign-up-screen.tsx'), 'SignUpScreen'),
});
const forgotPassword = createRoute({
  getParentRoute: () => outside,
  path: '/auth/forgot-password',
  beforeLoad: needsNobody,
  component: lazyRouteComponent(() => import('../auth/forgot-password-screen.tsx'), 'ForgotPasswordScreen'),
});
// Links of a mail work for somebody who is signed in, too (decisions D3.15).
const resetPassword = createRoute({
  getParentRoute: () => outside,
  path: '/auth/change-password',
  validateSearch: linkSearch,
  component: lazyRouteComponent(() => import('../auth/reset-password-screen.tsx'), 'ResetPasswordScreen'),
});
const verifyEmail = createRoute({
  getParentRoute: () => outside,
  path: '/verify-email',
  validateSearch: linkSearch,
  component: lazyRouteComponent(() => import('../auth/verify-email-screen.tsx'), 'VerifyEmailScreen'),
});
const secondFactor = createRoute({
  getParentRoute: () => outside,
  path: '/auth/second-factor',
  validateSearch: loginSearch,
  beforeLoad: needsNobody,
  component: lazyRouteComponent(() => import('../auth/second-factor-screen.tsx'), 'SecondFactorScreen'),
});
const secondFactorSetup = createRoute({
  getParentRoute: () => outside,
  path: '/second-factor',
  validateSearch: loginSearch,
  beforeLoad: needsPerson,
  component: lazyRouteComponent(() => import('../auth/second-factor-setup-screen.tsx'), 'SecondFactorSetupScreen'),
});
const demoMail = createRoute({
  getParentRoute: () => outside,
  path: '/demo/mail',
  validateSearch: searchOf(openedMail.query),
  component: lazyRouteComponent(() => import('../company/demo-mail-screen.tsx'), 'DemoMailScreen'),
});
// The company's pages are for strangers as well; the screen puts them into the frame the reader is used to.
const pageScreen = lazyRouteComponent(
  withAllTexts(() => import('../company/page-screen.tsx')),
  'PageScreen',
);
const companyPages = PAGE_NAMES.map((name) =>
  createRoute({ getParentRoute: () => root, path: `/${name}`, component: pageScreen }),
);

const portal = createRoute({
  getParentRoute: () => root,
  id: 'portal',
  beforeLoad: needsSession,
  component: Layout,
});

const forms = createRoute({ getParentRoute: () => portal, id: 'forms', component: mantineOutlet });

/** Where somebody turned away goes back to. */
export const back = wayBack();

const clientsOnly = needs({ userType: USER_TYPE.client }, back.from);
const listScreens = () => import('../lots/lot-list-screen.tsx');
const lotScreens = withAllTexts(() => import('../lots/lot-screen.tsx'));
const bikeLotScreens = withAllTexts(() => import('../lots/bike-lot-screen.tsx'));
const seesPage = (pageType: PageType) => needs({ flags: [PAGE_RULES[pageType].flag] });

const ofCars = { ...listSearch(lotListing), beforeLoad: seesPage('car-auction') };
const ofBikes = { ...listSearch(bikeListing), beforeLoad: seesPage('bikes') };
const carAuctionScreen = lazyRouteComponent(listScreens, 'CarAuctionScreen');
const listings = [
  createRoute({ getParentRoute: () => portal, path: '/', ...ofCars, component: carAuctionScreen }),
  createRoute({ getParentRoute: () => portal, path: '/car-auction', ...ofCars, component: carAuctionScreen }),
  createRoute({
    getParentRoute: () => portal,
    path: '/oneprice',
    ...ofCars,
    beforeLoad: seesPage('stock'),
    component: lazyRouteComponent(listScreens, 'OnepriceScreen'),
  }),
  createRoute({
    getParentRoute: () => portal,
    path: '/sales-statistic',
    ...ofCars,
    beforeLoad: seesPage('stats'),
    component: lazyRouteComponent(listScreens, 'CarStatisticsScreen'),
  }),
  createRoute({
    getParentRoute: () => portal,
    path: '/bike-auctions',
    ...ofBikes,
    component: lazyRouteComponent(listScreens, 'BikeAuctionScreen'),
  }),
  createRoute({
    getParentRoute: () => portal,
    path: '/bike-statistics',
    ...ofBikes,
    component: lazyRouteComponent(listScreens, 'BikeStatisticsScreen'),
  }),
];
// Own bids, purchases and favourites open their lot without the view flag, so the server decides here (decisions D3.14).
const lots = [
  createRoute({
    getParentRoute: () => portal,
    path: '/car-auction/$id',
    component: lazyRouteComponent(lotScreens, 'CarAuctionLotScreen'),
  }),
  createRoute({
    getParentRoute: () => portal,
    path: '/oneprice/$id',
    component: lazyRouteComponent(lotScreens, 'OnepriceLotScreen'),
  }),
  createRoute({
    getParentRoute: () => portal,
    path: '/sales-statistic/$id',
    component: lazyRouteComponent(lotScreens, 'CarStatisticsLotScreen'),
  }),
  createRoute({
    getParentRoute: () => portal,
    path: '/bike-auctions/$id',
    component: lazyRouteComponent(bikeLotScreens, 'BikeAuctionLotScreen'),
  }),
  createRoute({
    getParentRoute: () => portal,
    path: '/bike-statistics/$id',
    component: lazyRouteComponent(bikeLotScreens, 'BikeStatisticsLotScreen'),
  }),
];
const favorites = createRoute({
  getParentRoute: () => forms,
  path: '/favorites/$group',
  ...listSearch(favoriteListing.query),
  component: lazyRouteComponent(() => import('../favorites/favorites-screen.tsx'), 'FavoritesScreen'),
});
const compare = createRoute({
  getParentRoute: () => forms,
  path: '/compare',
  validateSearch: searchOf(comparison),
  component: lazyRouteComponent(() => import('../lots/compare-screen.tsx'), 'CompareScreen'),
});
// A shared lot is for whoever has its code, with or without an account (decisions D3.8).
const shareScreen = lazyRouteComponent(() => import('../sharing/share-screen.tsx'), 'ShareScreen');
const sharedLots = SHARE_PATHS.map((path) =>
  createRoute({ getParentRoute: () => outside, path: `/${path}/share/$id`, component: shareScreen }),
);
const myBids = createRoute({
  getParentRoute: () => forms,
  path: '/bids',
  beforeLoad: clientsOnly,
  component: lazyRouteComponent(() => import('../bids/my-bids-screen.tsx'), 'MyBidsScreen'),
});
// Clients see their own archive, managers everybody's: the server decides which.
const bidHistory = createRoute({
  getParentRoute: () => forms,
  path: '/archive-bids',
  component: lazyRouteComponent(() => import('../bids/archive-screen.tsx'), 'ArchiveScreen'),
});
const bidManager = createRoute({
  getParentRoute: () => forms,
  path: '/bid-manager',
  beforeLoad: needs({ flags: ['bidManagementEnabled'], userType: USER_TYPE.manager }, back.from),
  component: lazyRouteComponent(() => import('../bids/bid-manager-screen.tsx'), 'BidManagerScreen'),
});
const purchasedCars = createRoute({
  getParentRoute: () => forms,
  path: '/purchased-cars',
  ...listSearch(purchasedQuery),
  beforeLoad: clientsOnly,
  component: lazyRouteComponent(() => import('../purchases/purchased-list-screen.tsx'), 'PurchasedListScreen'),
});
const purchasedCar = createRoute({
  getParentRoute: () => forms,
  path: '/purchased-cars/$id',
  beforeLoad: clientsOnly,
  component: lazyRouteComponent(() => import('../purchases/purchased-car-screen.tsx'), 'PurchasedCarScreen'),
});
const payments = createRoute({
  getParentRoute: () => forms,
  path: '/payments',
  ...listSearch(paymentsQuery),
  beforeLoad: clientsOnly,
  component: lazyRouteComponent(() => import('../payments/payments-screen.tsx'), 'PaymentsScreen'),
});
const changePassword = createRoute({
  getParentRoute: () => forms,
  path: '/change-password',
  component: lazyRouteComponent(() => import('../users/change-password-screen.tsx'), 'ChangePasswordScreen'),
});
const balance = createRoute({
  getParentRoute: () => forms,
  path: '/balance',
  beforeLoad: clientsOnly,
  component: lazyRouteComponent(() => import('../users/balance-screen.tsx'), 'BalanceScreen'),
});
const profile = createRoute({
  getParentRoute: () => forms,
  path: '/profile',
  component: lazyRouteComponent(() => import('../users/profile-screen.tsx'), 'ProfileScreen'),
});

export const routeTree = root.addChildren([
  outside.addChildren([
    login,
    signUp,
    forgotPassword,
    resetPassword,
    verifyEmail,
    secondFactor,
    secondFactorSetup,
    demoMail,
    ...sharedLots,
  ]),
  ...companyPages,
  portal.addChildren([
    ...listings,
    forms.addChildren([
      ...lots,
      favorites,
      compare,
      myBids,
      bidHistory,
      bidManager,
      purchasedCars,
      purchasedCar,
      payments,
      profile,
      changePassword,
      balance,
    ]),
  ]),
]);
