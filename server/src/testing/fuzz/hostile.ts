import fc from 'fast-check';

const LONG = 10_000;

/** Texts that are known to break servers. */
const TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\udc00x',
  '\u202Eevil',
  '👩‍👩‍👧‍👦',
  'ﷺ'.repeat(40),
  'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢',
  '\r\nSet-Cookie: a=b',
  '\u2028\u2029',
  'null',
  'undefined',
  'NaN',
  'Infinity',
  '-0',
  '1e309',
  '0x1F',
  '007',
  '١٢٣',
  '1,5',
  '+1',
  ' 1 ',
  'true',
  '2147483647',
  '2147483648',
  '-2147483649',
  '9007199254740993',
  '99999999999999999999',
  '2026-02-30',
  '2026-13-01',
  '0000-01-01',
  '9999-12-31',
  '2026-11-21T25:61:61Z',
  "' or 1=1 --",
  "'; drop table users; --",
  '") or pg_sleep(9) --',
  '\\',
  '%',
  '_%_',
  '%%%00',
  '../../etc/passwd',
  '..\\..\\windows',
  'file:///etc/passwd',
  'http://127.0.0.1:1/',
  '//evil.example',
  'javascript:alert(1)',
  '<script>alert(1)</script>',
  '{{7*7}}',
  '#{7*7}',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '[object Object]',
  '=HYPERLINK("http://evil.example")',
  '(((((((((((a)+)+)+)+)+)+)+)+)+)+)+$',
  'x'.repeat(LONG),
  '9'.repeat(400),
  'L0',
  'P0',
  'P-1',
  '00000000-0000-0000-0000-000000000000',
];

const NUMBERS = [
  0,
  -0,
  -1,
  1,
  0.1,
  1.5,
  -2_147_483_649,
  2_147_483_647,
  2_147_483_648,
  4_294_967_296,
  999_999_999,
  1_000_000_000,
  Number.MAX_SAFE_INTEGER,
  Number.MAX_SAFE_INTEGER + 1,
  Number.MIN_SAFE_INTEGER,
  Number.MAX_VALUE,
  Number.MIN_VALUE,
  1e21,
];

export const hostileText = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...TEXTS) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  {
    weight: 1,
    arbitrary: fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) }),
  },
);

/** Any JSON value in place of the expected one. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  { weight: 3, arbitrary: fc.constantFrom(...NUMBERS) },
  { weight: 1, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], { length: 1 }, { toString: 1 }),
  },
  { weight: 1, arbitrary: fc.array(hostileText, { maxLength: 3 }) },
  { weight: 1, arbitrary: fc.dictionary(hostileText, fc.constantFrom(...NUMBERS), { maxKeys: 3 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

/** Fields that a request must not be able to set. */
export const extraKeys = fc.dictionary(
  fc.constantFrom(
    ...['userId', 'roleId', 'userType', 'permissions', 'balance', 'creditLimit', 'isAdmin', 'autoBid', 'version'],
    ...['user_id', 'emailVerified', 'constructor', 'toString', 'id', 'status', '\0', '', 'a.b', '$where'],
  ),
  fc.constantFrom<unknown>(1, 991, 'admin', true, null, { $gt: '' }),
  { minKeys: 1, maxKeys: 4 },
);

const deep = (open: string, inner: string, close: string) => open.repeat(5_000) + inner + close.repeat(5_000);

/** Bodies that match no object of the contract; the second half is not JSON. */
export const hostileBody = (valid: string): fc.Arbitrary<string> =>
  fc.constantFrom(
    ...['null', '[]', '""', '0', 'true', '{}', '[{}]', `[${valid}]`, '{"__proto__":{"isAdmin":true}}'],
    ...['{"constructor":{"prototype":{"isAdmin":true}}}', `{"a":1,${valid.slice(1)}`, `{"":0,"":1}`],
    ...[deep('[', '', ']'), deep('{"a":', '1', '}'), `"${'x'.repeat(300_000)}"`, `{"k":"${'é'.repeat(100_000)}"}`],
    ...[
      '',
      ' ',
      '{',
      '}',
      `${valid}}`,
      valid.slice(0, -1),
      `\ufeff${valid}`,
      'NaN',
      '{"a":NaN}',
      "{'a':1}",
      '\0',
      '{"a":1e999}',
    ],
    ...['<xml/>', 'email=a&password=b', '"\\ud800"', '"\\u0000"', '01', '{"a":undefined}', `${valid}${valid}`],
  );

/** Headers that a stranger may send; the names that the portal reads are the most frequent. */
export const hostileHeaders: fc.Arbitrary<Record<string, string>> = fc.oneof(
  fc.record({ 'idempotency-key': fc.constantFrom('', ' ', 'a', 'x'.repeat(255), 'x'.repeat(256), "'", '\u00ff') }),
  fc.record({ 'if-match': fc.constantFrom('*', '1', '"1"', 'W/"1"', '-1', '99999999999999999999', 'x', '"', '1.5') }),
  fc.record({
    'content-type': fc.constantFrom(
      ...['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'application/xml', ''],
      ...[
        'application/json; charset=utf-16',
        'application/json;;',
        'APPLICATION/JSON',
        'application/json, text/plain',
        '*/*',
      ],
    ),
  }),
  fc.record({ 'sec-fetch-site': fc.constantFrom('cross-site', 'same-site', 'none', 'same-origin', 'x') }),
  fc.record({ origin: fc.constantFrom('null', 'http://evil.example', 'localhost', '://', '', 'https://localhost:80') }),
  fc.record({
    cookie: fc.constantFrom(
      ...['', ';', '=', 'seri_access_3000', 'seri_access_3000=', 'seri_access_3000=%00', 'seri_access_3000=%zz'],
      ...[
        'seri_refresh_3000=x',
        `seri_access_3000=${'x'.repeat(5_000)}`,
        '__proto__=1',
        'seri_pending_3000=1; seri_device_3000=%FF',
      ],
    ),
  }),
  fc.record({ 'accept-language': fc.constantFrom('ru', 'xx-'.repeat(500), '*', ';q=', 'ru;q=NaN') }),
  fc.record({ 'user-agent': fc.constantFrom('', 'x'.repeat(5_000), '\u00ff\u00fe', '<script>') }),
  fc.record({ accept: fc.constantFrom('text/html', '', 'image/*;q=0', 'application/xml') }),
  fc.record({ 'accept-encoding': fc.constantFrom('x', 'gzip;q=-1', '*;q=0') }),
  fc.record({ 'x-forwarded-for': fc.constantFrom('127.0.0.1', 'x', '::1, ::1', '') }),
  fc.record({ 'transfer-encoding': fc.constantFrom('chunked', 'x') }),
  fc.record({ 'content-length': fc.constantFrom('-1', 'x', '0', '999999999') }),
  fc.record({ expect: fc.constant('100-continue') }),
  fc.record({ range: fc.constant('bytes=0-1') }),
);

/** Additions to the path and changes of it. */
export const hostilePath = (path: string): fc.Arbitrary<string> =>
  fc.constantFrom(
    ...[`${path}/`, `${path}//`, `/${path}`, `${path}/%zz`, `${path}%`, `${path}%00`, `${path}%c0%af`, `${path}%ff`],
    ...[
      `${path}/..%2f..%2fetc%2fpasswd`,
      path.toUpperCase(),
      `${path};a=b`,
      `${path}/${'x'.repeat(3_000)}`,
      `${path}/1`,
    ],
    ...[
      path.replace('/v1/', '/v1/%2e%2e/'),
      path.replace('/v1', '/v1/v1'),
      `${path}.json`,
      `${path}%0d%0aa:b`,
      `${path}#x`,
    ],
  );

/** Queries that no form of the product creates, as raw text in the address. */
export const hostileQuery = (names: string[]): fc.Arbitrary<string> => {
  const name = fc.constantFrom(...names, 'x', 'id', '__proto__', 'constructor', '');
  const value = fc.oneof(
    hostileText.map((text) => encodeURIComponent(text.toWellFormed())),
    fc.constantFrom('%', '%zz', '%00', '%ff%fe', '%c0%80', '%ed%a0%80', '&', '=', '+', '#', '%26', 'a;b', '[]'),
  );
  const written = fc.constantFrom<(n: string, v: string) => string>(
    (n, v) => `${n}=${v}`,
    (n, v) => `${n}=${v}&${n}=${v}`,
    (n, v) => `${n}[]=${v}`,
    (n, v) => `${n}[a]=${v}`,
    (n, v) => `${n}.a=${v}`,
    (n) => n,
    (n, v) => `${n}=${v}`.repeat(3),
    (n, v) => Array.from({ length: 200 }, () => `${n}=${v.slice(0, 20)}`).join('&'),
  );
  return fc.tuple(written, name, value).map(([write, n, v]) => write(n, v));
};
