import { expect, test } from 'vitest';
import { isOwnPath, pageAddress, webAddress } from './safe-link.ts';

const HOSTILE = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  ' javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'file:///etc/passwd',
  'blob:https://seri.example/1',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  'bids',
  '',
];

// @covers ASVS-1.2.2, ASVS-1.3.5
test.each(HOSTILE)('a link of a page never leads to %j', (text) => {
  expect(pageAddress(text)).toBeNull();
  expect(webAddress(text)).toBeNull();
  expect(isOwnPath(text)).toBe(false);
});

test.each(['https://seri.example/a?b=1', 'mailto:desk@seri.example', 'tel:+81312345678', '/bids?page=2', '#fees'])(
  'a link of a page may lead to %s',
  (text) => {
    expect(pageAddress(text)).toBe(text);
  },
);

// @covers ASVS-1.2.2, PAY-04
test('an invoice link is always a web address', () => {
  expect(webAddress('https://seri.example/invoice.pdf')).toBe('https://seri.example/invoice.pdf');
  expect(webAddress('mailto:desk@seri.example')).toBeNull();
  expect(webAddress('/v1/files/9')).toBeNull();
  expect(webAddress(null)).toBeNull();
});
