import type { CompanySettings } from '@seri/contract/company/routes.ts';
import { useQuery } from '@tanstack/react-query';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { Suspense, useEffect, useRef, useSyncExternalStore } from 'react';
import { lazyPart } from '../../ui/loading/lazy-part.tsx';
import { isSessionLost, onSessionLost } from '../api/session-refresh.ts';
import { glossaryOverridesQuery } from '../glossary-overrides.ts';
import { useSessionState } from '../session/session.ts';
import { useSettings } from '../settings.ts';
import { Toasts } from '../toast.tsx';
import { setCompanyName } from './page-title.ts';

const SessionExpired = lazyPart(() => import('../session/session-expired.tsx'), 'SessionExpired');

export function Root() {
  const { status } = useSessionState();
  const isLost = useSyncExternalStore(onSessionLost, isSessionLost, () => false);
  useQuery(glossaryOverridesQuery);
  useBranding();
  useFocusAfterNavigation();
  return (
    <>
      <Outlet />
      <Toasts />
      {isLost && status === 'authenticated' && (
        <Suspense>
          <SessionExpired />
        </Suspense>
      )}
    </>
  );
}

function useBranding(): void {
  const { name, look } = useSettings() ?? {};
  useEffect(() => {
    if (name) setCompanyName(name);
    if (look) applyBranding(look);
  }, [name, look]);
}

// Moves the focus to the new content, as a page load would, so that screen readers announce it.
function useFocusAfterNavigation(): void {
  const pathname = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const previous = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (previous.current !== undefined && previous.current !== pathname) {
      const main = document.getElementById('main');
      // Keep the focus of a form that has already focused its first field.
      if (!main?.contains(document.activeElement)) main?.focus({ preventScroll: true });
    }
    previous.current = pathname;
  }, [pathname]);
}

/** Applies changed branding to an already open page. */
function applyBranding({ icon, sheet }: CompanySettings['look']): void {
  const colors = document.getElementById('company-look');
  if (colors && colors.textContent !== sheet) colors.textContent = sheet;
  const sign = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (sign && sign.getAttribute('href') !== icon.path) Object.assign(sign, { type: icon.type, href: icon.path });
}
