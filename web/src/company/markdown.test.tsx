import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Markdown } from './markdown.tsx';

const shown = (text: string) => renderToStaticMarkup(<Markdown>{text}</Markdown>);

test('a page has headings below its own, lists and tables', () => {
  const page = shown('# Fees\n\n- one\n\n| a | b |\n| --- | --- |\n| 1 | 2 |');
  expect(page).toContain('<h2>Fees</h2>');
  expect(page).toContain('<li>one</li>');
  expect(page).toContain('<td>1</td>');
});

test('an external link opens in a new tab without a referrer', () => {
  expect(shown('[x](https://seri.example/)')).toContain(
    '<a href="https://seri.example/" target="_blank" rel="noopener noreferrer">x</a>',
  );
  expect(shown('[mail](mailto:a@b.example)')).toContain('<a href="mailto:a@b.example">mail</a>');
});

// @covers ASVS-1.3.5
test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<iframe src="https://evil.example"></iframe>',
  '[x](javascript:alert(1))',
  '[x](java&#x09;script:alert(1))',
  '[x](data:text/html;base64,PHNjcmlwdD4=)',
  '[x](//evil.example)',
  '[x][1]\n\n[1]: javascript:alert(1)',
  '![x](https://evil.example/pixel.png)',
  '<javascript:alert(1)>',
  '<svg><a xlink:href="javascript:alert(1)">x</a></svg>',
  '<style>body{display:none}</style>',
])('%s stays plain text', (text) => {
  const page = shown(text);
  expect(page).not.toMatch(/<(?!\/?(p|span)\b)/);
  expect(page).not.toMatch(/\b(href|src|on\w+)=/);
});
