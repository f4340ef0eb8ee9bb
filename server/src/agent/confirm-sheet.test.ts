import { describe, expect, test } from 'vitest';
import { orderSheetFixture } from '../testing/bidding/order-sheet-fixture.ts';
import { createPerson, type Person } from '../testing/http/people.ts';

const orders = orderSheetFixture();

describe('a manager confirms a sheet', () => {
  test('acknowledges exactly the versions on the sheet, not those written later', async () => {
    const first = await orders.orderedLot();
    const second = await orders.orderedLot();
    await orders.cutOff([first.lotId]);
    await orders.send();
    await orders.fixture.edit(orders.fixture.maria, second.bidId, 450_000);
    const key = await orders.newest();
    expect(await orders.confirm(orders.fixture.maria, key)).toMatchObject({ status: 200, body: { success: true } });
    expect(await orders.fixture.order(first.lotId)).toMatchObject({ version: 1, state: 'acknowledged' });
    expect(await orders.fixture.order(second.lotId)).toMatchObject({ version: 2, state: 'waiting' });
    const acknowledged = await orders.fixture.db
      .selectFrom('agent_order_versions')
      .select(['lot_id', 'version'])
      .where('lot_id', 'in', [first.lotId, second.lotId])
      .where('acknowledged_at', 'is not', null)
      .orderBy('lot_id')
      .execute();
    expect(acknowledged).toEqual([
      { lot_id: first.lotId, version: 1 },
      { lot_id: second.lotId, version: 1 },
    ]);
    const [sheet] = await orders.sheets();
    expect(sheet).toMatchObject({ confirmed_by: orders.fixture.maria.id });
    await orders.fixture.expectSound();
  });

  test('releases the amount held for the withdrawn order; a repeat changes nothing', async () => {
    const { lotId, bidId } = await orders.orderedLot(500_000);
    await orders.cutOff([lotId]);
    await orders.send();
    expect((await orders.confirm(orders.fixture.maria, await orders.newest())).status).toBe(200);
    await orders.fixture.setStatus(orders.fixture.maria, bidId, 3);
    await orders.send();
    const key = await orders.newest();
    expect(key.version).toBe(2);
    expect((await orders.confirm(orders.fixture.maria, key)).status).toBe(200);
    expect((await orders.confirm(orders.fixture.maria, key)).status).toBe(200);
    expect(await orders.fixture.order(lotId)).toMatchObject({ kind: 'withdraw', state: 'acknowledged' });
    expect(await orders.fixture.exposure(orders.anna)).toBe(0);
    expect((await orders.confirm(orders.fixture.maria, { ...key, version: 1 })).status).toBe(200);
    await orders.fixture.expectSound();
  });

  test('cannot be confirmed when a confirmed sheet has replaced it, or when it does not exist', async () => {
    const { lotId, bidId } = await orders.orderedLot();
    await orders.cutOff([lotId]);
    await orders.send();
    await orders.fixture.edit(orders.fixture.maria, bidId, 450_000);
    await orders.send();
    const key = await orders.newest();
    expect((await orders.confirm(orders.fixture.maria, key)).status).toBe(200);
    expect((await orders.confirm(orders.fixture.maria, { ...key, version: 1 })).status).toBe(404);
    expect((await orders.confirm(orders.fixture.maria, { ...key, version: 3 })).status).toBe(404);
    expect((await orders.confirm(orders.fixture.maria, { ...key, day: '2020-01-01' })).status).toBe(404);
  });

  test.each([
    ['POST', '/v1/agent/confirm-sheet'],
    ['GET', '/v1/agent/sheets'],
    ['GET', '/v1/agent/open-bids'],
  ] as const)('%s %s is for bid managers only', async (method, path) => {
    const ask = (person: Person | null) =>
      orders.fixture.ask(
        person,
        method,
        path,
        method === 'POST' ? { houseId: 1, day: '2026-11-24', version: 1 } : undefined,
      );
    const reader = await createPerson(orders.fixture.db, { roleId: 991, permissions: { bidManagementEnabled: false } });
    expect((await ask(null)).status).toBe(401);
    expect((await ask(orders.anna)).status).toBe(403);
    expect((await ask(reader)).status).toBe(403);
  });
});

describe('managers see', () => {
  test('the newest sheet of each auction house and day, with the times of mail and confirmation', async () => {
    const { lotId, bidId } = await orders.orderedLot();
    await orders.cutOff([lotId]);
    await orders.send();
    await orders.fixture.edit(orders.fixture.maria, bidId, 450_000);
    await orders.send();
    const mine = async () => {
      const { body } = await orders.fixture.ask(orders.fixture.maria, 'GET', '/v1/agent/sheets');
      return body.filter((sheet: { house: string }) => sheet.house === orders.house);
    };
    const key = await orders.newest();
    const listed = { ...key, house: orders.house, orders: 1, writtenAt: expect.stringMatching(/\+09:00$/) };
    expect(await mine()).toEqual([{ ...listed, mailedAt: null, confirmedAt: null }]);
    await orders.deliver((await orders.rowOfMail(key)).id);
    await orders.confirm(orders.fixture.maria, key);
    const stamp = expect.stringMatching(/\+09:00$/);
    expect(await mine()).toEqual([{ ...listed, mailedAt: stamp, confirmedAt: stamp }]);
  });

  test('the open bids, as on the sheet', async () => {
    const { lotId, bidId } = await orders.orderedLot();
    const { status, body } = await orders.fixture.ask(orders.fixture.maria, 'GET', '/v1/agent/open-bids');
    expect(status).toBe(200);
    expect(body.writtenAt).toMatch(/\+09:00$/);
    expect(body.bids.find((bid: { bidId: number }) => bid.bidId === bidId)).toMatchObject({
      lotId,
      house: orders.house,
      maxYen: 400_000,
      overbidYen: 10_000,
      atMostYen: 410_000,
      clientId: `C-${String(orders.anna.id).padStart(4, '0')}`,
      group: null,
      state: 'waiting',
      notForwarded: false,
    });
  });
});
