import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, describe, expect, test } from 'vitest';
import { setTexts, t } from '../ui/theme/text.ts';
import en from './en.json' with { type: 'json' };
import ru from './ru.json' with { type: 'json' };

const LANGUAGES: [string, Record<string, string>][] = [
  ['English', en],
  ['Russian', ru],
];

const MARKUP = [
  '<img src=x onerror=alert(1)>',
  '<script>alert(1)</script>',
  '"><svg onload=alert(1)>',
  "'><b>",
  '</p><p>',
];
const TEMPLATES = [
  '{{name}}',
  '{{amount}}',
  '{{{{name}}}}',
  '#{1+1}',
  '$&',
  "$'",
  '$`',
  '$1',
  '%s',
  '{0}',
  '[[x]]',
  '__proto__',
];
const LETTERS = [
  '\u202e',
  '\u0000',
  '\ud800',
  '\ufeff',
  '&lt;b&gt;',
  '&amp;',
  '\\u003cb\\u003e',
  '%3Cb%3E',
  '\u2028',
  'javascript:alert(1)',
];
/** A thousand values: each part alone, twice, and with figures around it. */
const HOSTILE = [...MARKUP, ...TEMPLATES, ...LETTERS].flatMap((part) =>
  Array.from({ length: 38 }, (_, i) => `${i % 3 === 0 ? part : ''}${i}${part}`),
);

afterAll(() => setTexts({}, 'en'));

describe.each(LANGUAGES)('in the texts in %s', (language, texts) => {
  const keys = Object.keys(texts).filter((key) => /\{\{\w+\}\}/.test(texts[key] ?? ''));

  // @covers ASVS-1.1.2, ASVS-1.2.1, ASVS-1.3.7, ASVS-1.3.10, ASVS-3.2.2
  test('no value becomes an element, an attribute or another value, whatever it contains', () => {
    setTexts(texts, language === 'English' ? 'en' : 'ru');
    expect(HOSTILE.length).toBeGreaterThanOrEqual(1_000);
    HOSTILE.forEach((value, i) => {
      const key = keys[i % keys.length] ?? '';
      const names = [...(texts[key] ?? '').matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name);
      const text = t(key, Object.fromEntries(names.map((name) => [name, value])));
      const around = (texts[key] ?? '').split(/\{\{\w+\}\}/);
      expect(text).toBe(around.join(value));
      const markup = renderToStaticMarkup(createElement('p', { title: text }, text));
      expect(markup.match(/</g)).toHaveLength(2);
      expect(markup.match(/(?<!&quot;)"/g)).toHaveLength(2);
    });
  });

  test('no text contains markup', () => {
    for (const [key, text] of Object.entries(texts)) expect(text, key).not.toMatch(/<\w|&\w+;|javascript:/i);
  });
});
