import { expect, test } from 'vitest';
import { statusCode } from './purchase-status.tsx';

// @covers PURCH-04
test('an empty status is Processing, and digits in text count as a number', () => {
  expect(statusCode(null)).toBe(0);
  expect(statusCode('')).toBe(0);
  expect(statusCode('3')).toBe(3);
  expect(statusCode(8)).toBe(8);
});

// @covers PURCH-04
test('an unknown status is not Processing', () => {
  expect(statusCode('on hold')).toBeNull();
  expect(statusCode(9)).toBeNull();
});
