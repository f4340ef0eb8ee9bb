import { ROLE } from '@seri/contract/auth/permissions.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findPersonByEmail, mailsTo } from '../../testing/http/accounts.ts';
import { openBrowser } from '../../testing/http/browser.ts';
import { createPerson } from '../../testing/http/people.ts';
import { formOf, nameless, newEmail, PASSWORD, type SignUpFixture, signUpFixture } from '../../testing/http/sign-up.ts';

let fixture: SignUpFixture;
beforeAll(async () => {
  fixture = await signUpFixture();
});
afterAll(() => fixture.portal.close());

describe('the form', () => {
  const cases: [string, object, Record<string, string[]>, Record<string, string>][] = [
    ['without a name', { fullName: '  ' }, { fullName: ['Field.Required'] }, { first_name: 'Field.Required' }],
    [
      'with a name of two lines',
      { fullName: 'A\nB' },
      { fullName: ['Field.Invalid'] },
      { first_name: 'Field.Invalid' },
    ],
    [
      'with two words for a name in Russian',
      { language: 693, fullName: 'Анна Петрова' },
      { fullName: ['Name.Incomplete'] },
      { first_name: 'Name.Incomplete' },
    ],
    ['with no address', { email: 'anna' }, { email: ['Email.Invalid'] }, { email: 'Email.Invalid' }],
    [
      'with half a phone number',
      { mobile: '12 34' },
      { mobile: ['Phone.Incomplete'] },
      { telephone: 'Phone.Incomplete' },
    ],
    ['with a country nobody knows', { country: 9_999 }, { country: ['Field.Invalid'] }, {}],
    ['with half a character in the code', { referralCode: '\ud800' }, { referralCode: ['Field.Invalid'] }, {}],
    ['without the terms', { terms: false }, { terms: ['Terms.Required'] }, {}],
    [
      'with two different passwords',
      { confirmPassword: 'another one' },
      { confirmPassword: ['Password.Mismatch'] },
      { confirm_password: 'Password.Mismatch' },
    ],
    [
      'with a short password',
      { password: '5char', confirmPassword: '5char' },
      { password: ['Password.Short'] },
      { password: 'Password.Short' },
    ],
    [
      'with a common password',
      { password: 'Password1', confirmPassword: 'Password1' },
      { password: ['Password.Common'] },
      { password: 'Password.Common' },
    ],
    [
      'with a password made of the own name',
      { password: 'petrova-1985', confirmPassword: 'petrova-1985' },
      { password: ['Password.Personal'] },
      { password: 'Password.Personal' },
    ],
    [
      'with a password nobody can type in a log-in',
      { password: 'a'.repeat(129), confirmPassword: 'a'.repeat(129) },
      { password: ['Password.Long'] },
      { password: 'Password.Long' },
    ],
    ['with a role of his choice', { roleId: ROLE.manager }, { roleId: ['Field.Unknown'] }, {}],
  ];
  // @covers ACCT-21
  test.each(cases)('%s is refused field by field, under the old names too', async (_name, more, errors, message) => {
    const reply = await fixture.signUp(newEmail(), more);
    expect(reply).toMatchObject({ status: 422, body: { success: false, errors } });
    expect(reply.body.message).toEqual(message);
    expect(await fixture.portal.database.db.selectFrom('account_requests').select('id').execute()).toEqual([]);
  });

  // @covers ACCT-21
  test('is refused from a page of another site', async () => {
    const reply = await openBrowser(fixture.portal.app).ask('POST', '/v1/auth/sign-up', formOf(newEmail()), {
      'sec-fetch-site': 'cross-site',
    });
    expect(reply).toMatchObject({ status: 403, body: { messageCode: 'Request.CrossSite' } });
  });

  // @covers ACCT-21, ASVS-6.2.1
  test('requires the company’s minimum password length, and the error names it', async () => {
    const settings = { key: 'passwordMinimum', value: '17' };
    await fixture.portal.database.db.insertInto('company_settings').values(settings).execute();
    expect(await fixture.signUp(newEmail())).toMatchObject({
      status: 422,
      body: { messageCode: 'Password.Short', details: { length: 17 } },
    });
    await fixture.portal.database.db.deleteFrom('company_settings').where('key', '=', 'passwordMinimum').execute();
  });
});

describe('a new user', () => {
  test('becomes a client without a deposit: form, email, link, log-in', async () => {
    const email = newEmail();
    const reply = await fixture.signUp(email, { language: 693, fullName: 'Петрова Анна Сергеевна' });
    expect(reply).toMatchObject({ status: 200, text: '{"success":true}', setCookies: [] });
    expect(await findPersonByEmail(fixture.portal.database, email)).toBeUndefined();
    await fixture.work();
    const account = await fixture.person(email);
    expect(account).toMatchObject({
      full_name: 'Петрова Анна Сергеевна',
      role_id: ROLE.restricted,
      user_type: 2,
      language: 693,
      country_id: 183,
      city: 'Vladivostok',
      mobile: '79123456789',
      referral_code: 'FRIEND-7',
      email_verified_at: null,
      is_demo: false,
    });
    expect(account.permissions).toMatchObject({ carAuctionsView: true, biddingAllowed: false });
    expect(account.terms_accepted_at).not.toBeNull();
    expect(await mailsTo(fixture.portal.database, account.id)).toEqual(['verify_address']);
    expect(await fixture.logIn(email)).toMatchObject({ status: 422, body: { messageCode: 'InvalidUser' } });
    expect(await fixture.verify(await fixture.linkFor(email))).toMatchObject({ status: 200, text: '{"success":true}' });
    expect((await fixture.logIn(email)).status).toBe(200);
    expect(await fixture.portal.database.db.selectFrom('account_requests').select('id').execute()).toEqual([]);
  });

  test.each(['/v1/auth/signup', '/v1/signup'])('may call it %s as well', async (url) => {
    const email = newEmail();
    expect((await fixture.post(url, formOf(email))).status).toBe(200);
    await fixture.work();
    expect((await fixture.person(email)).role_id).toBe(ROLE.restricted);
  });

  test('gets a demonstration account in the demonstration', async () => {
    await fixture.portal.database.db.insertInto('installation_facts').values({ key: 'demo', value: 'true' }).execute();
    const email = newEmail();
    await fixture.signUp(email);
    await fixture.work();
    expect((await fixture.person(email)).is_demo).toBe(true);
    await fixture.portal.database.db.deleteFrom('installation_facts').where('key', '=', 'demo').execute();
  });

  // @covers ASVS-6.2.5
  test('may use a password of 128 characters or of emoji, and type accents in either form', async () => {
    const long = '🚗'.repeat(128);
    const email = newEmail();
    expect((await fixture.signUp(email, { password: long, confirmPassword: long })).status).toBe(200);
    const accented = newEmail();
    const composed = 'na\u00efve caf\u00e9';
    expect((await fixture.signUp(accented, { password: composed, confirmPassword: composed })).status).toBe(200);
    await fixture.work();
    await fixture.verify(await fixture.linkFor(email));
    await fixture.verify(await fixture.linkFor(accented));
    expect((await fixture.logIn(email, long)).status).toBe(200);
    expect((await fixture.logIn(accented, composed.normalize('NFD'))).status).toBe(200);
  });
});

describe('an address that has an account', () => {
  // @covers ASVS-6.3.8
  test('gets the same status, text and headers as an unknown one', async () => {
    const known = await createPerson(fixture.portal.database.db);
    const replies = [await fixture.signUp(known.email), await fixture.signUp(newEmail())].map(nameless);
    expect(replies[0]).toEqual(replies[1]);
    await fixture.work();
  });

  test('gets an email about it, once within some minutes, and the account stays unchanged', async () => {
    const known = await createPerson(fixture.portal.database.db, { fullName: 'Boris Ivanov' });
    await fixture.signUp(known.email.toUpperCase());
    await fixture.signUp(known.email);
    await fixture.work();
    expect(await mailsTo(fixture.portal.database, known.id)).toEqual(['address_known']);
    expect(await fixture.person(known.email)).toMatchObject({
      full_name: 'Boris Ivanov',
      role_id: ROLE.client,
      password_hash: null,
    });
    await fixture.waitMinutes(5);
    await fixture.signUp(known.email);
    await fixture.work();
    expect(await mailsTo(fixture.portal.database, known.id)).toEqual(['address_known', 'address_known']);
  });

  test('of a disabled account gets nothing', async () => {
    const disabled = await createPerson(fixture.portal.database.db, { roleId: ROLE.disabled });
    await fixture.signUp(disabled.email);
    await fixture.post('/v1/auth/resend-verification', { email: disabled.email });
    await fixture.post('/v1/auth/reset-password', { email: disabled.email });
    await fixture.work();
    expect(await mailsTo(fixture.portal.database, disabled.id)).toEqual([]);
  });
});

describe('a second form before the verification', () => {
  test('with the same password is the same person, and the newer form applies', async () => {
    const email = newEmail();
    await fixture.signUp(email);
    await fixture.work();
    const first = await fixture.linkFor(email);
    await fixture.waitMinutes(3);
    await fixture.signUp(email, { fullName: 'Anna Sergeeva' });
    await fixture.work();
    expect((await fixture.person(email)).full_name).toBe('Anna Sergeeva');
    expect((await fixture.verify(first)).status).toBe(403);
    expect((await fixture.verify(await fixture.linkFor(email))).status).toBe(200);
    expect((await fixture.logIn(email)).status).toBe(200);
  });

  test.each([
    ['of the stranger who came first', 'stranger first'],
    ['of the stranger who came later', 'owner first'],
  ])(
    'with another password lets in neither, so the click on the link never opens to the password %s',
    async (_who, order) => {
      const email = newEmail();
      const typed = order === 'owner first' ? [PASSWORD, 'a thief waits'] : ['a thief waits', PASSWORD];
      for (const chosen of typed) {
        await fixture.signUp(email, { password: chosen, confirmPassword: chosen });
        await fixture.work();
        await fixture.waitMinutes(3);
      }
      expect((await fixture.verify(await fixture.linkFor(email))).status).toBe(200);
      for (const chosen of typed)
        expect((await fixture.logIn(email, chosen)).body.messageCode).toBe('WrongCredentials');
      const { id } = await fixture.person(email);
      expect((await mailsTo(fixture.portal.database, id)).at(-1)).toBe('reset_password');
      const mine = 'chosen by mail';
      const reset = await fixture.post(
        `/v1/auth/reset-password-verify?token=${await fixture.linkFor(email, 'reset')}`,
        {
          newPassword: mine,
          confirmPassword: mine,
        },
      );
      expect(reset.status).toBe(200);
      expect((await fixture.logIn(email, mine)).status).toBe(200);
    },
  );

  test('within the pause keeps the link that was sent', async () => {
    const email = newEmail();
    await fixture.signUp(email);
    await fixture.work();
    const link = await fixture.linkFor(email);
    await fixture.signUp(email);
    await fixture.work();
    expect(await fixture.mailsOf(email)).toEqual(['verify_address']);
    expect((await fixture.verify(link)).status).toBe(200);
  });

  test('after the link has expired starts again', async () => {
    const email = newEmail();
    await fixture.signUp(email, { password: 'given up long ago', confirmPassword: 'given up long ago' });
    await fixture.work();
    await fixture.portal.database.pool.query(`update email_links set expires_at = clock_timestamp()`);
    await fixture.waitMinutes(24 * 60);
    await fixture.signUp(email);
    await fixture.work();
    expect((await fixture.verify(await fixture.linkFor(email))).status).toBe(200);
    expect((await fixture.logIn(email)).status).toBe(200);
  });
});
