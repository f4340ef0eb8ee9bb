import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, lazyRouteComponent } from '@tanstack/react-router';
import { withAllTexts } from '../shell/i18n/i18n.ts';
import { NotFoundPage } from '../shell/layout/not-found-screen.tsx';
import { Root } from '../shell/layout/root.tsx';

export const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Root,
  notFoundComponent: NotFoundPage,
});
export const mantineOutlet = lazyRouteComponent(
  withAllTexts(() => import('./mantine-outlet.tsx')),
  'MantineOutlet',
);
