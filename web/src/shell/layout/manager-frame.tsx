import type { Flag } from '@seri/contract/auth/permissions.ts';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { paths } from '../../app/paths.ts';
import { type TextKey, t } from '../i18n/i18n.ts';
import { satisfies, useSession } from '../session/session.ts';
import css from './manager-frame.module.css';

interface Tab {
  link: { to: string };
  text: TextKey;
  /** Flags that its calls require of a manager. */
  flags: readonly Flag[];
}

/** Tabs of a manager's daily work; the first one covers all addresses that no other tab matches. */
const TABS: readonly Tab[] = [
  { link: paths.bidManager(), text: 'users.manager.bids', flags: ['bidManagementEnabled'] },
  { link: paths.clients(), text: 'users.manager.clients', flags: ['bidManagementEnabled'] },
  { link: paths.deposits(), text: 'payments.manager.title', flags: ['bidManagementEnabled'] },
  { link: paths.purchases(), text: 'purchases.manager.title', flags: ['bidManagementEnabled'] },
  { link: paths.feedNames(), text: 'feed.names.title', flags: ['bidManagementEnabled'] },
  { link: paths.feedWords(), text: 'feed.words.title', flags: ['bidManagementEnabled'] },
  { link: paths.feedImports(), text: 'feed.imports.title', flags: ['bidManagementEnabled'] },
];

/** Frame of the screens below /bid-manager, with tabs. */
export function ManagerFrame() {
  const session = useSession();
  const { pathname } = useLocation();
  const [first, ...others] = TABS.filter(({ flags }) => satisfies(session, { flags }));
  const active = others.find(({ link }) => pathname.startsWith(link.to)) ?? first;
  const strip = useRef<HTMLElement>(null);
  // Scroll the active tab into view: on a phone the tabs are wider than the screen.
  useEffect(() => {
    if (active) strip.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [active]);
  return (
    <>
      <nav ref={strip} className={css.tabs} aria-label={t('users.manager.tabs')}>
        {[...(first ? [first] : []), ...others].map((tab) => (
          <Link key={tab.text} {...tab.link} className={css.tab} data-active={tab === active || undefined}>
            {t(tab.text)}
          </Link>
        ))}
      </nav>
      <Outlet />
    </>
  );
}
