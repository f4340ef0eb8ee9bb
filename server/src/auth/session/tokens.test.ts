import { expect, test } from 'vitest';
import { newTokens } from './tokens.ts';

test('a hundred thousand tokens are distinct, and each has 256 bits', () => {
  const seen = new Set<string>();
  for (let i = 0; i < 50_000; i++) {
    const { access, refresh } = newTokens();
    seen.add(access).add(refresh);
  }
  expect(seen.size).toBe(100_000);
  for (const token of seen) if (Buffer.from(token, 'base64url').length !== 32) expect.fail(token);
});
