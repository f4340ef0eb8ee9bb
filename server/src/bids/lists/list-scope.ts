import { ROLE, USER_TYPE } from '@seri/contract/auth/permissions.ts';
import type { BidType, ListName } from '@seri/contract/bids/list-routes.ts';
import type { Viewer } from '../../platform/calls/current-user.ts';
import { Refused } from '../../platform/calls/errors.ts';
import type { Whose } from './list-conditions-queries.ts';

const isDealer = ({ roleId, permissions }: Viewer): boolean => roleId === ROLE.dealer && permissions.dealerBidAccess;
export const isStaff = ({ userType, roleId }: Viewer): boolean =>
  userType === USER_TYPE.manager && roleId !== ROLE.dealer;

/** The list of active bids a reader has when none is named. */
export const ownList = (viewer: Viewer): ListName => {
  if (isDealer(viewer)) return 'dealer';
  return isStaff(viewer) ? 'index' : 'my-bid';
};

/** Whose bids a list holds for this reader, as its call of the contract opens it; refused where that call is. */
export function whoseOf(viewer: Viewer, list: ListName, bidType: BidType = 'all'): Whose {
  const { userId, userType, permissions } = viewer;
  if (isStaff(viewer)) {
    if (permissions.bidManagementEnabled && (list === 'index' || list === 'history')) return { kind: 'everybody' };
    throw new Refused('Access.Denied');
  }
  if (isDealer(viewer) && list !== 'my-bid' && list !== 'index') return { kind: 'dealer', userId, bidType };
  if (userType === USER_TYPE.client && (list === 'my-bid' || list === 'history')) return { kind: 'own', userId };
  throw new Refused('Access.Denied');
}
