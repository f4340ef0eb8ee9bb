import { defaultPermissions, type Permissions, ROLE, type RoleId } from '@seri/contract/auth/permissions.ts';
import type { Session } from '@seri/contract/users/routes.ts';
import { describe, expect, test } from 'vitest';
import { menuGroups } from './menu.ts';

/** Texts are not loaded here, so a label is its key. */
const secondGroup = (roleId: RoleId, permissions: Partial<Permissions> = {}) => {
  const session = {
    detail: { roleId, userType: roleId === ROLE.manager ? 3 : 2 },
    permissions: { ...defaultPermissions(roleId), ...permissions },
  } as Session;
  return menuGroups(session, 0)[1] ?? [];
};
const names = (...of: Parameters<typeof secondGroup>) => secondGroup(...of).map(({ label }) => label);

const ALL = [
  'Menu.Favorites',
  'Menu.CarAuctions',
  'Menu.CarStatistics',
  'Menu.BikeAuctions',
  'Menu.BikeStatistics',
  'Menu.Oneprice',
];

describe('the second group of the menu', () => {
  test.each([
    ['a client', ROLE.client],
    ['a dealer', ROLE.dealer],
    ['a manager', ROLE.manager],
  ] as const)(
    '%s finds favourites first, then every page he may see; stock cars and dashboard are not listed',
    (_, role) => {
      expect(names(role)).toEqual(ALL);
    },
  );

  test.each([
    ['carAuctionsView', ['Menu.CarAuctions']],
    ['salesStatisticsView', ['Menu.CarStatistics']],
    ['onepriceView', ['Menu.Oneprice']],
    ['bikeView', ['Menu.BikeAuctions', 'Menu.BikeStatistics']],
  ] as const)('without %s its pages are missing', (flag, missing) => {
    expect(names(ROLE.client, { [flag]: false })).toEqual(
      ALL.filter((name) => !(missing as readonly string[]).includes(name)),
    );
  });

  test('favourites stay where no page is left, lead to group A and are the same entry on every group', () => {
    const none = { carAuctionsView: false, salesStatisticsView: false, onepriceView: false, bikeView: false };
    const entries = secondGroup(ROLE.client, none);
    expect(entries).toMatchObject([
      { label: 'Menu.Favorites', link: { to: '/favorites/$group', params: { group: 'A' } }, under: '/favorites/' },
    ]);
  });
});

test.each([
  [0, undefined],
  [7, '7'],
  [99, '99'],
  [100, '99+'],
])('%i new bids are the badge %s', (newBids, badge) => {
  const session = {
    detail: { roleId: ROLE.client, userType: 2 },
    permissions: defaultPermissions(ROLE.client),
  } as Session;
  expect(menuGroups(session, newBids)[0]?.[0]).toMatchObject({ label: 'Menu.MyBids', badge });
});
