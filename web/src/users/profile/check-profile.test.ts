import { beforeAll, expect, test } from 'vitest';
import en from '../../locales/en.json';
import { setTexts } from '../../ui/theme/text.ts';
import { checkProfile, type ProfileFields } from './check-profile.ts';

beforeAll(() => setTexts(en, 'en'));

const complete: ProfileFields = {
  fullName: 'A B',
  email: 'a@b.example',
  mobile: '+7 (999) 123-45-67',
  officePhone: '',
  company: '',
  countryId: null,
  city: 'X',
  address: '',
};

// @covers ACCT-22
test('office phone, company, address and country may be empty', () => {
  expect(checkProfile(complete)).toEqual({});
});

// @covers ACCT-22
test.each(['fullName', 'email', 'mobile', 'city'] as const)('%s is required, and blanks do not count', (field) => {
  for (const value of ['', '   '])
    expect(checkProfile({ ...complete, [field]: value })).toEqual({ [field]: 'Required field' });
});

test('the email must be valid', () => {
  expect(checkProfile({ ...complete, email: 'a@b@c' })).toEqual({ email: 'Invalid email address' });
});

test.each(['123456', '1234567890123456', 'call me'])('%s is no telephone number', (mobile) => {
  expect(checkProfile({ ...complete, mobile })).toEqual({ mobile: 'Invalid phone number' });
});
