import { randomBytes } from 'node:crypto';
import { brandColors, DEFAULT_ACCENTS } from '@seri/contract/company/accents.ts';
import { MAX_LOGO_BYTES } from '@seri/contract/company/logo.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { registerCalls } from '../compose/app.ts';
import { CALL_OPTIONS } from '../testing/http/call-options.ts';
import { dataAddress, drawnLogo } from '../testing/http/logos.ts';
import { createPerson, type Person } from '../testing/http/people.ts';
import { type TestPortal, testPortal } from '../testing/http/portal.ts';
import { createProgram } from '../testing/http/programs.ts';
import { brandRoutes, readPageBrand } from './brand-routes.ts';

const COMPANY = '/v1/back-office/company';
let portal: TestPortal;
let program: Person;

beforeAll(async () => {
  portal = await testPortal((app, database) => {
    registerCalls(app, database, CALL_OPTIONS);
    brandRoutes(app, database);
  });
  program = await createProgram(portal.database.db, ['company:read', 'company:write']);
});
afterAll(() => portal.close());
beforeEach(() => portal.database.pool.query('delete from company_settings'));

const set = (key: string, value: unknown, by: Person | null = program) =>
  portal.ask(by, 'PUT', `${COMPANY}/set`, { key, value });
const shown = async () => (await portal.ask(null, 'GET', '/v1/site/company-settings')).body;
const refused = (status: number, messageCode: string) => ({ status, body: { messageCode } });
const file = (path: string) => portal.app.inject(path);

describe('a logo', () => {
  test('is changed only by programs with the right to do so', async () => {
    const logo = dataAddress(await drawnLogo().png().toBuffer());
    expect(await set('logo', logo, null)).toMatchObject(refused(401, 'Auth.Token'));
    const manager = await createPerson(portal.database.db, { roleId: 991 });
    expect(await set('logo', logo, manager)).toMatchObject(refused(401, 'Auth.Token'));
    const reader = await createProgram(portal.database.db, ['company:read']);
    expect(await set('logo', logo, reader)).toMatchObject(refused(403, 'Auth.Scope'));
    expect((await shown()).logo).toBeNull();
  });

  // @covers ASVS-5.1.1
  test.each([
    [
      'a drawing, which could hold a script',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
    ],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a picture of a type browsers run nothing of, but few can show', Buffer.from('GIF89a\u0001\u0000\u0001\u0000')],
    ['the first bytes of a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    ['noise', randomBytes(2_000)],
  ])('is not %s', async (_name, content) => {
    for (const type of ['png', 'svg+xml'])
      expect(await set('logo', dataAddress(content, type))).toMatchObject(refused(422, 'Company.LogoType'));
    expect((await shown()).logo).toBeNull();
  });

  test('is not an address, the hash of a missing logo, a file of more than 1 MB or an empty picture', async () => {
    for (const value of ['https://elsewhere.test/logo.png', 'data:image/png,plain', ''])
      expect(await set('logo', value)).toMatchObject(refused(422, 'Company.LogoType'));
    const mark = { hash: 'a'.repeat(32), width: 10, height: 10, onLight: true, onDark: true };
    for (const value of [mark, 7, []])
      expect(await set('logo', value)).toMatchObject({ status: 422, body: { errors: { logo: ['Field.Invalid'] } } });
    const large = dataAddress(Buffer.alloc(MAX_LOGO_BYTES + 3, 1));
    expect(await set('logo', large)).toMatchObject(refused(413, 'Company.LogoTooLarge'));
    const clear = { r: 0, g: 0, b: 0, alpha: 0 };
    const empty = await sharp({ create: { width: 40, height: 40, channels: 4, background: clear } })
      .png()
      .toBuffer();
    expect(await set('logo', dataAddress(empty))).toMatchObject(refused(422, 'Company.LogoType'));
  });

  // @covers ASVS-5.3.1, OPS-09, SEC-08
  test.each(['png', 'jpeg', 'webp'] as const)(
    'from %s is re-encoded, and nothing else of the file is stored',
    async (type) => {
      const upload = drawnLogo({ width: 1_600, height: 400, ground: '#ffffff' });
      const named = upload.withExif({ IFD0: { Copyright: 'SECRET WORDS' } });
      const given = Buffer.concat([await named.toFormat(type).toBuffer(), Buffer.from('<script>alert(1)</script>')]);
      expect(given.includes('SECRET WORDS')).toBe(true);
      expect(await set('logo', dataAddress(given))).toMatchObject({ status: 200 });
      const { logo } = await shown();
      expect(logo).toMatchObject({ width: 640, height: 160, onLight: true, onDark: true });
      const picture = await file(`/brand/logo-${logo.hash}.png`);
      expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/png']);
      expect(picture.headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(picture.rawPayload.includes('SECRET WORDS') || picture.rawPayload.includes('script')).toBe(false);
      expect(await sharp(picture.rawPayload).metadata()).toMatchObject({ format: 'png', width: 640, height: 160 });
      const icon = await file(`/brand/icon-${logo.hash}.png`);
      expect(await sharp(icon.rawPayload).metadata()).toMatchObject({ format: 'png', width: 192, height: 192 });
    },
  );

  test.each([
    ['#101010', true, false],
    ['#ffffff', false, true],
    ['#2f7d4f', true, true],
  ])(
    'in %s on nothing is measured against the grounds of both themes, without its empty margin',
    async (ink, onLight, onDark) => {
      await set('logo', dataAddress(await drawnLogo({ ink }).png().toBuffer()));
      expect((await shown()).logo).toMatchObject({ onLight, onDark, height: 100 });
    },
  );

  test('can be removed, and an earlier one chosen again by its hash, ignoring other fields', async () => {
    await set('logo', dataAddress(await drawnLogo({ ink: '#204060' }).png().toBuffer()));
    const { logo: earlier } = await shown();
    await set('logo', dataAddress(await drawnLogo({ ink: '#602040' }).png().toBuffer()));
    expect((await shown()).logo.hash).not.toBe(earlier.hash);
    expect(await set('logo', { ...earlier, width: 1, onDark: true, onLight: false })).toMatchObject({ status: 200 });
    expect((await shown()).logo).toEqual(earlier);
    expect(await portal.ask(program, 'POST', `${COMPANY}/reset`, { key: 'logo' })).toMatchObject({ status: 200 });
    expect((await shown()).logo).toBeNull();
    expect((await file(`/brand/logo-${earlier.hash}.png`)).statusCode).toBe(200);
  });

  test('does not exist at another address', async () => {
    for (const path of [`logo-${'0'.repeat(32)}.png`, 'logo-.png', '..%2flogo.png', `photo-${'0'.repeat(32)}.png`])
      expect((await file(`/brand/${path}`)).statusCode, path).toBe(404);
  });
});

describe('the colours', () => {
  const sheet = async () => (await readPageBrand(portal.database.db)).sheet;

  test('are those of the design until the company chooses others, in any letter case', async () => {
    expect(await sheet()).toBe('');
    expect(await set('actionColor', '#1F5C3A')).toMatchObject({ status: 200 });
    const { light, dark } = brandColors({ ...DEFAULT_ACCENTS, actionColor: '#1f5c3a' });
    const [inLight, inDark] = (await sheet()).split('}');
    expect(inLight).toMatch(/^:root:root\{--indigo:#1f5c3a;/);
    expect(inLight).toContain(`--vermilion:${light.urgent.text}`);
    expect(inDark).toContain(`[data-mantine-color-scheme="dark"]{--indigo:${dark.action.text};`);
    expect(await sheet()).not.toMatch(/[<>@]|url|undefined/);
  });

  // @covers OPS-09
  test('that are hard to read are refused with their contrast and the nearest readable ones', async () => {
    const reply = await set('urgentColor', '#ffd400');
    expect(reply).toMatchObject(refused(422, 'Company.ColorFaint'));
    expect(reply.body.details).toMatchObject({ key: 'urgentColor', color: '#ffd400', theme: 'light', needed: 4.5 });
    expect(reply.body.details.contrast).toBeLessThan(2);
    expect(await sheet()).toBe('');
    expect(await set('urgentColor', reply.body.details.nearest)).toMatchObject({ status: 200 });
  });

  test.each(['red', '#12345', '#1234567', 'url(x)', '#12345g', null, 7])('are no %j', async (value) => {
    expect(await set('actionColor', value)).toMatchObject({
      status: 422,
      body: { errors: { actionColor: ['Field.Invalid'] } },
    });
  });
});

// @covers REACH-01
test('tab icon and home screen files have name, colour and logo', async () => {
  await set('companyName', 'Fuji <b> & Sons');
  await set('urgentColor', '#7a1f5c');
  const sign = await file('/favicon.svg');
  expect(sign.headers['content-type']).toBe('image/svg+xml');
  expect(sign.body).toContain('<title>Fuji &lt;b&gt; &amp; Sons</title>');
  expect(sign.body).toContain('fill="#7a1f5c"');
  const manifest = async () => (await file('/manifest.webmanifest')).json();
  const sides = ['192x192', '512x512', '192x192', '512x512'];
  const looks = (look: string) => ({
    ...{ name: 'Fuji <b> & Sons', display: 'standalone', start_url: '/' },
    icons: sides.map((sizes) => ({ src: expect.stringContaining(`/brand/app/${look}-`), sizes })),
    screenshots: ['narrow', 'narrow', 'wide'].map((form_factor) => ({ form_factor })),
  });
  expect(await manifest()).toMatchObject(looks('7a1f5c'));
  await set('logo', dataAddress(await drawnLogo().png().toBuffer()));
  const { hash } = (await shown()).logo;
  expect(await manifest()).toMatchObject(looks(hash));
  const { icons } = await manifest();
  const purposes = icons.map(({ purpose }: { purpose: string }) => purpose);
  expect(purposes).toEqual(['any', 'any', 'maskable', 'maskable']);
  for (const { src, sizes } of icons) {
    const { width, height } = await sharp((await file(src)).rawPayload).metadata();
    expect(`${width}x${height}`).toBe(sizes);
  }
  expect(await readPageBrand(portal.database.db)).toMatchObject({
    name: 'Fuji <b> & Sons',
    icon: { path: `/brand/icon-${hash}.png`, type: 'image/png' },
  });
});

test('open pages are notified of new branding', async () => {
  await set('actionColor', '#1f5c3a');
  const { sheet, icon } = await readPageBrand(portal.database.db);
  expect((await shown()).look).toEqual({ sheet, icon });
  await set('logo', dataAddress(await drawnLogo().png().toBuffer()));
  const { hash } = (await shown()).logo;
  expect((await shown()).look).toEqual({ sheet, icon: { path: `/brand/icon-${hash}.png`, type: 'image/png' } });
});

describe('a feature that the company does not offer', () => {
  const profile = async (person: Person) => (await portal.ask(person, 'GET', '/v1/user/view-profile')).body.permissions;

  // @covers OPS-09
  test('is closed to everybody at once, whatever the account’s flags, and reopens unchanged', async () => {
    const anna = await createPerson(portal.database.db);
    const maria = await createPerson(portal.database.db, { roleId: 991 });
    const without = await createPerson(portal.database.db, { permissions: { bikeView: false } });
    const bikes = (person: Person) => portal.ask(person, 'GET', '/v1/bikes/listing').then(({ status }) => status);
    expect(await Promise.all([anna, maria, without].map(bikes))).toEqual([200, 200, 403]);
    expect(await set('switchedOff', ['bikeView', 'shareCar'])).toMatchObject({ status: 200 });
    expect(await Promise.all([anna, maria, without].map(bikes))).toEqual([403, 403, 403]);
    expect(await profile(anna)).toMatchObject({ bikeView: false, shareCar: false, carAuctionsView: true });
    expect(await portal.ask(anna, 'GET', '/v1/car-auction/listing')).toMatchObject({ status: 200 });
    await set('switchedOff', []);
    expect(await Promise.all([anna, maria, without].map(bikes))).toEqual([200, 200, 403]);
    expect(await profile(anna)).toMatchObject({ bikeView: true, shareCar: true });
  });

  test('is one that may be switched off: never a limit on bids, nor a manager’s right to work', async () => {
    for (const value of [['creditLimitCheck'], ['bidManagementEnabled'], ['nothing'], 'bikeView'])
      expect(await set('switchedOff', value)).toMatchObject({ status: 422 });
  });
});
