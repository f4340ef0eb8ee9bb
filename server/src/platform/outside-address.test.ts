import type { lookup } from 'node:dns';
import { describe, expect, test } from 'vitest';
import { isOutside, isOutsideName, leadsInside, lookupOutside } from './outside-address.ts';

describe('an address', () => {
  // @covers ASVS-1.3.6
  test.each([
    '127.0.0.1',
    '0.0.0.0',
    '10.0.0.1',
    '100.64.0.1',
    '169.254.169.254',
    '172.31.255.255',
    '192.168.1.1',
    '198.19.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    'fc00::1',
    'fe80::1',
    'ff02::1',
    '2001:db8::1',
    '2002:7f00:1::',
    'books.example',
    '',
  ])('%s is not a public address', (address) => expect(isOutside(address)).toBe(false));

  test.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1', '2a00:1450::1'])(
    '%s is a public address',
    (address) => expect(isOutside(address)).toBe(true),
  );
});

test.each([
  ...['localhost', 'localhost.', 'a.localhost.', 'books', 'books.', 'books.local', 'x.internal', 'x.home.arpa.'],
  ...['127.0.0.1.nip.io', 'a.10-1-2-3.sslip.io', '0a000001.nip.io', 'LOCALHOST', 'x.Internal', 'localhost..'],
])('%s is no public name', (name) => expect(isOutsideName(name)).toBe(false));

test.each([
  ...['books.example', 'books.example.', 'localhost.example', 'internal.example', '8.8.8.8.nip.io'],
  ...['a1-2-3-4.example', 'deadbeef.example', 'xn--e1afmkfd.xn--p1ai'],
])('%s may be a public name', (name) => expect(isOutsideName(name)).toBe(true));

test('a saved name is refused when it resolves only to inside addresses', async () => {
  const answering = (error: Error | null, addresses: object[]) =>
    ((_: string, __: object, done: (error: Error | null, found: object[]) => void) =>
      done(error, addresses)) as unknown as typeof lookup;
  const inside = { address: '10.0.0.7', family: 4 };
  const outside = { address: '8.8.8.8', family: 4 };
  expect(await leadsInside('books.example', answering(null, [inside]))).toBe(true);
  expect(await leadsInside('books.example', answering(null, [inside, outside]))).toBe(false);
  expect(await leadsInside('books.example', answering(new Error('none'), []))).toBe(false);
});

describe('resolving a name for a connection', () => {
  const resolved = (addresses: { address: string; family: number }[], all: boolean) =>
    new Promise((resolve, reject) => {
      const names = (_: string, __: object, done: (error: null, found: object) => void) => done(null, addresses);
      lookupOutside(names as typeof lookup)('books.example', { all }, (error, found) =>
        error ? reject(error) : resolve(found),
      );
    });
  const inside = { address: '10.0.0.7', family: 4 };
  const outside = { address: '8.8.8.8', family: 4 };

  // @covers ASVS-1.3.6, SEC-04
  test('fails when it resolves to an inside address', async () => {
    await expect(resolved([inside], true)).rejects.toThrow('an inside address');
    await expect(resolved([inside], false)).rejects.toThrow('an inside address');
    await expect(resolved([], true)).rejects.toThrow('an inside address');
  });

  test('keeps only the public addresses of a name with both', async () => {
    expect(await resolved([inside, outside], true)).toEqual([outside]);
    expect(await resolved([inside, outside], false)).toBe('8.8.8.8');
  });
});
