import { expect, test } from 'vitest';
import { loginSearch, safeReturnPath } from './return-path.ts';

test.each(['/', '/bids', '/car-auction?maker=TOYOTA&page=2', '/car-auction/L123#photos', '/authors'])(
  'a person comes back to %s after logging in',
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
])('nobody is led to %j', (path) => {
  expect(safeReturnPath(path)).toBeNull();
});

test('a foreign way back is overwritten, not merely left out', () => {
  expect({ returnTo: '//evil.example', ...loginSearch({ returnTo: '//evil.example' }) }.returnTo).toBeUndefined();
});
