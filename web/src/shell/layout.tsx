import { Outlet } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { DemoBanner } from './demo-banner.tsx';
import { Header } from './header.tsx';
import { t } from './i18n.ts';
import css from './layout.module.css';
import { Sidebar } from './sidebar.tsx';
import { readStored, writeStored } from './storage.ts';

const NavDrawer = lazy(() => import('./nav-drawer.tsx').then((module) => ({ default: module.NavDrawer })));

export const Layout = () => (
  <LayoutFrame>
    <Outlet />
  </LayoutFrame>
);

/** Sidebar and header around a page. */
export function LayoutFrame({ children }: { children: ReactNode }) {
  const [slim, setSlim] = useState(() => readStored('sidebar') === 'slim');
  const [drawer, setDrawer] = useState<'never' | 'open' | 'closed'>('never');
  const toggle = () => {
    writeStored('sidebar', slim ? 'wide' : 'slim');
    setSlim(!slim);
  };
  return (
    <div className={css.app} data-slim={slim || undefined}>
      <a href="#main" className={css.skip}>
        {t('shell.skip')}
      </a>
      <aside className={css.side}>
        <Sidebar slim={slim} onToggle={toggle} />
      </aside>
      <div className={css.column}>
        <DemoBanner />
        <Header onMenu={() => setDrawer('open')} />
        <main id="main" tabIndex={-1}>
          {children}
        </main>
      </div>
      {drawer !== 'never' && (
        <Suspense>
          <NavDrawer opened={drawer === 'open'} onClose={() => setDrawer('closed')} />
        </Suspense>
      )}
    </div>
  );
}
