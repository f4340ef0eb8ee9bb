import { expect, test } from 'vitest';
import { SECRET_KEY } from '../../testing/http/auth-cookies.ts';
import { base32, isAppCode, newRecoveryCodes, otpauthUri, recoveryHash, stepOf } from './second-factor-codes.ts';
import { decryptSecret, encryptSecret } from './second-factor-secret.ts';

// The secret of RFC 6238's test vectors and the last six digits of its codes.
const secret = Buffer.from('12345678901234567890');

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
])('at second %i the code of the RFC is %s', (atSeconds, code) => {
  expect(stepOf(secret, code, atSeconds)).toBe(Math.floor(atSeconds / 30));
});

// @covers ASVS-6.5.5
test('accepts a code one step before and one step after its own, and no further', () => {
  const step = 37_037_037;
  const answers = [-60, -31, -30, -1, 0, 29, 30, 59, 60, 89].map((seconds) =>
    stepOf(secret, '050471', step * 30 + seconds),
  );
  expect(answers).toEqual([null, null, step, step, step, step, step, step, null, null]);
});

test('refuses text that is not a code of six digits', () => {
  for (const text of ['', '05047', '0504711', '05047a', '٠٥٠٤٧١']) {
    expect(isAppCode(text)).toBe(false);
    expect(stepOf(secret, text, 1_111_111_111)).toBeNull();
  }
});

test('the QR code names the company, the account and the parameters', () => {
  const uri = new URL(otpauthUri(secret, { issuer: 'Seri & Co', email: 'anna@example.test' }));
  expect(uri.protocol).toBe('otpauth:');
  expect(decodeURIComponent(uri.pathname)).toContain('Seri & Co:anna@example.test');
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    issuer: 'Seri & Co',
    secret: base32(secret),
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
});

// @covers ASVS-11.3.1, ASVS-11.3.2, ASVS-11.3.3
test('decrypts a secret only for its account under its key, unchanged', () => {
  const encrypted = encryptSecret(SECRET_KEY, 7, secret);
  expect(encrypted.includes(secret)).toBe(false);
  expect(decryptSecret(SECRET_KEY, 7, encrypted)).toEqual(secret);
  expect(encryptSecret(SECRET_KEY, 7, secret)).not.toEqual(encrypted);
  expect(decryptSecret(SECRET_KEY, 8, encrypted)).toBeNull();
  expect(decryptSecret('another key of thirty-two letters', 7, encrypted)).toBeNull();
  for (const at of [0, 12, encrypted.length - 1]) {
    const changed = Buffer.from(encrypted);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(decryptSecret(SECRET_KEY, 7, changed)).toBeNull();
  }
});

// @covers ASVS-6.5.3
test('ten recovery codes differ, and are found in any notation', async () => {
  const { shown, salt, hashes } = await newRecoveryCodes();
  expect(new Set(shown).size).toBe(10);
  expect(shown.every((code) => /^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/.test(code))).toBe(true);
  const first = (shown[0] ?? '').replaceAll('-', '');
  expect(await recoveryHash(first, salt)).toEqual(hashes[0]);
  expect(await recoveryHash(first.replaceAll('0', 'O').replaceAll('1', 'L'), salt)).toEqual(hashes[0]);
  expect(recoveryHash('12345678901', salt)).toBeNull();
  expect(recoveryHash('ABCDEFGHIJKЛ', salt)).toBeNull();
});
