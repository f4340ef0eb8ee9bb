import { expect, test } from 'vitest';
import { cleanText, cleanTexts } from './text.ts';

test.each([
  ['a turned name', 'Anna\u202egnp.exe', 'Annagnp.exe'],
  ['isolates and embeddings', '\u2066a\u2067b\u2068c\u2069\u202ad\u202be\u202c\u202df', 'abcdef'],
  ['direction marks', '\u200eA\u200f\u061cB', 'AB'],
  ['control characters', 'a\u0007b\u001bc\u0080d\u007fe', 'abcde'],
  ['zero-width signs', 'To\u200byo\u2060ta\ufeff', 'Toyota'],
  ['a soft hyphen', 'Auk\u00adtion', 'Auktion'],
  ['invisible operators and annotations', 'a\u2061b\u2064c\ufff9d\ufffb', 'abcd'],
  ['old format signs', 'a\u206ab\u206f', 'ab'],
  ['joiners in a Latin or Cyrillic word', 'Le\u200dxus А\u200cвто', 'Lexus Авто'],
  ['joiners at the ends of a word', '\u200cمی\u200c خواهم\u200d', 'می خواهم'],
  ['tags without a flag', 'a\u{e0041}\u{e0042}b', 'ab'],
  ['line ends of Unicode', 'a\u2028b\u2029c', 'a\nb\nc'],
])('removes %s', (_, text, clean) => {
  expect(cleanText(text)).toBe(clean);
  expect(cleanText(clean)).toBe(clean);
});

test.each([
  '\u200b\u200b',
  '\u200d\u200c\u200d',
  '\u2060\ufeff\u00ad',
  '\u3164\u115f\u1160\uffa0',
  '\u2800\u2800',
  '\ufe0f\ufe0e',
  '\u202e\u202c \u2069',
  '\u{e0041}\u{e0100}',
  '\u180e\u034f\u17b4',
])('%j has no visible characters, so it is empty', (text) => {
  expect(cleanText(text).trim()).toBe('');
});

test.each([
  ['Persian', 'می\u200cخواهم'],
  ['Hindi', 'क्\u200dष क्\u200cष'],
  ['Sinhala', 'ශ්\u200dරී'],
  ['a family', '👨\u200d👩\u200d👧\u200d👦'],
  ['a skin tone and a profession', '👩🏽\u200d🔧'],
  ['a heart of two', '👩\u200d❤\ufe0f\u200d👨'],
  ['a flag of a part of a country', '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}'],
  ['a keycap', '1\ufe0f\u20e3'],
  ['lines and tabs', 'one\n\ttwo\r\nthree'],
  ['names', 'Łukasz Żółć, Ганбаатар Өнөрцэцэг, გიორგი, Երևան, ณัฐ, 田中\u3000太郎'],
  ['an Arabic sign that is seen', '\u06dd'],
])('keeps %s unchanged', (_, text) => {
  expect(cleanText(text)).toBe(text);
});

test('cleans every text of a nested value except passwords', () => {
  const dirty = 'a\u202eb';
  expect(cleanTexts({ name: dirty, list: [dirty, { note: dirty }], newPassword: dirty, count: 1, none: null })).toEqual(
    {
      ...{ name: 'ab', list: ['ab', { note: 'ab' }], newPassword: dirty, count: 1, none: null },
    },
  );
});
