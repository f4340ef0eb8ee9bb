import { ROLE } from '@seri/contract/auth/permissions.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLot } from '../testing/fixtures/lots.ts';
import { open, type SharedLots, shareLinks, sharingFixture, view } from '../testing/fixtures/share-links.ts';
import { openBrowser } from '../testing/http/browser.ts';
import { createPerson, type Person } from '../testing/http/people.ts';
import type { TestPortal } from '../testing/http/portal.ts';

let portal: TestPortal;
let anna: Person;
let lots: SharedLots;
let close: () => Promise<void>;
const { password, shareOf } = shareLinks(() => ({ portal, anna, lots }));

beforeAll(async () => {
  ({ portal, anna, lots, close } = await sharingFixture());
});
afterAll(() => close());

const wrongFor = (code: string) => (code === '000000' ? '000001' : '000000');

describe('opening a shared lot', () => {
  // @covers SEC-02, SHARE-02, SHARE-05
  test('refuses a wrong code, and locks out a network after five, but no other network', async () => {
    const { shareId, password: code } = await shareOf('car-auction', await createPerson(portal.database.db));
    const browser = openBrowser(portal.app);
    for (let n = 0; n < 5; n++)
      expect(await open(browser, shareId, wrongFor(code))).toMatchObject({
        status: 403,
        body: { messageCode: 'Share.WrongCode' },
      });
    expect(await open(browser, shareId, code)).toMatchObject({ status: 404, body: { messageCode: 'NotFound' } });
    expect((await open(openBrowser(portal.app), shareId, code)).status).toBe(200);
    await portal.database.pool.query(`update share_attempts set locked_until = now() - interval '1 second'`);
    expect((await open(browser, shareId, code)).status).toBe(200);
  });

  // @covers SEC-02, SHARE-05
  test('counts a whole IPv6 range of one customer as one network', async () => {
    const { shareId, password: code } = await shareOf('stats', await createPerson(portal.database.db));
    for (let n = 0; n < 5; n++)
      await open(openBrowser(portal.app, `2001:db8:aa:bb::${n + 1}`), shareId, wrongFor(code));
    expect((await open(openBrowser(portal.app, '2001:db8:aa:bb::99'), shareId, code)).status).toBe(404);
  });

  // @covers SEC-02, SHARE-05
  test('ends the share after thirty wrong codes from any networks, even if sent concurrently', async () => {
    const { shareId, password: code } = await shareOf('stock', await createPerson(portal.database.db));
    const tries = await Promise.all(
      Array.from({ length: 40 }, () => open(openBrowser(portal.app), shareId, wrongFor(code))),
    );
    const statuses = tries.map(({ status }) => status);
    expect(statuses.filter((status) => status === 403)).toHaveLength(30);
    expect(statuses.filter((status) => status === 404)).toHaveLength(10);
    expect((await open(openBrowser(portal.app), shareId, code)).status).toBe(404);
  });

  // @covers SEC-02, SHARE-02, SHARE-05
  test('gives the same reply for unknown, expired, revoked, locked and private shares', async () => {
    const { db, pool } = portal.database;
    const made = async () => shareOf('car-auction', await createPerson(db));
    const [over, back, locked] = [await made(), await made(), await made()];
    await pool.query(`update shares set expires_at = now() - interval '1 second' where id = $1`, [over.shareId]);
    await pool.query('update shares set ended_at = now() where id = $1', [back.shareId]);
    const disabled = await createPerson(db);
    const ofDisabled = await shareOf('car-auction', disabled);
    await db.updateTable('users').set({ role_id: ROLE.disabled }).where('id', '=', disabled.id).execute();
    const browser = openBrowser(portal.app);
    for (let n = 0; n < 5; n++) await open(browser, locked.shareId, wrongFor(locked.password));
    const seen = new Set<string>();
    for (const [id, code] of [
      ['aaaaaaaaaaaaaaaa', '123456'],
      ['no such id', '123456'],
      [over.shareId, over.password],
      [back.shareId, back.password],
      [locked.shareId, locked.password],
      [ofDisabled.shareId, ofDisabled.password],
    ]) {
      const { status, body } = await open(browser, id, code);
      seen.add(JSON.stringify({ status, ...body, requestId: undefined }));
    }
    expect([...seen]).toEqual([
      JSON.stringify({ status: 404, success: false, error: 'Not found', messageCode: 'NotFound' }),
    ]);
    for (const { shareId } of [over, back]) expect((await view(openBrowser(portal.app), shareId)).status).toBe(404);
  });

  // @covers FIND-07
  test('shows the other public listings of the vehicle, without prices and addresses, with what contradicts them', async () => {
    const { db } = portal.database;
    const chassis_number = 'ZVW50-3141592';
    const listed = { chassis_number, sold_price_yen: 654_321, start_price_yen: 123_456 };
    const now = await createLot(db, { ...listed, mileage_km: 40_000 });
    await createLot(db, { ...listed, auctionInMinutes: -40 * 24 * 60, status: 4533, mileage_km: 90_000 });
    await createLot(db, { ...listed, auctionInMinutes: -50 * 24 * 60, is_private: true, viewers: [anna.id] });
    await createLot(db, { ...listed, maker: 'LEXUS' });
    const { shareId, password: code } = (await password(anna, 'car-auction', now)).body;
    const browser = openBrowser(portal.app);
    expect((await view(browser, shareId)).status).toBe(403);
    await open(browser, shareId, code);
    const { body } = await view(browser, shareId);
    expect(body.contradictions).toEqual(['mileage']);
    expect(body.appearances).toEqual([
      {
        auctionName: expect.any(String),
        auctionDate: expect.any(String),
        lotNo: expect.any(Number),
        state: 'sold',
        condition: expect.any(String),
        mileage: 90_000,
        images: expect.any(Array),
        contradictions: [],
      },
    ]);
    expect(JSON.stringify(body)).not.toMatch(/654321|123456|3141592/);
    // A sharer shows no results that are closed to the sharer.
    const blind = await createPerson(db, { permissions: { salesStatisticsView: false } });
    const other = (await password(blind, 'car-auction', now)).body;
    await open(browser, other.shareId, other.password);
    expect((await view(browser, other.shareId)).body).toMatchObject({ appearances: [], contradictions: [] });
  });

  // @covers SEC-02
  test('opens only that lot for a day in the browser that entered the code', async () => {
    const first = await shareOf('car-auction');
    const other = await shareOf('stock');
    const browser = openBrowser(portal.app);
    const { setCookies } = await open(browser, first.shareId, first.password);
    expect(setCookies).toEqual([
      expect.stringMatching(
        new RegExp(`^seri_share_${first.shareId}_3000=[\\w-]{43}; Max-Age=86400; Path=/; HttpOnly; SameSite=Lax$`),
      ),
    ]);
    expect((await view(browser, first.shareId)).status).toBe(200);
    expect((await view(browser, other.shareId)).status).toBe(403);
    // The cookie value of one share under the name of another.
    const stolen = { cookie: `seri_share_${other.shareId}_3000=${[...browser.jar.values()][0]}` };
    expect(
      (await openBrowser(portal.app).ask('GET', `/v1/share/view-lot?id=${other.shareId}`, undefined, stolen)).status,
    ).toBe(403);
    await portal.database.pool.query(`update share_visits set expires_at = now() - interval '1 second'`);
    expect((await view(browser, first.shareId)).status).toBe(403);
  });

  // @covers SHARE-03
  test('shows the sheet only with access to the lot or with the code, without the chassis number', async () => {
    const { shareId, password: code } = await shareOf('car-auction');
    const browser = openBrowser(portal.app);
    const sheet = (lotId: number) =>
      portal.app.inject({
        url: `/s/${lotId}/${shareId}?w=320`,
        headers: { cookie: [...browser.jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      });
    expect((await sheet(lots.car)).statusCode).toBe(404);
    await open(browser, shareId, code);
    const shown = await sheet(lots.car);
    expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/webp']);
    expect((await sheet(lots.stock)).statusCode).toBe(404);
    const whole = await portal.app.inject({ url: `/s/${lots.car}?w=320`, headers: { cookie: anna.cookie } });
    expect(whole.statusCode).toBe(200);
    expect(whole.rawPayload.equals(shown.rawPayload)).toBe(false);
  });

  // @covers SHARE-05
  test('counts every opening with the right code for the sender', async () => {
    const eva = await createPerson(portal.database.db);
    const { shareId, password: code, views } = await shareOf('bikes', eva);
    expect(views).toBe(0);
    for (let n = 0; n < 3; n++) await open(openBrowser(portal.app), shareId, code);
    await open(openBrowser(portal.app), shareId, wrongFor(code));
    expect((await shareOf('bikes', eva)).views).toBe(3);
  });

  // @covers SHARE-05
  test('a lot that becomes private can no longer be opened by a share', async () => {
    const lotId = await createLot(portal.database.db);
    const { shareId, password: code } = (await password(anna, 'car-auction', lotId)).body;
    const browser = openBrowser(portal.app);
    await open(browser, shareId, code);
    await portal.database.db.updateTable('lots').set({ is_private: true }).where('id', '=', lotId).execute();
    expect((await view(browser, shareId)).status).toBe(404);
    expect((await open(browser, shareId, code)).status).toBe(404);
  });

  test('refuses a body without id or code', async () => {
    for (const body of [{}, { id: 'x' }, { code: '1' }, { id: 1, code: '123456' }, { id: 'x', code: '1', more: 1 }])
      expect((await openBrowser(portal.app).ask('POST', '/v1/share/open', body)).status).toBe(422);
    expect((await openBrowser(portal.app).ask('GET', '/v1/share/view-lot')).status).toBe(400);
  });
});
