import { describe, expect, test } from 'vitest';
import { defaultPermissions, FLAGS, menuOf, ROLE, USER_TYPE } from './permissions.ts';

const VIEWS = ['carAuctionsView', 'salesStatisticsView', 'onepriceView', 'bikeView'];
const CHECKS = ['bidDeadlineCheck', 'creditLimitCheck', 'dailyBidLimitCheck', 'ussLimitCheck'];
const REST = ['shareCar', 'exportTypeShow', 'auctionTranslationUse', 'downloadPhotos', 'downloadInvoice'];
const BUYER = [...VIEWS, ...CHECKS, ...REST, 'biddingAllowed'];

const flagsOf = (role: keyof typeof ROLE) => {
  const flags = defaultPermissions(ROLE[role]);
  expect(Object.keys(flags).sort()).toEqual([...FLAGS].sort());
  return FLAGS.filter((flag) => flags[flag]).sort();
};

describe('the flags an account of a role starts with', () => {
  // @covers ACCT-13
  test('a VIP and a troublesome client are clients: what differs is decided elsewhere', () => {
    for (const role of ['client', 'vip', 'troublesome'] as const) expect(flagsOf(role)).toEqual([...BUYER].sort());
  });

  // @covers ACCT-13
  test('without a deposit, or restricted by a manager, everything but bidding is open', () => {
    for (const role of ['restricted', 'restrictedByManager'] as const)
      expect(flagsOf(role)).toEqual([...VIEWS, ...CHECKS, ...REST].sort());
  });

  // @covers ACCT-13, ACCT-16
  test('a guest looks and does nothing else, a disabled person not even that', () => {
    expect(flagsOf('guest')).toEqual([...VIEWS].sort());
    expect(flagsOf('disabled')).toEqual([]);
  });

  test('a dealer is a client who also sees the bids of his own clients', () => {
    expect(flagsOf('dealer')).toEqual([...BUYER, 'dealerBidAccess'].sort());
  });

  test('a manager has everything but the checks of a buyer', () => {
    expect(flagsOf('manager')).toEqual(FLAGS.filter((flag) => !CHECKS.includes(flag)).sort());
  });
});

test('the menu follows the role of a dealer first, then the kind of account', () => {
  expect(menuOf({ roleId: ROLE.dealer, userType: USER_TYPE.client })).toBe('dealer');
  expect(menuOf({ roleId: ROLE.dealer, userType: USER_TYPE.manager })).toBe('dealer');
  for (const roleId of [ROLE.client, ROLE.vip, ROLE.guest, ROLE.troublesome, ROLE.restricted])
    expect(menuOf({ roleId, userType: USER_TYPE.client })).toBe('client');
  expect(menuOf({ roleId: ROLE.manager, userType: USER_TYPE.manager })).toBe('manager');
});
