import { shownPhone } from '@seri/contract/auth/fields.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ApiError } from './calls/errors.ts';
import { officePhoneOf, phoneOf, readPhone } from './phone.ts';

const [RUSSIA, JAPAN, GERMANY, BRITAIN, MONGOLIA, KAZAKHSTAN, GEORGIA, USA] = [183, 392, 276, 826, 496, 398, 268, 840];

describe('a telephone number', () => {
  test.each<[string, number | null, string]>([
    ['8 (912) 345-67-89', RUSSIA, '79123456789'],
    ['8 (912) 345-67-89', null, '79123456789'],
    ['8 (912) 345-67-89', MONGOLIA, '79123456789'],
    ['89123456789', RUSSIA, '79123456789'],
    ['+7 912 345-67-89', RUSSIA, '79123456789'],
    ['7 912 345 67 89', RUSSIA, '79123456789'],
    ['912 345-67-89', RUSSIA, '79123456789'],
    ['007 912 345 67 89', JAPAN, '79123456789'],
    ['8 701 234 56 78', KAZAKHSTAN, '77012345678'],
    ['090-1234-5678', JAPAN, '819012345678'],
    ['０９０－１２３４－５６７８', JAPAN, '819012345678'],
    ['+81 (0)90 1234 5678', RUSSIA, '819012345678'],
    ['0081 90 1234 5678', RUSSIA, '819012345678'],
    ['81 90 1234 5678', null, '819012345678'],
    ['0151 23456789', GERMANY, '4915123456789'],
    ['+49 (0) 30 901820', null, '4930901820'],
    ['+44 (0)20 7946 0958', BRITAIN, '442079460958'],
    ['9911 2233', MONGOLIA, '97699112233'],
    ['555 12 34 56', GEORGIA, '995555123456'],
    ['(212) 555-2368', USA, '12125552368'],
    // The library does not know this number, so it stays as typed.
    ['+99 123 456 789', null, '99123456789'],
  ])('reads %j of a person in country %d as %s', (text, country, expected) => {
    expect(readPhone(text, country)).toBe(expected);
  });

  test.each(['', '123', '+', '()', '1234567890123456', '+12345678901234567'])('%j is none', (text) => {
    expect(readPhone(text, RUSSIA)).toBeNull();
    expect(() => phoneOf(text, RUSSIA, 'mobile')).toThrow(ApiError);
  });

  test('reads a stored and formatted number as the same number, whatever the person’s country', () => {
    const numbers = ['79123456789', '77012345678', '819012345678', '4915123456789', '12125552368', '97699112233'];
    fc.assert(
      fc.property(
        fc.constantFrom(...numbers),
        fc.constantFrom(RUSSIA, JAPAN, GERMANY, USA, null),
        (number, country) => {
          expect(readPhone(shownPhone(number), country)).toBe(number);
        },
      ),
      { seed: 1 },
    );
  });

  test('reads or refuses any input, and reads its own output as the same number', () => {
    const typed = fc.string({ unit: fc.constantFrom(...'0123456789+()- . /'), maxLength: 24 });
    fc.assert(
      fc.property(typed, fc.constantFrom(RUSSIA, JAPAN, null), (text, country) => {
        const number = readPhone(text, country);
        if (number === null) return;
        expect(number).toMatch(/^\d{7,15}$/);
      }),
      { seed: 1, numRuns: 2_000 },
    );
  });

  test.each([
    ['045 123-4567', JAPAN, '+81451234567'],
    ['8 495 123-45-67', RUSSIA, '+74951234567'],
    ['8 495 123-45-67 доб. 12', RUSSIA, '8 495 123-45-67 доб. 12'],
    ['', RUSSIA, null],
    [null, RUSSIA, null],
  ])('keeps additional text of an office number: %j', (text, country, expected) => {
    expect(officePhoneOf(text, country)).toBe(expected);
  });
});

test.each([
  ['79123456789', '+7 (912) 345-67-89'],
  ['12125552368', '+1 (212) 555-23-68'],
  ['819012345678', '+819012345678'],
  ['+74951234567', '+7 (495) 123-45-67'],
  ['8 495 123-45-67 доб. 12', '8 495 123-45-67 доб. 12'],
  ['', ''],
])('formats %j as %j', (kept, shown) => {
  expect(shownPhone(kept)).toBe(shown);
});
