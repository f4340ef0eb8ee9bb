import type { QueryClient } from '@tanstack/react-query';
import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { ErrorScreen } from '../shell/error-screen.tsx';
import { parseSearch, stringifySearch } from '../shell/search.ts';
import { back, routeTree } from './routes.tsx';

/** With a history of its own a page is drawn before it reaches a browser: nobody moves about in it. */
export function createAppRouter(queryClient: QueryClient, history?: RouterHistory) {
  const router = createRouter({
    routeTree,
    context: { queryClient },
    ...(history ? { history } : {}),
    parseSearch,
    stringifySearch,
    defaultErrorComponent: ErrorScreen,
    defaultPreload: 'intent',
    // Answers are cached by the query client; the router keeps none of its own.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
  });
  if (!history) router.subscribe('onResolved', ({ toLocation }) => back.arrived(toLocation));
  return router;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
