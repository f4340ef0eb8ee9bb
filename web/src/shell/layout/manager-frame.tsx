import type { Flag } from '@seri/contract/auth/permissions.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { paths } from '../../app/paths.ts';
import { useMinWidth } from '../../ui/theme/use-min-width.ts';
import { type TextKey, t } from '../i18n/i18n.ts';
import { countersQuery } from '../live/counters.ts';
import { badgeOf } from '../navigation/menu.ts';
import { satisfies, useSession } from '../session/session.ts';
import { HEAD_SLOT } from './header.tsx';
import css from './manager-frame.module.css';

interface Tab {
  link: { to: string };
  text: TextKey;
  /** Flags that its calls require of a manager. */
  flags: readonly Flag[];
  /** Number of things that wait there. */
  waits?: 'deposits' | 'imports' | 'names';
}

/** Tabs of a manager's daily work; the first one covers all addresses that no other tab matches. */
const TABS: readonly Tab[] = [
  { link: paths.bidManager(), text: 'users.manager.bids', flags: ['bidManagementEnabled'] },
  { link: paths.clients(), text: 'users.manager.clients', flags: ['bidManagementEnabled'] },
  { link: paths.deposits(), text: 'payments.manager.title', flags: ['bidManagementEnabled'], waits: 'deposits' },
  { link: paths.purchases(), text: 'purchases.manager.title', flags: ['bidManagementEnabled'] },
  { link: paths.estimates(), text: 'purchases.accuracy.title', flags: ['bidManagementEnabled'] },
  { link: paths.feedNames(), text: 'feed.names.title', flags: ['bidManagementEnabled'], waits: 'names' },
  { link: paths.feedWords(), text: 'feed.words.title', flags: ['bidManagementEnabled'] },
  { link: paths.feedImports(), text: 'feed.imports.title', flags: ['bidManagementEnabled'], waits: 'imports' },
  { link: paths.sheetsReview(), text: 'sheets.review.title', flags: ['bidManagementEnabled'] },
];

/** Minimum width of the window for the tabs beside the title. */
const HEAD_PX = 1_200;

/** Place beside the title in the header, where the window has room for the tabs; null below that. */
function useHeadSlot(): HTMLElement | null {
  const isWide = useMinWidth(HEAD_PX);
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  useLayoutEffect(() => setSlot(document.getElementById(HEAD_SLOT)), []);
  return isWide ? slot : null;
}

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
  const waiting = useQuery(countersQuery).data?.waiting;
  const slot = useHeadSlot();
  const tabs = (
    <nav ref={strip} className={css.tabs} aria-label={t('users.manager.tabs')} data-sections={slot ? true : undefined}>
      {[...(first ? [first] : []), ...others].map((tab) => {
        const count = badgeOf((tab.waits && waiting?.[tab.waits]) ?? 0);
        return (
          <Link key={tab.text} {...tab.link} className={css.tab} data-active={tab === active || undefined}>
            {t(tab.text)} {count && <b className={css.count}>{count}</b>}
          </Link>
        );
      })}
    </nav>
  );
  return (
    <>
      {slot ? createPortal(tabs, slot) : tabs}
      <Outlet />
    </>
  );
}
