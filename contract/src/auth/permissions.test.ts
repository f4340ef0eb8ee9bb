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

describe('flags of a new account by role', () => {
  // @covers ACCT-13
  test('VIP and troublesome clients have the flags of a client', () => {
    for (const role of ['client', 'vip', 'troublesome'] as const) expect(flagsOf(role)).toEqual([...BUYER].sort());
  });

  // @covers ACCT-13
  test('without a deposit, or restricted by a manager, an account has everything but bidding', () => {
    for (const role of ['restricted', 'restrictedByManager'] as const)
      expect(flagsOf(role)).toEqual([...VIEWS, ...CHECKS, ...REST].sort());
  });

  // @covers ACCT-13, ACCT-16
  test('a guest can only look, a disabled account cannot even do that', () => {
    expect(flagsOf('guest')).toEqual([...VIEWS].sort());
    expect(flagsOf('disabled')).toEqual([]);
  });

  test('a dealer is a client who also sees the bids of their own clients', () => {
    expect(flagsOf('dealer')).toEqual([...BUYER, 'dealerBidAccess'].sort());
  });

  test('a manager has everything but the checks of a buyer', () => {
    expect(flagsOf('manager')).toEqual(FLAGS.filter((flag) => !CHECKS.includes(flag)).sort());
  });
});

test('the menu depends on the role of a dealer first, then on the user type', () => {
  expect(menuOf({ roleId: ROLE.dealer, userType: USER_TYPE.client })).toBe('dealer');
  expect(menuOf({ roleId: ROLE.dealer, userType: USER_TYPE.manager })).toBe('dealer');
  for (const roleId of [ROLE.client, ROLE.vip, ROLE.guest, ROLE.troublesome, ROLE.restricted])
    expect(menuOf({ roleId, userType: USER_TYPE.client })).toBe('client');
  expect(menuOf({ roleId: ROLE.manager, userType: USER_TYPE.manager })).toBe('manager');
});
