import * as z from 'zod/mini';

/** All permission flags (business-rules.md#permission-flags). */
export const FLAGS = [
  'carAuctionsView',
  'salesStatisticsView',
  'dealerBidAccess',
  'shareCar',
  'onepriceView',
  'biddingAllowed',
  'adjustmentPriceShow',
  'exportTypeOptional',
  'exportTypeShow',
  'bidDeadlineCheck',
  'creditLimitCheck',
  'dailyBidLimitCheck',
  'ussLimitCheck',
  'auctionTranslationUse',
  'downloadPhotos',
  'downloadInvoice',
  'managerBidForClient',
  'bidsTodayDefault',
  'bikeView',
  'bidManagementEnabled',
  'lastHourBidWarning',
  'bidManageStatus',
  'bidManageBidPrice',
  'bidManageSoldPrice',
] as const;
export type Flag = (typeof FLAGS)[number];
export type Permissions = Record<Flag, boolean>;

/** Rights that a company may remove from all accounts because it does not offer the service (company setting switchedOff). */
export const SERVICES = [
  'carAuctionsView',
  'salesStatisticsView',
  'onepriceView',
  'bikeView',
  'shareCar',
  'auctionTranslationUse',
  'downloadPhotos',
  'downloadInvoice',
  'dealerBidAccess',
  'managerBidForClient',
] as const satisfies readonly Flag[];
export type Service = (typeof SERVICES)[number];

/** Returns the permissions without the services that the company does not offer. */
export const offered = <P extends Permissions>(permissions: P, switchedOff: readonly Service[]): P =>
  switchedOff.length === 0
    ? permissions
    : { ...permissions, ...Object.fromEntries(switchedOff.map((flag) => [flag, false])) };

export const permissions = z.object(
  Object.fromEntries(FLAGS.map((flag) => [flag, z.boolean()])) as Record<Flag, z.ZodMiniBoolean>,
);

export const USER_TYPE = { client: 2, manager: 3 } as const;
export const ROLE = {
  restricted: 979,
  guest: 980,
  vip: 981,
  disabled: 982,
  restrictedByManager: 984,
  manager: 991,
  client: 1064,
  troublesome: 1065,
  dealer: 1092,
} as const;
export type RoleId = (typeof ROLE)[keyof typeof ROLE];

const VIEWS: Flag[] = ['carAuctionsView', 'salesStatisticsView', 'onepriceView', 'bikeView'];
const CHECKS: Flag[] = ['bidDeadlineCheck', 'creditLimitCheck', 'dailyBidLimitCheck', 'ussLimitCheck'];
const CLIENT: Flag[] = [
  ...VIEWS,
  ...CHECKS,
  'shareCar',
  'biddingAllowed',
  'exportTypeShow',
  'auctionTranslationUse',
  'downloadPhotos',
  'downloadInvoice',
];
const RESTRICTED = CLIENT.filter((flag) => flag !== 'biddingAllowed');

const BY_ROLE: Record<RoleId, readonly Flag[]> = {
  [ROLE.client]: CLIENT,
  [ROLE.vip]: CLIENT,
  [ROLE.troublesome]: CLIENT,
  [ROLE.dealer]: [...CLIENT, 'dealerBidAccess'],
  [ROLE.restricted]: RESTRICTED,
  [ROLE.restrictedByManager]: RESTRICTED,
  [ROLE.guest]: VIEWS,
  [ROLE.disabled]: [],
  [ROLE.manager]: FLAGS.filter((flag) => !CHECKS.includes(flag)),
};

/** The flags a new account of this role starts with (business-rules.md#permission-flags). */
export const defaultPermissions = (roleId: RoleId): Permissions =>
  Object.fromEntries(FLAGS.map((flag) => [flag, BY_ROLE[roleId].includes(flag)])) as Permissions;

export type Menu = 'dealer' | 'client' | 'manager';

/** The menu of a person, in exactly this order (business-rules.md#menus). */
export function menuOf({ roleId, userType }: { roleId: number; userType: number }): Menu {
  if (roleId === ROLE.dealer) return 'dealer';
  return userType === USER_TYPE.client ? 'client' : 'manager';
}
