import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findPersonByEmail, mailsTo } from '../../testing/http/accounts.ts';
import { newAddress } from '../../testing/http/browser.ts';
import { createPerson } from '../../testing/http/people.ts';
import { formOf, nameless, newEmail, type SignUpFixture, signUpFixture } from '../../testing/http/sign-up.ts';
import { LIMITS } from '../session/attempt-queries.ts';

let fixture: SignUpFixture;
beforeAll(async () => {
  fixture = await signUpFixture();
});
afterAll(() => fixture.portal.close());

describe('the link of the email', () => {
  const aLink = async () => {
    const email = newEmail();
    await fixture.signUp(email);
    await fixture.work();
    return { email, token: await fixture.linkFor(email) };
  };

  // @covers ACCT-07, ASVS-6.4.1, SEC-05, SEC-07
  test('works once, for one of fifty concurrent requests, twenty times over', async () => {
    for (let round = 0; round < 20; round++) {
      const { token } = await aLink();
      const replies = await Promise.all(Array.from({ length: 50 }, () => fixture.verify(token)));
      expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
      for (const reply of replies.filter(({ status }) => status !== 200))
        expect(reply).toMatchObject({ status: 403, body: { messageCode: 'Auth.LinkInvalid' } });
    }
  }, 60_000);

  // @covers ACCT-07, SEC-05, SEC-07
  test('is refused alike when used, void, expired, invented or of another purpose', async () => {
    const used = await aLink();
    await fixture.verify(used.token);
    const over = await aLink();
    await fixture.portal.database.pool.query(
      `update email_links set expires_at = clock_timestamp() where used_at is null`,
    );
    const late = await aLink();
    const replaced = await aLink();
    await fixture.waitMinutes(3);
    await fixture.post('/v1/auth/resend-verification', { email: replaced.email });
    await fixture.post('/v1/auth/reset-password', { email: late.email });
    await fixture.work();
    const replies = [
      used.token,
      over.token,
      replaced.token,
      'A'.repeat(43),
      await fixture.linkFor(late.email, 'reset'),
    ].map(fixture.verify);
    const bare = (await Promise.all(replies)).map(nameless);
    for (const reply of bare) expect(reply).toEqual(bare[0]);
    expect(bare[0]).toMatchObject({ status: 403, text: expect.stringContaining('Auth.LinkInvalid') });
    expect((await fixture.verify(late.token)).status).toBe(200);
  });

  // @covers ACCT-07, SEC-05, SEC-07
  test('verifies only the address it was sent to', async () => {
    const [one, other] = [await aLink(), await aLink()];
    await fixture.verify(one.token);
    expect((await fixture.person(one.email)).email_verified_at).not.toBeNull();
    expect((await fixture.person(other.email)).email_verified_at).toBeNull();
  });

  test('works in a signed-in browser, and changes no session', async () => {
    const { token } = await aLink();
    const someone = await createPerson(fixture.portal.database.db);
    const reply = await fixture.portal.ask(someone, 'POST', `/v1/auth/verify-email?token=${token}`);
    expect(reply.status).toBe(200);
    expect(reply.raw.headers['set-cookie']).toBeUndefined();
    expect((await fixture.portal.ask(someone, 'GET', '/v1/user/list-sessions')).status).toBe(200);
  });

  test('is required: a call without a token, or with more than one, is invalid', async () => {
    for (const query of ['', '?token=', '?token=a&token=b', '?token=a&again=1'])
      expect((await fixture.post(`/v1/auth/verify-email${query}`)).status).toBe(400);
  });

  // @covers ASVS-11.5.1, ASVS-14.2.4
  test('is in the database only as a hash', async () => {
    const { token } = await aLink();
    const tables = ['email_links', 'mails', 'users', 'graphile_worker._private_jobs'];
    for (const table of tables) {
      const { rows } = await fixture.portal.database.pool.query(`select t::text as row from ${table} t`);
      for (const { row } of rows) expect(row).not.toContain(token);
    }
  });
});

describe('requesting the email again', () => {
  test('sends it to an unverified address only, and the reply is always the same', async () => {
    const waiting = newEmail();
    await fixture.signUp(waiting);
    await fixture.work();
    await fixture.waitMinutes(3);
    const verified = await createPerson(fixture.portal.database.db);
    const emails = [waiting, verified.email, newEmail()];
    const replies = [];
    for (const email of emails) replies.push(nameless(await fixture.post('/v1/auth/resend-verification', { email })));
    for (const reply of replies) expect(reply).toEqual(replies[0]);
    expect(replies[0]?.status).toBe(200);
    await fixture.work();
    expect(await fixture.mailsOf(waiting)).toEqual(['verify_address', 'verify_address']);
    expect(await mailsTo(fixture.portal.database, verified.id)).toEqual([]);
    expect(await findPersonByEmail(fixture.portal.database, emails[2] ?? '')).toBeUndefined();
    expect((await fixture.verify(await fixture.linkFor(waiting))).status).toBe(200);
  });
});

describe('limits', () => {
  test('one network may sign up twenty times an hour', async () => {
    const address = newAddress();
    const { attempts } = LIMITS.sign_up_address;
    const replies = await Promise.all(
      Array.from({ length: attempts + 2 }, () => fixture.post('/v1/auth/sign-up', formOf(newEmail()), address)),
    );
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(attempts);
    const refused = replies.find((reply) => reply.status === 429);
    expect(refused?.body).toMatchObject({ messageCode: 'TooManyTries', details: { minutes: 60 } });
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(59 * 60);
    expect((await fixture.signUp(newEmail())).status).toBe(200);
  });

  test('emails to one address may be requested five times an hour, known or unknown, from any network', async () => {
    const known = await createPerson(fixture.portal.database.db);
    for (const email of [known.email, newEmail()]) {
      const statuses = [];
      for (let i = 0; i < 3; i++) {
        statuses.push((await fixture.post('/v1/auth/resend-verification', { email })).status);
        statuses.push((await fixture.post('/v1/auth/reset-password', { email: email.toUpperCase() })).status);
      }
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    }
  });

  test('one network may request emails thirty times an hour', async () => {
    const address = newAddress();
    const statuses = [];
    for (let i = 0; i < 31; i++)
      statuses.push((await fixture.post('/v1/auth/resend-verification', { email: newEmail() }, address)).status);
    expect(statuses).toEqual([...Array(30).fill(200), 429]);
  });

  // @covers ASVS-6.6.3
  test('one network may open sixty links in fifteen minutes', async () => {
    const address = newAddress();
    const statuses = [];
    for (let i = 0; i < 61; i++)
      statuses.push((await fixture.post('/v1/auth/verify-email?token=guessed', undefined, address)).status);
    expect(statuses).toEqual([...Array(60).fill(403), 429]);
  });
});
