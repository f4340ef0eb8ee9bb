import { expect, test } from 'vitest';
import { lettersOf } from './font-letters.ts';
import { readNotoFace } from './noto-fonts.ts';

test.each([
  ['latin', 400, 'A¥—', 'Я日'],
  ['cyrillic', 700, 'Яё№', '日¥'],
  ['japanese', 400, '日競ー', 'Яđ'],
] as const)('the face %s-%i has %s and not %s', async (subset, weight, known, unknown) => {
  const knows = lettersOf(await readNotoFace('noto-sans-jp', subset, weight));
  for (const letter of known) expect(knows(letter.codePointAt(0) ?? 0), letter).toBe(true);
  for (const letter of [...unknown, '🚗', '\uffff']) expect(knows(letter.codePointAt(0) ?? 0), letter).toBe(false);
});

test('refuses a file that is not a font', () => {
  expect(() => lettersOf(Buffer.alloc(64))).toThrow(RangeError);
});
