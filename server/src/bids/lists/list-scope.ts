import { ROLE, USER_TYPE } from '@seri/contract/auth/permissions.ts';
import type { BidType, ListName } from '@seri/contract/bids/list-routes.ts';
import type { CurrentUser } from '../../platform/calls/current-user.ts';
import { ApiError } from '../../platform/calls/errors.ts';
import type { BidScope } from './list-conditions-queries.ts';

const isDealer = ({ roleId, permissions }: CurrentUser): boolean =>
  roleId === ROLE.dealer && permissions.dealerBidAccess;
export const isStaff = ({ userType, roleId }: CurrentUser): boolean =>
  userType === USER_TYPE.manager && roleId !== ROLE.dealer;

/** The reader's default list of active bids. */
export const ownList = (currentUser: CurrentUser): ListName => {
  if (isDealer(currentUser)) return 'dealer';
  return isStaff(currentUser) ? 'index' : 'my-bid';
};

/** The bids that a list holds for this reader. Throws Access.Denied wherever the contract denies the list's call. */
export function scopeOf(currentUser: CurrentUser, list: ListName, bidType: BidType = 'all'): BidScope {
  const { userId, userType, permissions } = currentUser;
  if (isStaff(currentUser)) {
    if (permissions.bidManagementEnabled && (list === 'index' || list === 'history')) return { kind: 'everybody' };
    throw new ApiError('Access.Denied');
  }
  if (isDealer(currentUser) && list !== 'my-bid' && list !== 'index') return { kind: 'dealer', userId, bidType };
  if (userType === USER_TYPE.client && (list === 'my-bid' || list === 'history')) return { kind: 'own', userId };
  throw new ApiError('Access.Denied');
}
