import { defaultPermissions, type Permissions, ROLE, type RoleId } from '@seri/contract/auth/permissions.ts';
import type { Session } from '@seri/contract/users/routes.ts';
import { describe, expect, test } from 'vitest';
import { type TextKey, t } from '../i18n/i18n.ts';
import { menuGroups } from './menu.ts';

const sessionOf = (roleId: RoleId, permissions: Partial<Permissions> = {}) =>
  ({
    detail: { roleId, userType: roleId === ROLE.manager ? 3 : 2 },
    permissions: { ...defaultPermissions(roleId), ...permissions },
  }) as Session;
/** Labels work with and without loaded texts: without them a label is its key. */
const wordsOf = (keys: readonly TextKey[]) => keys.map((key) => t(key));
const secondGroup = (...of: Parameters<typeof sessionOf>) => menuGroups(sessionOf(...of), 0)[1] ?? [];
const names = (...of: Parameters<typeof secondGroup>) => secondGroup(...of).map(({ label }) => label);

describe('the first group of the menu', () => {
  const BID_LINKS = { client: '/bids', dealer: '/dealer-bids', manager: '/bid-manager' };
  const own = (last: TextKey[]): TextKey[] => [
    'Menu.MyBids',
    'Menu.BidHistory',
    ...last,
    'Menu.Payments',
    'Menu.Profile',
  ];

  // @covers SHELL-12, SHELL-13, SHELL-14
  test.each([
    ['client', own(['Menu.PurchasedCars'])],
    ['dealer', own(['Menu.Purchased'])],
    ['manager', ['Menu.BidManager', 'Menu.Profile']],
  ] as const)('of a %s has these entries in order, the first with the number of new bids', (role, entries) => {
    const [first = []] = menuGroups(sessionOf(ROLE[role]), 12);
    expect(first.map(({ label }) => label)).toEqual(wordsOf(entries));
    expect(first[0]).toMatchObject({ link: { to: BID_LINKS[role] }, badge: '12' });
    expect(first.slice(1).map(({ badge }) => badge)).toEqual(first.slice(1).map(() => undefined));
  });

  // @covers SHELL-14
  test('of a manager without bids to manage is the profile; a dealer without client bids has their own', () => {
    const labels = (...of: Parameters<typeof sessionOf>) =>
      menuGroups(sessionOf(...of), 3)[0]?.map(({ label }) => label);
    expect(labels(ROLE.manager, { bidManagementEnabled: false })).toEqual(wordsOf(['Menu.Profile']));
    const [mine] = menuGroups(sessionOf(ROLE.dealer, { dealerBidAccess: false }), 3)[0] ?? [];
    expect(mine).toMatchObject({ label: t('Menu.MyBids'), link: { to: '/bids' } });
  });

  test.each([
    ['a manager who is a dealer', { roleId: ROLE.dealer, userType: 3 }, 'Menu.MyBids'],
    ['a client of any other role', { roleId: ROLE.guest, userType: 2 }, 'Menu.MyBids'],
    ['anybody else', { roleId: ROLE.client, userType: 3 }, 'Menu.BidManager'],
  ] as const)('is chosen by role, then by type: %s', (_, detail, label) => {
    const session = { ...sessionOf(ROLE.manager), detail } as Session;
    expect(menuGroups(session, 0)[0]?.[0]?.label).toBe(t(label));
  });
});

const ALL: TextKey[] = [
  'Menu.Favorites',
  'Menu.CarAuctions',
  'Menu.CarStatistics',
  'Menu.BikeAuctions',
  'Menu.BikeStatistics',
  'Menu.Oneprice',
];

describe('the second group of the menu', () => {
  // @covers SHELL-15
  test.each([
    ['a client', ROLE.client],
    ['a dealer', ROLE.dealer],
    ['a manager', ROLE.manager],
  ] as const)(
    '%s sees favourites first, then every permitted page; stock cars and dashboard are not listed',
    (_, role) => {
      expect(names(role)).toEqual(wordsOf(ALL));
    },
  );

  // @covers SHELL-15
  test.each([
    ['carAuctionsView', ['Menu.CarAuctions']],
    ['salesStatisticsView', ['Menu.CarStatistics']],
    ['onepriceView', ['Menu.Oneprice']],
    ['bikeView', ['Menu.BikeAuctions', 'Menu.BikeStatistics']],
  ] as const)('omits the pages of a missing %s', (flag, missing) => {
    expect(names(ROLE.client, { [flag]: false })).toEqual(
      wordsOf(ALL.filter((name) => !(missing as readonly string[]).includes(name))),
    );
  });

  // @covers SHELL-15
  test('favourites remain without any listing, lead to group A and are one entry for all groups', () => {
    const none = { carAuctionsView: false, salesStatisticsView: false, onepriceView: false, bikeView: false };
    const entries = secondGroup(ROLE.client, none);
    expect(entries).toMatchObject([
      { label: t('Menu.Favorites'), link: { to: '/favorites/$group', params: { group: 'A' } }, under: '/favorites/' },
    ]);
  });
});

// @covers SHELL-16
test.each([
  [0, undefined],
  [7, '7'],
  [99, '99'],
  [100, '99+'],
])('%i new bids show the badge %s', (newBids, badge) => {
  expect(menuGroups(sessionOf(ROLE.client), newBids)[0]?.[0]).toMatchObject({ label: t('Menu.MyBids'), badge });
});
