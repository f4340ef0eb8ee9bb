import { USER_TYPE } from '@seri/contract/auth/permissions.ts';
import { lotListing } from '@seri/contract/lots/filter.ts';
import { paymentsQuery } from '@seri/contract/payments/routes.ts';
import { purchasedQuery } from '@seri/contract/purchases/routes.ts';
import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { ErrorScreen } from '../shell/error-screen.tsx';
import { needs, needsNobody, needsSession } from '../shell/guards.ts';
import { Layout } from '../shell/layout.tsx';
import { NotFoundPage } from '../shell/not-found-screen.tsx';
import { loginSearch } from '../shell/return-path.ts';
import { Root } from '../shell/root.tsx';
import { listSearch, parseSearch, stringifySearch } from '../shell/search.ts';

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Root,
  notFoundComponent: NotFoundPage,
});

const mantineOutlet = lazyRouteComponent(() => import('./mantine-outlet.tsx'), 'MantineOutlet');

const outside = createRoute({ getParentRoute: () => root, id: 'outside', component: mantineOutlet });
const login = createRoute({
  getParentRoute: () => outside,
  path: '/auth/login',
  validateSearch: loginSearch,
  beforeLoad: needsNobody,
  component: lazyRouteComponent(() => import('../auth/login-screen.tsx'), 'LoginScreen'),
});

const portal = createRoute({
  getParentRoute: () => root,
  id: 'portal',
  beforeLoad: needsSession,
  component: Layout,
});

const forms = createRoute({ getParentRoute: () => portal, id: 'forms', component: mantineOutlet });

// Someone turned away goes back to where he was, if he was anywhere (decisions D3.6).
let lastAllowed: string | undefined;
const previousPage = (here: string): string => (lastAllowed && lastAllowed !== here ? lastAllowed : '/profile');

const lotsView = needs({ flags: ['carAuctionsView'] });
const clientsOnly = needs({ userType: USER_TYPE.client }, previousPage);
const lotListScreen = lazyRouteComponent(() => import('../lots/lot-list-screen.tsx'), 'LotListScreen');

const home = createRoute({
  getParentRoute: () => portal,
  path: '/',
  ...listSearch(lotListing),
  beforeLoad: lotsView,
  component: lotListScreen,
});
const lots = createRoute({
  getParentRoute: () => portal,
  path: '/car-auction',
  ...listSearch(lotListing),
  beforeLoad: lotsView,
  component: lotListScreen,
});
// Own bids and purchases open their lot without the view flag, so the server decides here (decisions D3.14).
const lot = createRoute({
  getParentRoute: () => forms,
  path: '/car-auction/$id',
  component: lazyRouteComponent(() => import('../lots/lot-screen.tsx'), 'LotScreen'),
});
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
  beforeLoad: needs({ flags: ['bidManagementEnabled'], userType: USER_TYPE.manager }, previousPage),
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
const profile = createRoute({
  getParentRoute: () => portal,
  path: '/profile',
  component: lazyRouteComponent(() => import('../users/profile-screen.tsx'), 'ProfileScreen'),
});

const routeTree = root.addChildren([
  outside.addChildren([login]),
  portal.addChildren([
    home,
    lots,
    profile,
    forms.addChildren([lot, myBids, bidHistory, bidManager, purchasedCars, purchasedCar, payments]),
  ]),
]);

export function createAppRouter(queryClient: QueryClient) {
  const router = createRouter({
    routeTree,
    context: { queryClient },
    parseSearch,
    stringifySearch,
    defaultErrorComponent: ErrorScreen,
    defaultPreload: 'intent',
    // Answers are cached by the query client; the router keeps none of its own.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
  });
  router.subscribe('onResolved', ({ toLocation }) => {
    lastAllowed = toLocation.pathname.startsWith('/auth/') ? undefined : toLocation.href;
  });
  return router;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
