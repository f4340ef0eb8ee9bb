import { hash } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { ApiError } from '../../platform/calls/errors.ts';
import { hashPassword, needsNewHash, passwordFits } from './password.ts';

// @covers ASVS-11.4.2
test('a password is stored as argon2id with its parameters and a salt of its own', async () => {
  const [one, two] = await Promise.all([hashPassword('demo1234'), hashPassword('demo1234')]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(one).not.toBe(two);
  expect(needsNewHash(one)).toBe(false);
});

// @covers ASVS-6.2.8, ASVS-6.2.9
test('only the exact password matches, with 128 characters and emoji too', async () => {
  const long = `${'ключ🔑'.repeat(21)}ab`;
  const stored = await hashPassword(long);
  expect(await passwordFits(stored, long)).toBe(true);
  expect(await passwordFits(stored, long.slice(0, -1))).toBe(false);
});

test('no password matches an account without one', async () => {
  expect(await passwordFits(null, 'demo1234')).toBe(false);
});

// @covers ASVS-11.2.2, ASVS-11.4.2
test('a hash of lower cost needs to be replaced', async () => {
  expect(needsNewHash(await hash('demo1234', { memoryCost: 8_192, timeCost: 1, parallelism: 1 }))).toBe(true);
});

// @covers ASVS-6.3.1, ASVS-15.1.3, ASVS-15.2.2
test('of two hundred concurrent hashes fifty may wait; the others are refused, and later ones succeed', async () => {
  const answers = await Promise.allSettled(Array.from({ length: 200 }, () => hashPassword('demo1234')));
  const refused = answers.filter((answer) => answer.status === 'rejected').map((answer) => answer.reason as ApiError);
  expect(refused.length).toBeGreaterThanOrEqual(200 - 50 - 4);
  expect(refused.length).toBeLessThan(200 - 50);
  expect(refused.every((reason) => reason instanceof ApiError && reason.code === 'TooManyTries')).toBe(true);
  expect(refused[0]).toMatchObject({ status: 429, retryAfterSeconds: 5 });
  expect(await passwordFits(await hashPassword('once more'), 'once more')).toBe(true);
});
