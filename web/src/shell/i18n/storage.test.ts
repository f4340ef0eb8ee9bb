/// <reference types="node" />
import { readFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { readStored, STORAGE_KEYS, writeStored } from './storage.ts';

const textOf = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
afterEach(() => vi.unstubAllGlobals());

// @covers ASVS-14.3.3, OTHER-03
test('every stored key is documented, and the document has no other', () => {
  const documented = textOf('../../../../docs/browser-storage.md').match(/(?<=^\| `)seri\.[\w-]+/gm) ?? [];
  expect(documented.toSorted()).toEqual(Object.values(STORAGE_KEYS).toSorted());
});

test('the script before the first paint reads the listed keys', () => {
  const read = textOf('../../../public/before-paint.js').match(/(?<=getItem\(')[^']+/g);
  expect(read).toEqual([STORAGE_KEYS.theme, STORAGE_KEYS.language, STORAGE_KEYS.view]);
});

test('a browser that forbids storage gets the defaults instead of an error', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new DOMException('forbidden', 'SecurityError');
    },
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  });
  expect(readStored('theme')).toBeNull();
  expect(() => writeStored('theme', 'dark')).not.toThrow();
});
