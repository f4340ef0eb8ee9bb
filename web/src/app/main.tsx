import '../ui/theme/tokens.css';
import '../ui/theme/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { allTexts, loadTexts } from '../shell/i18n/i18n.ts';
import { watchTheme } from '../shell/layout/theme.ts';
import { createQueryClient } from '../shell/session/query-client.ts';
import { SessionProvider } from '../shell/session/session-provider.tsx';
import { createAppRouter } from './router.ts';

// After a new release the old page asks for files that are gone: the new page has them.
addEventListener('vite:preloadError', () => location.reload(), { once: true });

const queryClient = createQueryClient();
const router = createAppRouter(queryClient);
const root = document.getElementById('root');
if (root) void start(root);

// Not at the top of the module: what the router loads imports from this chunk and would wait for its end.
async function start(element: HTMLElement): Promise<void> {
  watchTheme();
  await loadTexts();
  // Before anything is rendered, so that the screen replaces what the server has drawn at once.
  await router.load();
  // Drawn in pieces: on a slow processor the first page would else keep a tap waiting.
  startTransition(() =>
    createRoot(element).render(
      <QueryClientProvider client={queryClient}>
        <SessionProvider>
          <RouterProvider router={router} />
        </SessionProvider>
      </QueryClientProvider>,
    ),
  );
  // Behind the first page; who needs them before waits for them himself.
  allTexts().catch(() => {});
}
