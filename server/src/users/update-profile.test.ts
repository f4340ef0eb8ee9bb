import { ROLE } from '@seri/contract/auth/permissions.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPerson } from '../testing/http/people.ts';
import { type TestPortal, testPortal } from '../testing/http/portal.ts';
import { userCalls } from '../testing/http/user-calls.ts';

const UPDATE = '/v1/user/update-profile';
const filled = {
  fullName: 'Olga Kim',
  mobile: '+7 (914) 000-00-05',
  city: 'Nakhodka',
  officePhone: '8 423 200 00 01 ext. 5',
  company: 'Primorye Auto',
  address: 'Svetlanskaya 10, 5',
  countryId: 183,
};
let portal: TestPortal;

beforeAll(async () => {
  portal = await testPortal(userCalls);
});
afterAll(() => portal.close());

const somebody = (options = {}) => createPerson(portal.database.db, options);
const rowOf = ({ id }: { id: number }) =>
  portal.database.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

test('signed-out and disabled users cannot change a profile', async () => {
  const disabled = await somebody({ roleId: ROLE.disabled });
  for (const person of [null, disabled])
    expect(await portal.ask(person, 'PUT', UPDATE, filled)).toMatchObject({
      status: 401,
      body: { messageCode: 'Auth.SignedOut' },
    });
  expect((await rowOf(disabled)).full_name).toBe('Anna Petrova');
});

test('users can change only their own profile', async () => {
  const [anna, ivan, kenji] = await Promise.all([
    somebody(),
    somebody({ fullName: 'Ivan Sokolov' }),
    somebody({ roleId: ROLE.manager }),
  ]);
  for (const person of [anna, kenji]) {
    expect((await portal.ask(person, 'PUT', `${UPDATE}?userId=${ivan.id}`, filled)).status).toBe(400);
    expect(await portal.ask(person, 'PUT', UPDATE, { ...filled, userId: ivan.id })).toMatchObject({
      status: 422,
      body: { errors: { userId: ['Field.Unknown'] } },
    });
  }
  expect((await portal.ask(anna, 'PUT', UPDATE, filled)).status).toBe(200);
  expect((await rowOf(ivan)).full_name).toBe('Ivan Sokolov');
});

// @covers ASVS-8.1.2, ASVS-8.2.3
test("the email address and the company's decisions cannot be sent along", async () => {
  const anna = await somebody();
  const before = await rowOf(anna);
  const more = {
    email: 'new@example.test',
    roleId: 991,
    permissions: {},
    invoiceLink: 'https://a.test',
    creditLimit: 1,
  };
  for (const [key, value] of Object.entries({ ...more, __proto__x: 1, userType: 3 }))
    expect(await portal.ask(anna, 'PUT', UPDATE, { ...filled, [key]: value })).toMatchObject({
      status: 422,
      body: { messageCode: 'Field.Unknown', errors: { [key]: ['Field.Unknown'] } },
    });
  expect(await rowOf(anna)).toEqual(before);
});

const wrong: [string, unknown, string][] = [
  ['fullName', undefined, 'Field.Required'],
  ['fullName', '', 'Field.Required'],
  ['fullName', ' \t ', 'Field.Required'],
  ['fullName', 'a'.repeat(121), 'Field.Invalid'],
  ['fullName', 'Anna\r\nBcc: all@example.test', 'Field.Invalid'],
  ['fullName', 'Anna\u0000Petrova', 'Field.Invalid'],
  ['fullName', 'Anna \ud800', 'Field.Invalid'],
  ['fullName', ['Anna'], 'Field.Invalid'],
  ['mobile', undefined, 'Field.Required'],
  ['mobile', '', 'Field.Required'],
  ['mobile', '123456', 'Phone.Incomplete'],
  ['mobile', '1234567890123456', 'Phone.Incomplete'],
  ['mobile', '7914000000x', 'Phone.Incomplete'],
  ['mobile', 79_140_000_005, 'Field.Invalid'],
  ['city', '  ', 'Field.Required'],
  ['city', 'x'.repeat(121), 'Field.Invalid'],
  ['officePhone', 'x'.repeat(41), 'Field.Invalid'],
  ['officePhone', undefined, 'Field.Required'],
  ['company', 'x'.repeat(161), 'Field.Invalid'],
  ['company', 'A\nB', 'Field.Invalid'],
  ['address', 'x'.repeat(301), 'Field.Invalid'],
  ['address', null, 'Field.Invalid'],
  ['countryId', 643, 'Field.Invalid'],
  ['countryId', 0, 'Field.Invalid'],
  ['countryId', '183', 'Field.Invalid'],
  ['countryId', 183.5, 'Field.Invalid'],
  ['countryId', 1e30, 'Field.Invalid'],
];

test.each(wrong)('in %s %j is refused with its code, and nothing is saved', async (field, value, code) => {
  const anna = await somebody();
  const before = await rowOf(anna);
  expect(await portal.ask(anna, 'PUT', UPDATE, { ...filled, [field]: value })).toMatchObject({
    status: 422,
    body: { success: false, messageCode: code, errors: { [field]: [code] } },
  });
  expect(await rowOf(anna)).toEqual(before);
});

// @covers ACCT-10
test('saves a profile: phone numbers as digits, empty fields as null, everything else as written', async () => {
  const anna = await somebody();
  const before = await rowOf(anna);
  const saved = await portal.ask(anna, 'PUT', UPDATE, { ...filled, fullName: '  Olga Kim ' });
  expect(saved).toMatchObject({ status: 200, body: { success: true } });
  expect((await portal.ask(anna, 'GET', '/v1/user/view-profile')).body.detail).toMatchObject({
    ...filled,
    mobile: '79140000005',
    email: anna.email,
  });
  const emptied = { ...filled, officePhone: ' ', company: '', address: '', countryId: null };
  expect((await portal.ask(anna, 'PUT', UPDATE, emptied)).status).toBe(200);
  expect(await rowOf(anna)).toEqual({
    ...before,
    full_name: 'Olga Kim',
    mobile: '79140000005',
    city: 'Nakhodka',
    office_phone: null,
    company: null,
    address: '',
    country_id: null,
  });
});

test('a hostile name stays plain text', async () => {
  const anna = await somebody();
  for (const fullName of [`'; drop table users; --`, '<img src=x onerror=alert(1)>', '{{7*7}} %s %n', '👩‍🔧 Ольга'])
    expect((await portal.ask(anna, 'PUT', UPDATE, { ...filled, fullName })).status).toBe(200);
  await portal.ask(anna, 'PUT', UPDATE, { ...filled, fullName: `<b>O'Neil</b>` });
  expect((await rowOf(anna)).full_name).toBe(`<b>O'Neil</b>`);
});
