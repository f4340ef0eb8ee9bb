import { expect, test } from 'vitest';
import { styleAttributesToRules } from './style-attributes.ts';

test('each style attribute becomes one rule shared by its elements', () => {
  const html = '<p style="--size:12px;color:red">a</p><b style="width:40%">b</b><i style="--size:12px;color:red">c</i>';
  expect(styleAttributesToRules(html)).toEqual({
    markup: '<p data-style="0">a</p><b data-style="1">b</b><i data-style="0">c</i>',
    sheet: '#root [data-style="0"]{--size:12px;color:red}#root [data-style="1"]{width:40%}',
  });
});

test.each([
  'color:red}body{display:none',
  'a:b&lt;/style&gt;',
  'a:b</style><script>',
  "content:'x'",
  'a:\\7d',
  '@import x',
])('a value that could escape its rule is dropped: %s', (style) => {
  expect(styleAttributesToRules(`<p style="${style}">a</p>`)).toEqual({ markup: '<p>a</p>', sheet: '' });
});
