import { expect, test } from 'vitest';
import { ERROR_SENTENCES } from './error-sentences.ts';
import { ERROR_CODES } from './errors.ts';

test.each(ERROR_CODES)('%s has a sentence in English, which is not the code', (code) => {
  const sentence = ERROR_SENTENCES[code];
  // At least two words, a leading capital, ASCII only, no code inside.
  expect(sentence).toMatch(/^[A-Z][\x20-\x7e]+ [\x20-\x7e]+$/);
  expect(sentence).not.toMatch(/\.$|\b[A-Z][A-Za-z]+\.[A-Z]/);
});

test('no sentence is there for a code that is gone', () => {
  expect(Object.keys(ERROR_SENTENCES).sort()).toEqual([...ERROR_CODES].sort());
});
