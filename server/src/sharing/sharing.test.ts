import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROLE } from '@seri/contract/auth/permissions.ts';
import { PAGE_TYPES, type PageType } from '@seri/contract/lots/page-types.ts';
import { AUCTION_TYPES, PASSWORD_PATHS } from '@seri/contract/sharing/routes.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerCalls } from '../app.ts';
import { folderStore } from '../photos/folder-store.ts';
import { japanDay } from '../platform/japan-time.ts';
import { registerPictures } from '../register-photos.ts';
import { type Browser, openBrowser } from '../testing/browser.ts';
import { COOKIES, SECRET_KEY } from '../testing/doors.ts';
import { createLot } from '../testing/lots.ts';
import { createPerson, type Person } from '../testing/people.ts';
import { type TestPortal, testPortal } from '../testing/portal.ts';
import { codeOf } from './share-code.ts';

const IMAGE = '/p/sedan-white-1-front34';
const SHEET = { damages: [], remarksJa: [], seed: 1 };
let portal: TestPortal;
let folder: string;
let anna: Person;
let boris: Person;
const lots = {} as Record<'car' | 'stock' | 'bike' | 'hidden', number>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'seri-sharing-'));
  portal = await testPortal((app, database) => {
    registerCalls(app, database, { cookies: COOKIES, secretKey: SECRET_KEY });
    registerPictures(app, database, {
      cacheDir: folder,
      store: folderStore(folder),
      secretKey: SECRET_KEY,
      cookies: COOKIES,
    });
  });
  const { db } = portal.database;
  anna = await createPerson(db);
  boris = await createPerson(db);
  const secrets = { manager_note: 'the chain is worn', sheet: JSON.stringify(SHEET), sold_price_yen: 654_321 };
  lots.car = await createLot(db, { ...secrets, remarks: 'one owner' });
  lots.stock = await createLot(db, { ...secrets, lot_source: 'stock' });
  lots.bike = await createLot(db, {
    ...secrets,
    vehicle: 'bike',
    chassis_code: 'NC42',
    chassis_number: 'NC42-1234567',
  });
  lots.hidden = await createLot(db, { ...secrets, is_private: true, viewers: [anna.id] });
});
afterAll(async () => {
  await portal.close();
  rmSync(folder, { recursive: true, force: true });
});

const lotOf = (page: PageType) => {
  if (page === 'stock') return lots.stock;
  return page.startsWith('bike') ? lots.bike : lots.car;
};
const password = (person: Person | null, page: PageType, lotId: number | string = lotOf(page), more = '') => {
  const name = page.startsWith('bike') ? 'bikeId' : 'carId';
  const query = `${name}=${lotId}&auctionType=${AUCTION_TYPES[page]}${more}`;
  return portal.ask(person, 'GET', `/v1/${PASSWORD_PATHS[page]}/password?${query}`);
};
const shareOf = async (page: PageType, person = anna) => (await password(person, page)).body;
const open = (browser: Browser, id: string, code: string) => browser.ask('POST', '/v1/share/open', { id, code });
const view = (browser: Browser, id: string) => browser.ask('GET', `/v1/share/view-lot?id=${id}`);
const wrongFor = (code: string) => (code === '000000' ? '000001' : '000000');

describe.each(PAGE_TYPES)('the code of a link to a lot on %s', (page) => {
  test('a stranger signs in first', async () => {
    expect(await password(null, page)).toMatchObject({ status: 401, body: { messageCode: 'Auth.SignedOut' } });
  });

  test('who may not share, or not see the page, is refused', async () => {
    const { db } = portal.database;
    const flag = ({ 'car-auction': 'carAuctionsView', stock: 'onepriceView', stats: 'salesStatisticsView' } as const)[
      page as 'stock'
    ];
    for (const permissions of [{ shareCar: false }, { [flag ?? 'bikeView']: false }])
      expect(await password(await createPerson(db, { permissions }), page)).toMatchObject({
        status: 403,
        body: { messageCode: 'Access.Denied' },
      });
  });

  test('a private lot, one of another kind and none at all are not found', async () => {
    const other = page.startsWith('bike') ? lots.car : lots.bike;
    for (const id of [lots.hidden, other, 999_999, 'x'])
      expect(await password(boris, page, id), String(id)).toMatchObject({ status: 404 });
    // Not even who is named on it may show it around.
    expect((await password(anna, page, lots.hidden)).status).toBe(404);
  });

  test('what does not fit the lot is refused', async () => {
    const other = page === 'stock' ? 'main' : 'one';
    const name = page.startsWith('bike') ? 'bikeId' : 'carId';
    const wrongName = name === 'carId' ? 'bikeId' : 'carId';
    const path = `/v1/${PASSWORD_PATHS[page]}/password`;
    for (const query of [
      '',
      `${name}=${lotOf(page)}`,
      `${name}=${lotOf(page)}&auctionType=${other}`,
      `${wrongName}=${lotOf(page)}&auctionType=${AUCTION_TYPES[page]}`,
      `carId=1&bikeId=1&auctionType=${AUCTION_TYPES[page]}`,
      `${name}=${lotOf(page)}&auctionType=${AUCTION_TYPES[page]}&auctionDate=2020-01-01`,
      `${name}=${lotOf(page)}&auctionType=${AUCTION_TYPES[page]}&imageUrl=/p/other`,
      `${name}=${lotOf(page)}&auctionType=${AUCTION_TYPES[page]}&userId=1`,
    ])
      expect((await portal.ask(anna, 'GET', `${path}?${query}`)).status, query).toBe(400);
  });

  test('it is the same however often it is asked for, and another one for another person', async () => {
    const { body: first } = await password(anna, page);
    expect(first.shareId).toMatch(/^[a-z2-7]{16}$/);
    expect(first.password).toMatch(/^\d{6}$/);
    expect(first.password).toBe(codeOf(SECRET_KEY, first.shareId));
    expect(Date.parse(first.expiresAt) - Date.now()).toBeGreaterThan(6.9 * 24 * 3_600_000);
    const day = japanDay(new Date(Date.now() + 24 * 3_600_000));
    const again = await password(anna, page, lotOf(page), `&auctionDate=${day}&imageUrl=${IMAGE}%3Fw=160`);
    expect(again.body).toEqual(first);
    const query = `${page.startsWith('bike') ? 'bikeId' : 'carId'}=${lotOf(page)}&auctionType=${AUCTION_TYPES[page]}`;
    expect((await portal.ask(anna, 'GET', `/v1/share/password?${query}`)).body).toEqual(first);
    expect((await password(boris, page)).body.shareId).not.toBe(first.shareId);
    const { rows } = await portal.database.pool.query('select * from shares where id = $1', [first.shareId]);
    expect(JSON.stringify(rows)).not.toContain(first.password);
  });

  test('asked for many times at once it is still one', async () => {
    const eva = await createPerson(portal.database.db);
    const answers = await Promise.all(Array.from({ length: 8 }, () => password(eva, page)));
    expect(new Set(answers.map(({ body }) => body.shareId)).size).toBe(1);
  });

  test('link and code show the lot without what belongs to people', async () => {
    const { shareId, password: code } = await shareOf(page);
    const browser = openBrowser(portal.app);
    expect(await view(browser, shareId)).toMatchObject({ status: 403, body: { messageCode: 'Access.Denied' } });
    expect(await open(browser, shareId, ` ${code.slice(0, 3)} ${code.slice(3)}`)).toMatchObject({ status: 200 });
    const { status, body, text } = await view(browser, shareId);
    expect(status).toBe(200);
    expect(body.pageType).toBe(page);
    const isBike = page.startsWith('bike');
    expect([body.car === null, body.bike === null]).toEqual([isBike, !isBike]);
    const common = isBike ? body.bike.bikeCommonDetail : body.car.carCommonDetail;
    expect(common).toMatchObject({
      id: String(lotOf(page)),
      auctionSheet: `/s/${lotOf(page)}/${shareId}`,
      allowDownloadPhotos: false,
      commentEditable: false,
    });
    // Only names the reply may have; values of what is kept back stand nowhere in it.
    expect(Object.keys(isBike ? body.bike : body.car).sort()).toEqual(
      isBike
        ? ['bikeCommonDetail', 'bikeInfo', 'bikeSpecification', 'lotImages', 'lotInfo']
        : ['carCommonDetail', 'carInfo', 'carSpecification', 'lotImages', 'lotInfo', 'mopDeail'],
    );
    for (const secret of ['the chain is worn', '1234567', '654321', '720000', '300000', 'bidInfo', 'wishList'])
      expect(text).not.toContain(secret);
  });
});

describe('opening a shared lot', () => {
  test('a wrong code is refused, five lock that network out, and others go on', async () => {
    const { shareId, password: code } = await shareOf('car-auction', await createPerson(portal.database.db));
    const browser = openBrowser(portal.app);
    for (let n = 0; n < 5; n++)
      expect(await open(browser, shareId, wrongFor(code))).toMatchObject({
        status: 403,
        body: { messageCode: 'Share.WrongCode' },
      });
    expect(await open(browser, shareId, code)).toMatchObject({ status: 404, body: { messageCode: 'NotFound' } });
    expect((await open(openBrowser(portal.app), shareId, code)).status).toBe(200);
    await portal.database.pool.query(`update share_tries set locked_until = now() - interval '1 second'`);
    expect((await open(browser, shareId, code)).status).toBe(200);
  });

  test('the whole range an address can be chosen from is one network', async () => {
    const { shareId, password: code } = await shareOf('stats', await createPerson(portal.database.db));
    for (let n = 0; n < 5; n++)
      await open(openBrowser(portal.app, `2001:db8:aa:bb::${n + 1}`), shareId, wrongFor(code));
    expect((await open(openBrowser(portal.app, '2001:db8:aa:bb::99'), shareId, code)).status).toBe(404);
  });

  test('thirty wrong codes from wherever end the link, however many are sent at once', async () => {
    const { shareId, password: code } = await shareOf('stock', await createPerson(portal.database.db));
    const tries = await Promise.all(
      Array.from({ length: 40 }, () => open(openBrowser(portal.app), shareId, wrongFor(code))),
    );
    const statuses = tries.map(({ status }) => status);
    expect(statuses.filter((status) => status === 403)).toHaveLength(30);
    expect(statuses.filter((status) => status === 404)).toHaveLength(10);
    expect((await open(openBrowser(portal.app), shareId, code)).status).toBe(404);
  });

  test('unknown, over, taken back, locked and private are one answer, to the letter', async () => {
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

  test('the browser that typed the code sees that lot alone, for a day', async () => {
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
    // The cookie of one share under the name of another.
    const stolen = { cookie: `seri_share_${other.shareId}_3000=${[...browser.jar.values()][0]}` };
    expect(
      (await openBrowser(portal.app).ask('GET', `/v1/share/view-lot?id=${other.shareId}`, undefined, stolen)).status,
    ).toBe(403);
    await portal.database.pool.query(`update share_visits set expires_at = now() - interval '1 second'`);
    expect((await view(browser, first.shareId)).status).toBe(403);
  });

  test('the sheet is for who may see the lot or has typed the code, without the number of the chassis', async () => {
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

  test('every opening with the right code is counted for who sent the link', async () => {
    const eva = await createPerson(portal.database.db);
    const { shareId, password: code, views } = await shareOf('bikes', eva);
    expect(views).toBe(0);
    for (let n = 0; n < 3; n++) await open(openBrowser(portal.app), shareId, code);
    await open(openBrowser(portal.app), shareId, wrongFor(code));
    expect((await shareOf('bikes', eva)).views).toBe(3);
  });

  test('a lot that becomes private is shown to nobody by a link', async () => {
    const lotId = await createLot(portal.database.db);
    const { shareId, password: code } = (await password(anna, 'car-auction', lotId)).body;
    const browser = openBrowser(portal.app);
    await open(browser, shareId, code);
    await portal.database.db.updateTable('lots').set({ is_private: true }).where('id', '=', lotId).execute();
    expect((await view(browser, shareId)).status).toBe(404);
    expect((await open(browser, shareId, code)).status).toBe(404);
  });

  test('a body without id or code is refused', async () => {
    for (const body of [{}, { id: 'x' }, { code: '1' }, { id: 1, code: '123456' }, { id: 'x', code: '1', more: 1 }])
      expect((await openBrowser(portal.app).ask('POST', '/v1/share/open', body)).status).toBe(422);
    expect((await openBrowser(portal.app).ask('GET', '/v1/share/view-lot')).status).toBe(400);
  });
});

describe('ending a link', () => {
  const revoke = (person: Person | null, id: string) => portal.ask(person, 'POST', '/v1/share/revoke', { id });

  test('strangers and other people cannot', async () => {
    const { shareId } = await shareOf('car-auction');
    expect((await revoke(null, shareId)).status).toBe(401);
    expect(await revoke(boris, shareId)).toMatchObject({ status: 404, body: { messageCode: 'NotFound' } });
    expect((await revoke(anna, 'aaaaaaaaaaaaaaaa')).status).toBe(404);
    expect((await revoke(anna, '')).status).toBe(422);
  });

  test('its owner can, at once and for open browsers too; the next link is another one', async () => {
    const { shareId, password: code } = await shareOf('car-auction');
    const browser = openBrowser(portal.app);
    await open(browser, shareId, code);
    expect(await revoke(anna, shareId)).toMatchObject({ status: 200, body: { success: true } });
    expect((await view(browser, shareId)).status).toBe(404);
    expect((await open(browser, shareId, code)).status).toBe(404);
    expect((await revoke(anna, shareId)).status).toBe(404);
    const next = await shareOf('car-auction');
    expect(next.shareId).not.toBe(shareId);
  });

  test('a link that is over makes room for the next one', async () => {
    const { shareId } = await shareOf('stats');
    await portal.database.pool.query(`update shares set expires_at = now() - interval '1 second' where id = $1`, [
      shareId,
    ]);
    expect((await shareOf('stats')).shareId).not.toBe(shareId);
  });
});
