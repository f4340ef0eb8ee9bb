import {
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconLogout,
  IconMessageFilled,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { Suspense } from 'react';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { lazyPart } from '../../ui/loading/lazy-part.tsx';
import { t } from '../i18n/i18n.ts';
import { countersQuery } from '../live/counters.ts';
import { type MenuItem, menuGroups } from '../navigation/menu.ts';
import { homeOf, useSession } from '../session/session.ts';
import { useSettings } from '../settings.ts';
import { useLogout } from '../use-logout.ts';
import { Brand } from './brand.tsx';
import { ContactLinks } from './contact-links.tsx';
import { JapanNow } from './japan-now.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { GUIDE_PAGES, PageLinks } from './page-links.tsx';
import css from './sidebar.module.css';
import { ThemeToggle } from './theme-toggle.tsx';

const loadMark = () => import('./demo-mark.tsx');
const DemoMark = lazyPart(loadMark, 'DemoMark');
const DemoMailLink = lazyPart(loadMark, 'DemoMailLink');

interface SidebarProps {
  slim?: boolean;
  /** Absent in the drawer, which closes instead. */
  onToggle?: () => void;
  onChoose?: () => void;
}

export function Sidebar({ slim = false, onToggle, onChoose }: SidebarProps) {
  const session = useSession();
  const counters = useQuery(countersQuery).data;
  const logout = useLogout();
  const isDemo = useSettings()?.demo;
  const CollapseIcon = slim ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  return (
    <div className={css.side} data-slim={slim || undefined}>
      <div className={css.head}>
        <Link to={homeOf(session)} className={css.logo} onClick={onChoose}>
          <Brand nameClass={css.name} />
        </Link>
        <Suspense>{isDemo && <DemoMark className={css.demo} />}</Suspense>
      </div>
      <JapanNow slim={slim} />
      <nav className={css.menus} aria-label={t('shell.menu')}>
        {menuGroups(session, counters?.bid ?? 0, counters?.chat ?? 0).map((group) => (
          <ul key={group[0]?.link.to} className={css.group}>
            {group.map((item) => (
              <li key={item.link.to}>
                <MenuLink item={item} slim={slim} onChoose={onChoose} />
              </li>
            ))}
          </ul>
        ))}
      </nav>
      <div className={css.contacts}>
        <span className={css.guides}>
          <PageLinks icons pages={GUIDE_PAGES} onChoose={onChoose} />
        </span>
        <ContactLinks />
        <Suspense>{isDemo && <DemoMailLink onChoose={onChoose} />}</Suspense>
      </div>
      <div className={css.tools}>
        <LanguageSwitch compact={slim} />
        <ThemeToggle />
        <IconButton name={t('Menu.Logout')} onClick={() => logout.mutate()} disabled={logout.isPending}>
          <IconLogout size={20} stroke={1.5} aria-hidden />
        </IconButton>
        {onToggle && (
          <IconButton name={slim ? t('shell.widen') : t('shell.narrow')} aria-expanded={!slim} onClick={onToggle}>
            <CollapseIcon size={20} stroke={1.5} aria-hidden />
          </IconButton>
        )}
      </div>
    </div>
  );
}

interface MenuLinkProps {
  item: MenuItem;
  slim: boolean;
  onChoose: (() => void) | undefined;
}

function MenuLink({ item, slim, onChoose }: MenuLinkProps) {
  const { icon: Icon, label, badge, unreadChats = 0, link, also, under } = item;
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const isHere = also === pathname || (under !== undefined && pathname.startsWith(under));
  const current = isHere ? 'page' : undefined;
  return (
    // From the drawer, replace the drawer's own history entry.
    <Link
      {...link}
      replace={onChoose !== undefined}
      aria-current={current}
      className={css.link}
      title={slim ? label : undefined}
      onClick={onChoose}
    >
      <Icon size={20} stroke={1.5} aria-hidden />
      <span className={slim ? 'visually-hidden' : undefined}>{label}</span>
      {unreadChats > 0 && (
        <span className={css.unread} title={t('shell.unreadChats', { count: unreadChats })}>
          <IconMessageFilled size={14} aria-hidden />
          <span className="visually-hidden">{t('shell.unreadChats', { count: unreadChats })}</span>
        </span>
      )}
      {badge && <span className={css.badge}>{badge}</span>}
    </Link>
  );
}
