import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestFolder, removeTestFolder } from './test-folder.ts';

const UNUSED_PID = 2 ** 30;
let parent: string;
beforeAll(() => {
  parent = mkdtempSync(join(tmpdir(), 'seri-folders-'));
});
afterAll(() => rmSync(parent, { recursive: true }));

test('is open to all users, and removes the folders of runs that have ended', () => {
  const orphan = join(parent, `seri-tests-${UNUSED_PID}`);
  const other = join(parent, 'others');
  mkdirSync(orphan);
  mkdirSync(other);
  const own = openTestFolder(parent);
  expect(existsSync(orphan)).toBe(false);
  expect(existsSync(other)).toBe(true);
  // Undefined on a machine without room for it.
  if (own) {
    expect(statSync(own).mode & 0o7777).toBe(0o1777);
    expect(openTestFolder(parent)).toBe(own);
    removeTestFolder(own);
    expect(existsSync(own)).toBe(false);
  }
});

test('a machine without such a folder keeps the usual one', () => {
  expect(openTestFolder(join(parent, 'none'))).toBeUndefined();
});
