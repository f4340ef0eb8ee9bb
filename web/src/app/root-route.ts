import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext } from '@tanstack/react-router';
import { withAllTexts } from '../shell/i18n/i18n.ts';
import { NotFoundPage } from '../shell/layout/not-found-screen.tsx';
import { Root } from '../shell/layout/root.tsx';
import { lazyScreen } from './lazy-screen.ts';

export const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Root,
  notFoundComponent: NotFoundPage,
});
export const mantineOutlet = lazyScreen(
  withAllTexts(() => import('./mantine-outlet.tsx')),
  'MantineOutlet',
);
