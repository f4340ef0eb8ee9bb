import { beforeAll, expect, test } from 'vitest';
import en from '../../locales/en.json';
import { setTexts } from '../../ui/theme/text.ts';
import { checkPasswordChange } from './check-password-change.ts';

beforeAll(() => setTexts(en, 'en'));

const check = (oldPassword: string, newPassword: string, confirmNewPassword: string, minimum = 6) =>
  checkPasswordChange({ oldPassword, newPassword, confirmNewPassword }, minimum);

// @covers ACCT-23
test('an empty form shows a problem at every field', () => {
  expect(check('', '', '')).toEqual({
    oldPassword: 'Required field',
    newPassword: 'Required field',
    confirmNewPassword: 'Required field',
  });
});

// @covers ACCT-23
test('six characters are enough and five are not, also for the old password', () => {
  expect(check('123456', 'abcdef', 'abcdef')).toEqual({});
  expect(check('12345', 'abcde', 'abcde')).toEqual({
    oldPassword: 'Must contain more than 6 characters',
    newPassword: 'Must contain more than 6 characters',
  });
});

// @covers ACCT-23
test('a longer minimum of the company applies to the new password only', () => {
  expect(check('123456', 'abcdefg', 'abcdefg', 8)).toEqual({ newPassword: 'Must contain more than 8 characters' });
});

test('a password has at most 128 characters', () => {
  const long = 'x'.repeat(128);
  expect(check('123456', long, long)).toEqual({});
  expect(check('123456', `${long}x`, `${long}x`)).toEqual({ newPassword: 'Must contain less than 128 characters' });
});

test('the repeat must equal the new password', () => {
  expect(check('123456', 'abcdef', 'abcdeF')).toEqual({ confirmNewPassword: 'Passwords do not match' });
});
