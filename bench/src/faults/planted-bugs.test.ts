import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PLANTED_BUGS } from './planted-bugs.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

test.each(PLANTED_BUGS)('the bug $name can be planted in the current code', ({ edits, tests }) => {
  for (const { file, text, instead } of edits) {
    expect(readFileSync(join(ROOT, file), 'utf8').split(text), file).toHaveLength(2);
    expect(instead).not.toBe(text);
  }
  expect(tests.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
});
