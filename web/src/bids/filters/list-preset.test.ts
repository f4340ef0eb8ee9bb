import { defaultPermissions, ROLE } from '@seri/contract/auth/permissions.ts';
import type { Session } from '@seri/contract/users/routes.ts';
import { expect, test } from 'vitest';
import { presetOf } from './list-preset.ts';

const session = (roleId: typeof ROLE.manager | typeof ROLE.client, bidsTodayDefault: boolean) =>
  ({
    detail: { roleId, userType: roleId === ROLE.manager ? 3 : 2 },
    permissions: { ...defaultPermissions(roleId), bidsTodayDefault },
  }) as Session;
const now = { today: '2026-11-24', mine: true };

// @covers MGMT-08
test('today is one day where days are chosen and a range where they are typed', () => {
  const client = session(ROLE.client, true);
  expect(presetOf('my-bid', client, now)).toEqual({ auctionDate: ['2026-11-24'] });
  expect(presetOf('dealer', client, now)).toEqual({ auctionDateFrom: '2026-11-24', auctionDateTo: '2026-11-24' });
  expect(presetOf('my-bid', session(ROLE.client, false), now)).toEqual({});
});

test('only managers have clients of their own', () => {
  expect(presetOf('history', session(ROLE.manager, false), now)).toEqual({ mine: '1' });
  expect(presetOf('index', session(ROLE.manager, true), { ...now, mine: false })).toEqual({
    auctionDate: ['2026-11-24'],
  });
});
