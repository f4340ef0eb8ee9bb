import { beforeAll, describe, expect, it } from 'vitest';
import { ApiError } from '../../shell/api/api.ts';
import { fieldProblems } from '../../shell/api/field-problems.ts';
import { setTexts } from '../../ui/theme/text.ts';
import { checkSignUp } from './check-sign-up.ts';
import { type SignUpFields, signUpField } from './sign-up-fields.ts';

// Test files share modules: reset texts that another file has loaded, since these tests read keys.
beforeAll(() => setTexts({}, 'en'));

const FILLED: SignUpFields = {
  fullName: 'Орлова Нина Петровна',
  email: 'nina@people.example',
  mobile: '+7 (916) 123-45-67',
  country: '183',
  city: 'Владивосток',
  referralCode: '',
  password: 'sechs6',
  confirmPassword: 'sechs6',
  terms: true,
};
const RUSSIAN = { language: 'ru', passwordMinimum: 6 } as const;
const ENGLISH = { language: 'en', passwordMinimum: 6 } as const;

describe('the sign-up form', () => {
  // @covers ACCT-21
  it('accepts a complete form without a referral code', () => {
    expect(checkSignUp(FILLED, RUSSIAN)).toEqual({});
    expect(checkSignUp(FILLED, ENGLISH)).toEqual({});
  });

  // @covers ACCT-20, ACCT-21
  it('requires every other field', () => {
    const empty = { ...FILLED, fullName: ' ', email: '', mobile: '', country: null, city: '', password: '' };
    expect(checkSignUp({ ...empty, confirmPassword: '', terms: false }, ENGLISH)).toEqual({
      fullName: 'Errors.Required',
      email: 'Errors.Required',
      mobile: 'Errors.Required',
      country: 'Errors.Required',
      city: 'Errors.Required',
      password: 'Errors.Required',
      confirmPassword: 'Errors.Required',
      terms: 'Errors.Terms',
    });
  });

  // @covers ACCT-21
  it.each([
    ['fullName', 'Нина Орлова', 'Errors.IncompleteName'],
    ['fullName', 'Орлова Нина Петровна Младшая', 'Errors.IncompleteName'],
    ['mobile', '89161234567', 'Errors.IncompletePhone'],
  ])('in Russian only, refuses %s %j', (field, value, problem) => {
    expect(checkSignUp({ ...FILLED, [field]: value }, RUSSIAN)).toEqual({ [field]: problem });
    expect(checkSignUp({ ...FILLED, [field]: value }, ENGLISH)).toEqual({});
  });

  it.each([
    ['email', 'nina@', 'Errors.Email'],
    ['mobile', '12345', 'Errors.IncompletePhone'],
    ['mobile', '+7 916 call me 1234567', 'Errors.IncompletePhone'],
    ['confirmPassword', 'sechs7', 'Errors.PasswordMatch'],
  ])('refuses %s %j', (field, value, problem) => {
    expect(checkSignUp({ ...FILLED, [field]: value }, ENGLISH)).toEqual({ [field]: problem });
  });

  it('counts visible characters of a password and requires the company minimum', () => {
    const password = (text: string) => ({ ...FILLED, password: text, confirmPassword: text });
    expect(checkSignUp(password('12345'), ENGLISH)).toEqual({ password: 'Errors.MinLength' });
    expect(checkSignUp(password('🚗🚗🚗🚗🚗'), ENGLISH)).toEqual({ password: 'Errors.MinLength' });
    expect(checkSignUp(password('sechs6'), { ...ENGLISH, passwordMinimum: 8 })).toEqual({
      password: 'Errors.MinLength',
    });
    expect(checkSignUp(password('x'.repeat(129)), ENGLISH)).toEqual({ password: 'Errors.MaxLength' });
  });
});

describe('a 422 of sign-up', () => {
  const shown = (refusal: object) => fieldProblems(new ApiError('Field.Invalid', 422, refusal), signUpField, FILLED);

  it.each([
    ['username', 'email'],
    ['first_name', 'fullName'],
    ['password', 'password'],
    ['email', 'email'],
    ['confirm_password', 'confirmPassword'],
    ['telephone', 'mobile'],
  ])('that names %s shows at %s', (name, field) => {
    expect(Object.keys(shown({ message: { [name]: 'Field.Required' } }))).toEqual([field]);
  });

  it('that names our own fields shows at them', () => {
    expect(Object.keys(shown({ errors: { city: ['Field.Required'], terms: ['Terms.Required'] } }))).toEqual([
      'city',
      'terms',
    ]);
  });

  it('about a field outside the form shows at no field', () => {
    expect(shown({ errors: { language: ['Field.Invalid'] } })).toEqual({});
  });
});
