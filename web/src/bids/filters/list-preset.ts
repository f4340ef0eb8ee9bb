import { menuOf } from '@seri/contract/auth/permissions.ts';
import type { ListName } from '@seri/contract/bids/list-routes.ts';
import type { Session } from '@seri/contract/users/routes.ts';
import type { BidFilter } from '../core/list-filter.ts';

/**
 * Default filters of an address without any: today for users with the flag (business-rules.md#bid-list-filters), and
 * the manager's remembered choice (business-rules.md#clients-of-a-manager).
 */
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
