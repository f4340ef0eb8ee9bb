import { describe, expect, test } from 'vitest';
import { isForeignLink, isOwnPath, webAddressOf } from './addresses.ts';
import { lotRow } from './feed/rows.ts';
import { webLink } from './link-fields.ts';
import { photoAddressesOf, photoAddressOf } from './photos/names.ts';

const NOWHERE = [
  ...['//evil.example', '///evil.example', '/\\evil.example', '\\\\evil.example', '\\/evil.example'],
  ...['/\t/evil.example', '/\n/evil.example', '/%09/evil.example', '/%0a/evil.example', '/%5Cevil.example'],
  ...['/%2f/evil.example', '/%252f/evil.example', '/.//evil.example', '/a/..//evil.example', '/\u202e/evil.example'],
  ...['javascript:alert(1)', 'data:text/html,x', 'evil.example', '', ' /bids', '/bids one', '/%zz'],
];

describe('a path', () => {
  // @covers ASVS-1.2.2
  test.each([...NOWHERE, '/v1/auth/reset-password?email=a@b.example', '/V1/auth/update', 'https://evil.example/'])(
    '%j leads to no place other than a page of the portal',
    (text) => expect(isOwnPath(text)).toBe(false),
  );

  test.each(['/', '/bids', '/bids?page=2&next=//x', '/car-auction/12#photos', '/v1x', '/лоты'])(
    '%j is a path',
    (text) => expect(isOwnPath(text)).toBe(true),
  );
});

describe('a link written by a third party', () => {
  test.each([
    ...NOWHERE,
    ...['/bids', 'http://house.example/1', 'https://', 'https:///1', 'https://user:pw@house.example/'],
    ...[
      'https://house.example/\u202e1',
      'https://house.example\\@evil.example/',
      'https:evil.example',
      'ftp://x.example',
    ],
  ])('%j is not a link', (text) => expect(isForeignLink(text)).toBe(false));

  test.each([
    'https://house.example/1?a=b#c',
    'https://house.example',
    'https://house.example:8443/лот',
    'https://аукцион.example/',
  ])('%j is a link', (text) => expect(isForeignLink(text)).toBe(true));

  test('to an invoice may be plain http, and is never a path or a secret', () => {
    const { safeParse } = webLink(50);
    for (const text of [...NOWHERE, 'https://user:pw@books.example/', 'https://\u200bbooks.example/'])
      expect([text, safeParse(text).success]).toEqual([text, false]);
    expect(safeParse('http://books.example/1.pdf').success).toBe(true);
    expect(safeParse(`https://books.example/${'x'.repeat(50)}`).success).toBe(false);
    expect(webAddressOf('https://books.example/1')?.hostname).toBe('books.example');
  });
});

const NO_PICTURES = [
  ...['/v1/auth/reset-password?email=anna@example.test#', 'v1/auth?x=1', 'javascript:alert(1)', 'data:image/png,x'],
  ...['http://169.254.169.254/latest', 'http://elsewhere.example/1.jpg', '//elsewhere.example/1.jpg', '\\\\x\\1.jpg'],
  ...['../secret-key', 'a/../b.jpg', '/p/../v1/auth/update', './a.jpg', '/etc/passwd', 'a//b.jpg', 'a/b/', '.env'],
  ...['a.jpg?w=1', 'a.jpg#x', 'a%2fb.jpg', 'a b.jpg', 'a\u0000.jpg', 'a\n.jpg', 'a\u202egpj.exe', '/p/', '/p//a', ''],
  ...['a/b/c/d/e/f/g.jpg', `${'a'.repeat(201)}.jpg`, 'фото.jpg', 'a:b.jpg', 'p/"one"'],
];

describe('the address of a picture', () => {
  const row = {
    ...{ kind: 'lot', source: 's', sourceId: '1', updatedAt: '2026-11-20T00:00:00Z', vehicle: 'car' },
    ...{
      lotSource: 'auction',
      house: 'USS Tokyo',
      auctionDate: '2026-11-24',
      lotNo: 1,
      maker: 'TOYOTA',
      model: 'AQUA',
    },
    ...{ grade: 'S', year: 2018, month: 1, engine: 1_500, gearbox: 'AT', drive: null, color: 'WHITE', mileage: 1_000 },
    ...{ condition: '4', equip: '', chassis: '', horsePower: null, startPrice: null, info: '' },
  };

  // @covers ASVS-1.2.2
  test.each(NO_PICTURES)('%j is not a picture of a lot', (image) => {
    const refused = lotRow.safeParse({ ...row, images: ['a.jpg', image] });
    expect(refused.error?.issues[0]?.path).toEqual(['images', 1]);
    const zones = [{ zone: 'front', rating: '4', notes: [], images: [image] }];
    expect(lotRow.safeParse({ ...row, images: [], inspection: { zones, remarks: [] } }).success).toBe(false);
    // A page never names a stored photo either.
    expect(photoAddressesOf([image, 'a.jpg', '/p/b.jpg'])).toEqual(['/p/a.jpg', '/p/b.jpg']);
  });

  test('with https is fetched into the store, and neither shown from there nor taken for a photo of an inspection', () => {
    const foreign = 'https://elsewhere.example/1.jpg';
    expect(lotRow.safeParse({ ...row, images: [foreign] }).success).toBe(true);
    const zones = [{ zone: 'front', rating: '4', notes: [], images: [foreign] }];
    expect(lotRow.safeParse({ ...row, images: [], inspection: { zones, remarks: [] } }).success).toBe(false);
    expect(photoAddressesOf([foreign, 'a.jpg'])).toEqual(['/p/a.jpg']);
  });

  test.each([
    '2026-11-24/uss-tokyo-4021-1.jpg',
    '/p/2026-11-24/uss-tokyo-4021-1.jpg',
    'a',
    'A_1.tar.gz',
    '/p/sedan-red-3-side',
  ])('%j is a picture of a lot', (image) => {
    expect(lotRow.safeParse({ ...row, images: [image] }).success).toBe(true);
    expect(photoAddressOf(image)).toBe(`/p/${image.replace('/p/', '')}`);
  });

  test.each(['//evil.example', '/\\evil.example', '\\\\evil', '/%09/evil', '/v1/auth/update', 'javascript:x'])(
    'refuses a row with the link %j',
    (link) => expect(lotRow.safeParse({ ...row, images: [], link }).error?.issues[0]?.path).toEqual(['link']),
  );
});
