import { IconBell, IconMenu2, IconMessageFilled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { paths } from '../../app/paths.ts';
import { t } from '../i18n/i18n.ts';
import { countersQuery } from '../live/counters.ts';
import { badgeOf, type MenuItem, menuGroups } from '../navigation/menu.ts';
import { useSession } from '../session/session.ts';
import bellCss from './bell.module.css';
import css from './tab-bar.module.css';

/** The main places of a client or dealer at the bottom of a phone; More opens the whole menu. */
export function TabBar({ onMore }: { onMore: () => void }) {
  const session = useSession();
  const counters = useQuery(countersQuery).data;
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const [own = [], [favorites, ...listings] = []] = menuGroups(session, counters?.bid ?? 0, counters?.chat ?? 0);
  const [listing, bids] = [listings[0], own[0]];
  const isAt = ({ link, also, under }: MenuItem) =>
    pathname === link.to || pathname === also || pathname.startsWith(under ?? `${link.to}/`);
  const events: MenuItem = {
    link: paths.notifications(),
    label: t('shell.tabs.events'),
    icon: IconBell,
    badge: badgeOf(counters?.notifications ?? 0),
  };
  const tabs = [
    listing && { item: { ...listing, label: t('shell.tabs.auctions') }, isHere: listings.some(isAt) },
    favorites && { item: favorites, isHere: isAt(favorites) },
    bids && { item: { ...bids, label: t('shell.tabs.bids') }, isHere: isAt(bids) },
    { item: events, isHere: isAt(events) },
  ];
  return (
    <nav className={css.tabs} aria-label={t('shell.tabs.name')}>
      {tabs.map((tab) => tab && <Tab key={tab.item.link.to} {...tab} />)}
      <button type="button" className={css.tab} aria-haspopup="dialog" onClick={onMore}>
        <IconMenu2 size={24} stroke={1.5} aria-hidden />
        <span className={css.name}>{t('shell.tabs.more')}</span>
      </button>
    </nav>
  );
}

function Tab({ item, isHere }: { item: MenuItem; isHere: boolean }) {
  const { icon: Icon, label, badge, unreadChats = 0, link } = item;
  const chats = unreadChats > 0 && t('shell.unreadChats', { count: unreadChats });
  return (
    <Link {...link} className={css.tab} aria-current={isHere ? 'page' : undefined}>
      <span className={css.sign}>
        <Icon size={24} stroke={1.5} aria-hidden />
        {(badge || chats) && (
          <span className={`${bellCss.badge} ${css.badge}`}>
            {badge ?? <IconMessageFilled size={12} aria-hidden />}
            {chats && <span className="visually-hidden">{chats}</span>}
          </span>
        )}
      </span>
      <span className={css.name}>{label}</span>
    </Link>
  );
}
