import passwords from '@zxcvbn-ts/language-common/src/passwords.json' with { type: 'json' };
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestPortal, testPortal } from '../../testing/http/portal.ts';
import { ensureStrongPassword } from './password-rules.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await testPortal(() => {});
  await portal.database.db
    .insertInto('company_settings')
    .values({ key: 'companyName', value: '"Нихон Авто Трейд"' })
    .execute();
});
afterAll(() => portal.close());

const owner = { email: 'ivanov.boris@example.test', fullName: 'Иванов Борис Петрович', company: 'Ivanov & Sons' };
/** Returns the error for this password; null when it is accepted. */
const saidTo = async (password: string): Promise<unknown> => {
  try {
    await ensureStrongPassword(portal.database.db, password, owner, 'newPassword');
    return null;
  } catch (error) {
    return error;
  }
};
const common = { code: 'Password.Common', status: 422, fields: { newPassword: ['Password.Common'] } };

// @covers ASVS-6.2.4
test('refuses each of the three thousand commonest passwords that are long enough', async () => {
  const three = passwords.filter((password) => password.length >= 6).slice(0, 3_000);
  expect(three).toHaveLength(3_000);
  const accepted: string[] = [];
  for (let i = 0; i < three.length; i += 50) {
    const batch = three.slice(i, i + 50);
    const errors = await Promise.all(batch.map(saidTo));
    accepted.push(
      ...batch.filter((_, place) => (errors[place] as { code?: string } | null)?.code !== 'Password.Common'),
    );
  }
  expect(accepted).toEqual([]);
}, 60_000);

test.each(['PASSWORD', 'QwErTy', 'FootBall'])('refuses %s as it does in lower case', async (password) => {
  expect(await saidTo(password)).toMatchObject(common);
});

test.each([
  'Ivanov1985',
  'boris.ivanov!',
  'Борис1985',
  'иванов-петрович',
  'sons & sons',
  'нихонавто',
  'SERI2026',
  'seri_seri_1',
])('refuses %s, which consists of public data of its owner, with that reason', async (password) => {
  expect(await saidTo(password)).toMatchObject({
    code: 'Password.Personal',
    status: 422,
    fields: { newPassword: ['Password.Personal'] },
  });
});

test('refuses a common name as common', async () => {
  expect(await saidTo('ivanov')).toMatchObject(common);
});

test.each([
  'boris has nine cats',
  'Kamakura tram 14',
  'зимний трамвай',
  '🚗🚙🏎️🚓🚑🚒🚐',
  'x'.repeat(64),
  ' spaces around ',
  'series of unfortunate events',
])('accepts %s', async (password) => {
  expect(await saidTo(password)).toBeNull();
});

test('counts six characters as users do', async () => {
  expect(await saidTo('🚗🚙🚌')).toMatchObject({ code: 'Password.Short', details: { length: 6 } });
  expect(await saidTo('🚗🚙🚌🚎🚓🚑')).toBeNull();
});
