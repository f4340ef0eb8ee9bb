import { PAGE_TYPES } from '@seri/contract/lots/page-types.ts';
import { AUCTION_TYPES, PASSWORD_PATHS } from '@seri/contract/sharing/routes.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { japanDay } from '../platform/i18n/japan-time.ts';
import { open, type SharedLots, shareLinks, sharingFixture, view } from '../testing/fixtures/share-links.ts';
import { SECRET_KEY } from '../testing/http/auth-cookies.ts';
import { openBrowser } from '../testing/http/browser.ts';
import { createPerson, type Person } from '../testing/http/people.ts';
import type { TestPortal } from '../testing/http/portal.ts';
import { codeOf } from './share-code.ts';

const IMAGE = '/p/sedan-white-1-front34';
let portal: TestPortal;
let anna: Person;
let boris: Person;
let lots: SharedLots;
let close: () => Promise<void>;
const { lotOf, password, shareOf } = shareLinks(() => ({ portal, anna, lots }));

beforeAll(async () => {
  ({ portal, anna, boris, lots, close } = await sharingFixture());
});
afterAll(() => close());

describe.each(PAGE_TYPES)('the code of a link to a lot on %s', (page) => {
  test('requires a signed-in user', async () => {
    expect(await password(null, page)).toMatchObject({ status: 401, body: { messageCode: 'Auth.SignedOut' } });
  });

  test('is refused without the permission to share or to see the page', async () => {
    const { db } = portal.database;
    // The car runs tomorrow, so the flag of upcoming lots opens it, also on the statistics page (business-rules.md#view-flags).
    const flag = ({ 'car-auction': 'carAuctionsView', stock: 'onepriceView', stats: 'carAuctionsView' } as const)[
      page as 'stock'
    ];
    for (const permissions of [{ shareCar: false }, { [flag ?? 'bikeView']: false }])
      expect(await password(await createPerson(db, { permissions }), page)).toMatchObject({
        status: 403,
        body: { messageCode: 'Access.Denied' },
      });
  });

  test('is not found for a private lot, a lot of another kind and a missing lot', async () => {
    const other = page.startsWith('bike') ? lots.car : lots.bike;
    for (const id of [lots.hidden, other, 999_999, 'x'])
      expect(await password(boris, page, id), String(id)).toMatchObject({ status: 404 });
    // Not even a named viewer may share a private lot.
    expect((await password(anna, page, lots.hidden)).status).toBe(404);
  });

  test('is refused for parameters that do not match the lot', async () => {
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

  // @covers SEC-02
  test('stays the same for one person, and differs for another', async () => {
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

  test('is the same for concurrent calls', async () => {
    const eva = await createPerson(portal.database.db);
    const answers = await Promise.all(Array.from({ length: 8 }, () => password(eva, page)));
    expect(new Set(answers.map(({ body }) => body.shareId)).size).toBe(1);
  });

  // @covers SHARE-03
  test('opens the lot without personal data', async () => {
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
    // The reply has only allowed names and none of the hidden values.
    expect(Object.keys(isBike ? body.bike : body.car).sort()).toEqual(
      isBike
        ? ['bikeCommonDetail', 'bikeInfo', 'bikeSpecification', 'facts', 'lotImages', 'lotInfo']
        : ['carCommonDetail', 'carInfo', 'carSpecification', 'facts', 'lotImages', 'lotInfo', 'mopDeail'],
    );
    for (const secret of ['the chain is worn', '1234567', '654321', '720000', '300000', 'bidInfo', 'wishList'])
      expect(text).not.toContain(secret);
  });
});

describe('ending a link', () => {
  const revoke = (person: Person | null, id: string) => portal.ask(person, 'POST', '/v1/share/revoke', { id });

  test('is refused for signed-out users and other users', async () => {
    const { shareId } = await shareOf('car-auction');
    expect((await revoke(null, shareId)).status).toBe(401);
    expect(await revoke(boris, shareId)).toMatchObject({ status: 404, body: { messageCode: 'NotFound' } });
    expect((await revoke(anna, 'aaaaaaaaaaaaaaaa')).status).toBe(404);
    expect((await revoke(anna, '')).status).toBe(422);
  });

  // @covers SHARE-05
  test('by its owner takes effect immediately, also in open browsers; the next link is a new one', async () => {
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

  test('after its expiry a new link can be created', async () => {
    const { shareId } = await shareOf('stats');
    await portal.database.pool.query(`update shares set expires_at = now() - interval '1 second' where id = $1`, [
      shareId,
    ]);
    expect((await shareOf('stats')).shareId).not.toBe(shareId);
  });
});
