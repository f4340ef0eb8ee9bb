import { expect, test } from 'vitest';
import { ERROR_SENTENCES } from './error-sentences.ts';
import { ERROR_CODES } from './errors.ts';

test.each(ERROR_CODES)('%s has an English sentence, which is not the code', (code) => {
  const sentence = ERROR_SENTENCES[code];
  // At least two words, a leading capital, ASCII only, no code inside.
  expect(sentence).toMatch(/^[A-Z][\x20-\x7e]+ [\x20-\x7e]+$/);
  expect(sentence).not.toMatch(/\.$|\b[A-Z][A-Za-z]+\.[A-Z]/);
});

test('contains no sentence for a removed code', () => {
  expect(Object.keys(ERROR_SENTENCES).sort()).toEqual([...ERROR_CODES].sort());
});
