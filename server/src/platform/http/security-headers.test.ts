import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { securityHeaders } from './security-headers.ts';

async function replies(https: boolean, url: string) {
  const app = fastify();
  securityHeaders(app, { https });
  app.get('/nonce', async (request) => request.styleNonce);
  app.get('/broken', async () => {
    throw new Error('broken');
  });
  return [await app.inject(url), await app.inject(url)] as const;
}

test('every reply, errors and unknown addresses too, forbids foreign content, frames and sniffing', async () => {
  for (const url of ['/nonce', '/broken', '/nowhere']) {
    const [{ headers }] = await replies(false, url);
    const policy = String(headers['content-security-policy']).split(';');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("base-uri 'none'");
    expect(policy.join(';')).not.toMatch(/unsafe|\*|https?:/);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'x-frame-options': 'DENY',
    });
  }
});

test('the page knows the style nonce of its own reply, and each reply has another', async () => {
  const [first, second] = await replies(false, '/nonce');
  expect(first.headers['content-security-policy']).toContain(`style-src 'self' 'nonce-${first.body}'`);
  expect(first.body.length).toBeGreaterThanOrEqual(22);
  expect(second.body).not.toBe(first.body);
});

test('a browser is told to insist on https only where https is served', async () => {
  const [plain] = await replies(false, '/nonce');
  expect(plain.headers).not.toHaveProperty('strict-transport-security');
  const [secure] = await replies(true, '/nonce');
  expect(secure.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
});
