import { defaultPermissions, ROLE, type RoleId } from '@seri/contract/auth/permissions.ts';
import { PAGE_RULES, PAGE_TYPES, type PageType } from '@seri/contract/lots/page-types.ts';
import { describe, expect, test } from 'vitest';
import { lotVisits } from '../../testing/fixtures/lot-visits.ts';
import { ownLotPortal } from '../../testing/fixtures/own-lot-portal.ts';
import type { Person } from '../../testing/http/people.ts';
import { findSheet } from '../lot-page/sheet-queries.ts';

const { portal, client } = ownLotPortal();
const { view, viewOn, seen, lot, person, bid } = lotVisits(portal);

describe('access to a lot', () => {
  test('not for visitors', async () => {
    expect((await view(null, await lot())).status).toBe(401);
  });

  test('without the flag only the lot of an own bid, and the reply does not reveal which lots exist', async () => {
    const outsider = await person({ permissions: { carAuctionsView: false } });
    const id = await lot();
    expect((await view(outsider, id)).body).toMatchObject({ messageCode: 'Access.Denied' });
    expect((await view(outsider, 999_999)).body).toMatchObject({ messageCode: 'Access.Denied' });
    await bid(outsider, id, 5);
    expect((await seen(outsider, id)).carCommonDetail.id).toBe(String(id));
  });

  test('a private lot is not found, except by staff and by its bidder', async () => {
    const id = await lot({ is_private: true });
    expect((await view(client, id)).status).toBe(404);
    expect((await view(await person({ roleId: ROLE.manager }), id)).status).toBe(200);
    const bidder = await person({});
    await bid(bidder, id, 1);
    expect((await view(bidder, id)).status).toBe(200);
  });

  test.each(['0', '-1', '1.5', '1e3', 'abc', '99999999999999999999', "1' or '1'='1"])(
    'there is no lot %s',
    async (id) => {
      expect((await view(client, id)).body).toMatchObject({ messageCode: 'NotFound' });
    },
  );

  test('refuses characters that no text may contain', async () => {
    expect((await view(client, '%00')).status).toBe(400);
  });

  test('every page serves the lots of its kind and source, past ones too, and no others', async () => {
    const lots = {
      car: await lot(),
      sold: await lot({ auctionInMinutes: -60 * 24 * 40, status: 4533, sold_price_yen: 500_000 }),
      stock: await lot({ lot_source: 'stock' }),
      bike: await lot({ vehicle: 'bike' }),
    };
    const answered = async (pageType: PageType) => {
      const found: string[] = [];
      for (const [name, id] of Object.entries(lots)) {
        const { status } = await viewOn(pageType, client, id);
        expect([200, 404]).toContain(status);
        if (status === 200) found.push(name);
      }
      return found;
    };
    expect(await answered('car-auction')).toEqual(['car', 'sold']);
    expect(await answered('stats')).toEqual(['car', 'sold']);
    expect(await answered('stock')).toEqual(['stock']);
    expect(await answered('bikes')).toEqual(['bike']);
    expect(await answered('bike-stats')).toEqual(['bike']);
  });

  test.each(PAGE_TYPES)('the flag of %s opens its lots', async (pageType) => {
    const { flag, vehicle, source, time } = PAGE_RULES[pageType];
    const ofTime = time === 'past' ? { auctionInMinutes: -60 * 24 * 40, status: 4533 } : {};
    const id = await lot({ vehicle, lot_source: source, ...ofTime });
    const without = await person({ permissions: { [flag]: false } });
    expect((await viewOn(pageType, without, id)).body).toMatchObject({ messageCode: 'Access.Denied' });
    expect((await viewOn(pageType, client, id)).status).toBe(200);
  });

  test('a favorite opens its lot without the flag, but not a private one', async () => {
    const outsider = await person({ permissions: { bikeView: false } });
    const [open, hidden] = [await lot({ vehicle: 'bike' }), await lot({ vehicle: 'bike', is_private: true })];
    const favorite = (lotId: number) =>
      portal.database.db
        .insertInto('favorites')
        .values({ user_id: outsider.id, lot_id: lotId, group_letter: 'B' })
        .execute();
    expect((await viewOn('bikes', outsider, open)).status).toBe(403);
    await favorite(open);
    await favorite(hidden);
    expect((await viewOn('bikes', outsider, open)).status).toBe(200);
    expect((await viewOn('bikes', outsider, hidden)).status).toBe(404);
  });

  test('a private lot is visible to the people it names, and to nobody else', async () => {
    const guest = await person({});
    const id = await lot({ is_private: true, viewers: [guest.id] });
    expect((await view(guest, id)).status).toBe(200);
    expect((await view(client, id)).status).toBe(404);
  });

  test('refuses a call without an id, or with other parameters', async () => {
    expect((await portal.ask(client, 'GET', '/v1/car-auction/view-lot')).status).toBe(400);
    expect((await view(client, '1&userId=2')).status).toBe(400);
  });
});

describe('access to an auction sheet', () => {
  const sheet = JSON.stringify({ damages: [], remarksJa: [], seed: 1 });
  const viewerOf = (reader: Person, roleId: RoleId) => ({
    userId: reader.id,
    userType: roleId === ROLE.manager ? (3 as const) : (2 as const),
    roleId,
    language: 692,
    sessionId: '',
    permissions: defaultPermissions(roleId),
    secondFactorNeeded: false,
  });
  const shown = async (id: number, reader: Person, roleId: RoleId = ROLE.client) =>
    (await findSheet(portal.database.db, String(id), viewerOf(reader, roleId)))?.lotNo ?? null;

  test('for all readers who may open the lot, and nobody else', async () => {
    const open = await lot({ sheet, lot_no: 771 });
    const hidden = await lot({ sheet, lot_no: 772, is_private: true });
    const manager = await person({ roleId: ROLE.manager });
    expect(await shown(open, client)).toBe(771);
    expect(await shown(hidden, client)).toBeNull();
    expect(await shown(hidden, manager, ROLE.manager)).toBe(772);
    expect(await shown(open, client, ROLE.disabled)).toBeNull();
    await bid(client, hidden, 2);
    expect(await shown(hidden, client)).toBe(772);
  });

  test('a lot without a sheet has none', async () => {
    expect(await shown(await lot(), client)).toBeNull();
    expect(await shown(999_999, client)).toBeNull();
  });
});
