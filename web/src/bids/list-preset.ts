import { menuOf } from '@seri/contract/auth/permissions.ts';
import type { ListName } from '@seri/contract/bids/list-routes.ts';
import type { Session } from '@seri/contract/users/routes.ts';
import type { BidFilter } from './list-filter.ts';

/** What a list starts with when its address says nothing: today for those who want it (decisions D4.5), and a manager's own clients as he left it (decisions D1.11). */
export function presetOf(
  list: ListName,
  { permissions, detail }: Pick<Session, 'permissions' | 'detail'>,
  { today, mine }: { today: string; mine: boolean },
): BidFilter {
  const isStaff = menuOf(detail) === 'manager';
  return {
    ...(permissions.bidsTodayDefault ? todayIn(list, today) : {}),
    ...(mine && isStaff && (list === 'index' || list === 'history') ? { mine: '1' as const } : {}),
  };
}

const todayIn = (list: ListName, today: string): BidFilter =>
  list === 'index' || list === 'my-bid' ? { auctionDate: [today] } : { auctionDateFrom: today, auctionDateTo: today };
