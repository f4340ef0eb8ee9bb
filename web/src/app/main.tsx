import '../ui/theme/tokens.css';
import '../ui/theme/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { allTexts, loadTexts } from '../shell/i18n/i18n.ts';
import { watchTheme } from '../shell/layout/theme.ts';
import { holdWhilePressed } from '../shell/session/hold-while-pressed.ts';
import { createQueryClient } from '../shell/session/query-client.ts';
import { SessionProvider } from '../shell/session/session-provider.tsx';
import { loadInBackground, loadPart } from '../ui/loading/load-part.ts';
import { createAppRouter } from './router.ts';

const REGISTER_AFTER_MS = 3_000;
const queryClient = createQueryClient(holdWhilePressed(window));
const router = createAppRouter(queryClient);
const root = document.getElementById('root');
if (root) void start(root);

/** Opens the page of a tapped notice; the worker sends no other messages. */
const openNotice = ({ data, ports }: MessageEvent) => {
  ports[0]?.postMessage(0);
  void router.navigate({ href: data.path });
};
navigator.serviceWorker?.addEventListener('message', openNotice);
// One that was tapped before this script ran, kept by `before-paint.js`.
const { seriTappedNotice: earlier } = globalThis as { seriTappedNotice?: MessageEvent };
if (earlier) openNotice(earlier);

// Not at the top level of the module: the router's lazy chunks import from this chunk and would wait for it to finish.
const readOwnLists = async (...of: Parameters<typeof import('./own-lists.ts').readOwnLists>) =>
  (await loadPart(() => import('./own-lists.ts'))).readOwnLists(...of);

async function start(element: HTMLElement): Promise<void> {
  watchTheme();
  await loadTexts();
  // Load before rendering, so that the screen replaces the server's markup in one step.
  await router.load();
  // Render in slices: on a slow processor the first page would otherwise block taps.
  startTransition(() =>
    createRoot(element).render(
      <QueryClientProvider client={queryClient}>
        <SessionProvider>
          <RouterProvider router={router} />
        </SessionProvider>
      </QueryClientProvider>,
    ),
  );
  // Load after the first page. Screens that need these texts earlier wait for them.
  allTexts().catch(() => {});
  // After the first page as well: a slow line is needed for what the user asked for.
  setTimeout(() => {
    void loadInBackground(() => import('../shell/offline/register-worker.ts')).then(({ registerWorker }) =>
      registerWorker(queryClient, readOwnLists),
    );
  }, REGISTER_AFTER_MS);
}
