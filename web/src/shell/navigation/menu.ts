import { PAGE_RULES, type PageType } from '@seri/contract/lots/page-types.ts';
import type { Session } from '@seri/contract/users/routes.ts';
import {
  IconCar,
  IconChartBar,
  IconChartLine,
  IconCreditCard,
  IconGavel,
  IconHistory,
  IconKey,
  IconMotorbike,
  IconStar,
  IconTag,
  IconUser,
  type Icon as TablerIcon,
} from '@tabler/icons-react';
import { paths } from '../../app/paths.ts';
import { type TextKey, t } from '../i18n/i18n.ts';
import { menuOfSession } from '../session/session.ts';

export interface MenuItem {
  link: { to: string };
  label: string;
  icon: TablerIcon;
  /** Another address of the same screen. */
  also?: string;
  /** Prefix of all addresses of the same screen. */
  under?: string;
  /** Number of new bids, `99+` above 99. */
  badge?: string | undefined;
  /** Chats with messages the user has not read. */
  unreadChats?: number;
}

const MAX_BADGE = 99;
/** `99+` above 99; undefined for zero. */
export const badgeOf = (count: number): string | undefined => {
  if (count === 0) return undefined;
  return count > MAX_BADGE ? `${MAX_BADGE}+` : String(count);
};

const item = (link: { to: string }, text: TextKey, icon: TablerIcon, badge?: string): MenuItem => ({
  link,
  label: t(text),
  icon,
  badge,
});

const VIEWS: { pageType: PageType; text: TextKey; icon: TablerIcon; also?: string }[] = [
  { pageType: 'car-auction', text: 'Menu.CarAuctions', icon: IconCar, also: '/' },
  { pageType: 'stats', text: 'Menu.CarStatistics', icon: IconChartBar },
  { pageType: 'bikes', text: 'Menu.BikeAuctions', icon: IconMotorbike },
  { pageType: 'bike-stats', text: 'Menu.BikeStatistics', icon: IconChartLine },
  { pageType: 'stock', text: 'Menu.Oneprice', icon: IconTag },
];

/** The user's menu in its two groups (business-rules.md#menus). */
export function menuGroups(session: Session, newBids: number, unreadChats = 0): MenuItem[][] {
  const menu = menuOfSession(session);
  const profile = item(paths.profile(), 'Menu.Profile', IconUser);
  const own =
    menu === 'manager'
      ? [{ ...item(paths.bidManager(), 'Menu.BidManager', IconGavel, badgeOf(newBids)), unreadChats }, profile]
      : [
          {
            ...item(
              menu === 'dealer' && session.permissions.dealerBidAccess ? paths.dealerBids() : paths.myBids(),
              'Menu.MyBids',
              IconGavel,
              badgeOf(newBids),
            ),
            unreadChats,
          },
          item(paths.bidHistory(), 'Menu.BidHistory', IconHistory),
          item(paths.purchasedCars(), menu === 'dealer' ? 'Menu.Purchased' : 'Menu.PurchasedCars', IconKey),
          item(paths.payments(), 'Menu.Payments', IconCreditCard),
          profile,
        ];
  const { permissions } = session;
  const views = VIEWS.filter(({ pageType }) => permissions[PAGE_RULES[pageType].flag]).map(
    ({ pageType, text, icon, also }) => ({ ...item(paths.listing(pageType), text, icon), ...(also ? { also } : {}) }),
  );
  const favorites = { ...item(paths.favorites('A'), 'Menu.Favorites', IconStar), under: '/favorites/' };
  return [permissions.bidManagementEnabled || menu !== 'manager' ? own : [profile], [favorites, ...views]];
}
