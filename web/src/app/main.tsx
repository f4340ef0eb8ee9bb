import '../ui/tokens.css';
import '../ui/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { allTexts, loadTexts } from '../shell/i18n.ts';
import { createQueryClient } from '../shell/query-client.ts';
import { watchTheme } from '../shell/theme.ts';
import { createAppRouter } from './routes.tsx';

// After a new release the old page asks for files that are gone: the new page has them.
addEventListener('vite:preloadError', () => location.reload(), { once: true });

const queryClient = createQueryClient();
const router = createAppRouter(queryClient);
const root = document.getElementById('root');

if (root) {
  watchTheme();
  await loadTexts();
  createRoot(root).render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  // Behind the first page; who needs them before waits for them himself.
  allTexts().catch(() => {});
}
