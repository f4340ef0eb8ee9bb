import { useMediaQuery } from '@mantine/hooks';
import { Outlet, useRouter } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { paths } from '../../app/paths.ts';
import { lazyPart } from '../../ui/loading/lazy-part.tsx';
import { maxWidthBelow } from '../../ui/theme/widths.ts';
import { useAsOf } from '../api/freshness.ts';
import { t } from '../i18n/i18n.ts';
import { readStored, writeStored } from '../i18n/storage.ts';
import { useLive } from '../live/use-live.ts';
import { PortalKeys } from '../navigation/portal-keys.tsx';
import { menuOfSession, useSession, useSessionState } from '../session/session.ts';
import { DemoBanner } from './demo-banner.tsx';
import { Header } from './header.tsx';
import css from './layout.module.css';
import { Sidebar } from './sidebar.tsx';
import { TabBar } from './tab-bar.tsx';

const NavDrawer = lazyPart(() => import('./nav-drawer.tsx'), 'NavDrawer');
const OfflineBanner = lazyPart(() => import('../offline/offline-banner.tsx'), 'OfflineBanner');

/** Renders nothing before the session is known and nothing after logout (business-rules.md#session-status). */
export function Layout() {
  const { session } = useSessionState();
  if (!session) return null;
  if (session.secondFactorNeeded) return <RedirectToSetup />;
  return (
    <LayoutFrame>
      <Outlet />
    </LayoutFrame>
  );
}

/**
 * The company started to require a second factor while this page was open; the guard redirects a page that loads later.
 */
function RedirectToSetup() {
  const router = useRouter();
  useEffect(() => {
    const search = { returnTo: router.state.location.href };
    void router.navigate({ ...paths.secondFactorSetup(), search, replace: true });
  }, [router]);
  return null;
}

/** Sidebar and header around a page. */
export function LayoutFrame({ children }: { children: ReactNode }) {
  useLive();
  const asOf = useAsOf();
  const [chosen, setChosen] = useState(() => readStored('sidebar'));
  // Lists need the width: the menu is slim on a small screen, a manager's on a usual one too, until they widen it.
  const isManager = menuOfSession(useSession()) === 'manager';
  const isSlimByDefault = useMediaQuery(maxWidthBelow(isManager ? 1600 : 1440), false, {
    getInitialValueInEffect: false,
  });
  const slim = chosen === 'slim' || (chosen !== 'wide' && isSlimByDefault);
  const [drawer, setDrawer] = useState<'never' | 'open' | 'closed'>('never');
  const toggle = () => {
    const next = slim ? 'wide' : 'slim';
    writeStored('sidebar', next);
    setChosen(next);
  };
  return (
    <div className={css.app} data-slim={slim || undefined} data-tabs={!isManager || undefined}>
      <a href="#main" className={css.skip}>
        {t('shell.skip')}
      </a>
      <aside className={css.side}>
        <Sidebar slim={slim} onToggle={toggle} />
      </aside>
      <div className={css.column}>
        <DemoBanner narrowOnly />
        {asOf !== null && (
          <Suspense>
            <OfflineBanner asOf={asOf} />
          </Suspense>
        )}
        <Header onMenu={() => setDrawer('open')} />
        <main id="main" tabIndex={-1}>
          {children}
        </main>
        {!isManager && <TabBar onMore={() => setDrawer('open')} />}
      </div>
      <PortalKeys />
      {drawer !== 'never' && (
        <Suspense>
          <NavDrawer opened={drawer === 'open'} onClose={() => setDrawer('closed')} />
        </Suspense>
      )}
    </div>
  );
}
