import type { QueryClient } from '@tanstack/react-query';
import { createRouter, type ParsedLocation, type RouterHistory } from '@tanstack/react-router';
import { ErrorScreen } from '../shell/layout/error-screen.tsx';
import { parseSearch, stringifySearch } from '../shell/search.ts';
import {
  restoreScrollPosition,
  saveScrollPosition,
  saveScrollPositionOnLeaving,
} from '../ui/data/scroll-restoration.ts';
import { back, routeTree } from './routes.tsx';

/** A given history renders a page on the server, without navigation. */
export function createAppRouter(queryClient: QueryClient, history?: RouterHistory) {
  const router = createRouter({
    routeTree,
    context: { queryClient },
    ...(history ? { history } : {}),
    parseSearch,
    stringifySearch,
    defaultErrorComponent: ErrorScreen,
    defaultPreload: 'intent',
    // The query client caches answers; the router keeps none of its own.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
  });
  if (history) return router;
  router.subscribe('onResolved', ({ toLocation }) => back.arrived(toLocation));
  // The router's own scroll restoration runs once, before an incremental list has reached its height.
  router.subscribe('onBeforeLoad', ({ fromLocation }) => fromLocation && saveScrollPosition(keyOf(fromLocation)));
  router.subscribe('onRendered', ({ toLocation }) => restoreScrollPosition(keyOf(toLocation)));
  saveScrollPositionOnLeaving(() => keyOf(router.stores.resolvedLocation.get() ?? router.stores.location.get()));
  return router;
}

const keyOf = ({ state }: ParsedLocation): string => String(state.__TSR_key);

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
