import { expect, test } from 'vitest';
import { keyOf } from './keys.ts';

// @covers SHELL-27
test.each([
  ['j', 'KeyJ', 'j'],
  ['J', 'KeyJ', 'j'],
  ['о', 'KeyJ', 'j'],
  ['О', 'KeyJ', 'j'],
  ['j', 'KeyC', 'j'],
  ['/', 'Backslash', '/'],
  ['?', 'Digit7', '?'],
  ['2', 'Numpad2', '2'],
  ['ArrowDown', 'ArrowDown', 'arrowdown'],
])('%s on %s is %s', (key, code, expected) => {
  expect(keyOf({ key, code })).toBe(expected);
});
