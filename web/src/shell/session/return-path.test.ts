import { expect, test } from 'vitest';
import { loginSearch, safeReturnPath } from './return-path.ts';

test.each(['/', '/bids', '/car-auction?maker=TOYOTA&page=2', '/car-auction/L123#photos', '/authors'])(
  'a user returns to %s after login',
  (path) => {
    expect(safeReturnPath(path)).toBe(path);
  },
);

test.each([
  '//evil.example',
  '/\\evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '/\t/evil.example',
  '/\n/evil.example',
  'bids',
  '',
  '/auth/login',
  '/auth',
  '/auth/login?returnTo=%2Fbids',
  ['/bids'],
  null,
  `/${'a'.repeat(2_000)}`,
])('the return path is never %j', (path) => {
  expect(safeReturnPath(path)).toBeNull();
});

test('a foreign return path is overwritten, not merely omitted', () => {
  expect({ returnTo: '//evil.example', ...loginSearch({ returnTo: '//evil.example' }) }.returnTo).toBeUndefined();
});

/** Known open redirect attacks, each with the host it targets. */
const OPEN_REDIRECTS = [
  ...[
    '//',
    '///',
    '////',
    '/\\',
    '\\/',
    '\\\\',
    '/\\/',
    '//\\',
    '\\/\\/',
    '/\t/',
    '/\n/',
    '/\r/',
    '\t//',
    '\n//',
    ' //',
    '/ /',
  ],
  ...[
    'http://',
    'https://',
    'https:/',
    'https:',
    'HTTPS://',
    'ftp://',
    'ws://',
    'file://',
    'blob:https://',
    'view-source://',
  ],
  ...[
    '//seri.example@',
    'https://seri.example@',
    '//seri.example:80@',
    '//%00',
    '/%0d%0aLocation:%20https://',
    '/%09/',
  ],
  ...[
    '/.//',
    '/..//',
    '/../..//',
    '/;//',
    '/?//',
    '/#//',
    '/%2f%2f',
    '/%5c%5c',
    '/%2f/',
    '/%5c/',
    '//%2f',
    '/\\%2f',
    '%2f%2f',
  ],
  ...[
    '/bids//',
    '/bids/..//',
    '/bids/../..//',
    '/bids?next=//',
    '/bids#//',
    '/bids\\\\',
    '/bids/\t/',
    '/\u2215\u2215',
    '/\uff0f\uff0f',
  ],
  ...['\u3002//', '/\u2028/', '//\u00ad', '/\u0000/', '\u0000//', '/auth/../..//', '/Auth//'],
].map((path) => `${path}evil.example`);
const SCRIPTS = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  ' javascript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
];

// @covers ASVS-3.7.2
test.each([...OPEN_REDIRECTS, ...SCRIPTS])('%j never leads to another site in any browser', (attack) => {
  const path = safeReturnPath(attack);
  if (path === null) return expect(path).toBeNull();
  const reached = new URL(path, 'https://seri.example');
  expect(reached.origin).toBe('https://seri.example');
});

test('more than sixty open redirects are tested', () => {
  expect(new Set([...OPEN_REDIRECTS, ...SCRIPTS]).size).toBeGreaterThan(60);
});
