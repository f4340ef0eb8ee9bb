import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordFact } from '../platform/db/installation.ts';
import { createEmailLink, linkToken } from '../platform/email-link.ts';
import { queueMail } from '../platform/mail-outbox.ts';
import { createLog } from '../platform/process/log.ts';
import { SECRET_KEY } from '../testing/http/auth-cookies.ts';
import { createPerson, type Person } from '../testing/http/people.ts';
import { type TestPortal, testPortal } from '../testing/http/portal.ts';
import { demoMailRoutes } from './demo-routes.ts';
import { sendMail } from './send-mail.ts';
import { fileTransport } from './transports.ts';

const ORIGIN = 'http://127.0.0.1:3000';
const dir = mkdtempSync(join(tmpdir(), 'seri-mailbox-'));
let portal: TestPortal;
let anna: Person;
let stranger: Person;
let token: string;
const ids: Record<string, number> = {};

const look = (path: string) => portal.ask(null, 'GET', path);

async function mailTo(person: Person, name: string): Promise<void> {
  const { db } = portal.database;
  const linkId = await db.transaction().execute(async (tx) => {
    const link = await createEmailLink(tx, { userId: person.id, purpose: 'verify', secretKey: SECRET_KEY });
    await queueMail(tx, { kind: 'verify_address', userId: person.id, linkId: link }, name);
    return link;
  });
  const row = await db.selectFrom('mails').select('id').where('dedupe_key', '=', name).executeTakeFirstOrThrow();
  ids[name] = row.id;
  token = linkToken(SECRET_KEY, linkId);
  await sendMail(
    {
      db,
      smtp: null,
      folder: fileTransport(dir),
      publicUrl: ORIGIN,
      secretKey: SECRET_KEY,
      mailFrom: undefined,
      log: createLog('test', 'silent'),
    },
    { mailId: row.id, isLast: false, signal: new AbortController().signal },
  );
}

beforeAll(async () => {
  portal = await testPortal((app, database) => demoMailRoutes(app, database, { dir, origin: ORIGIN }));
  const { db } = portal.database;
  await recordFact(db, 'demo', true);
  [anna, stranger] = await Promise.all([createPerson(db), createPerson(db)]);
  await db.updateTable('users').set({ is_demo: true }).where('id', '=', anna.id).execute();
  await mailTo(stranger, 'private');
  await mailTo(anna, 'public');
});
afterAll(async () => {
  await portal.close();
  rmSync(dir, { recursive: true, force: true });
});

describe('in a demonstration', () => {
  test('shows the mails of demonstration accounts only, to everybody', async () => {
    const { status, body } = await look('/v1/demo/mail');
    expect(status).toBe(200);
    expect(body.items).toEqual([
      {
        id: ids.public,
        kind: 'verify_address',
        to: anna.email,
        subject: 'Confirm your email address for Seri',
        lang: 'en',
        sentAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      },
    ]);
  });

  test('shows one of them, with the origin of its links', async () => {
    const { body } = await look(`/v1/demo/mail/view?id=${ids.public}`);
    expect(body.text).toContain(`${ORIGIN}/verify-email?token=${token}`);
    expect(body).toMatchObject({ origin: ORIGIN, to: anna.email, from: 'Seri <no-reply@localhost>' });
  });

  test('hides the mail of other accounts, as text and as HTML', async () => {
    for (const id of [ids.private, 999_999]) {
      expect((await look(`/v1/demo/mail/view?id=${id}`)).body.messageCode).toBe('NotFound');
      expect((await look(`/v1/demo/mail/${id}/html`)).status).toBe(404);
    }
  });

  test('refuses an invalid number', async () => {
    expect((await look('/v1/demo/mail/view')).status).toBe(400);
    expect((await look('/v1/demo/mail/view?id=0')).status).toBe(400);
    for (const id of ['0', 'x', '..%2fsecret', '99999999999'])
      expect((await look(`/v1/demo/mail/${id}/html`)).body.messageCode).toBe('NotFound');
  });

  // @covers ASVS-3.2.1
  test('serves the HTML in a sandbox that loads and runs nothing', async () => {
    const raw = await portal.app.inject({ method: 'GET', url: `/v1/demo/mail/${ids.public}/html` });
    expect(raw.statusCode).toBe(200);
    expect(raw.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(raw.headers['content-security-policy']).toMatch(/^default-src 'none';.*; sandbox$/);
    expect(raw.body).toContain('<html lang="en">');
  });
});

// @covers ASVS-15.2.3
test('other portals have no mailbox', async () => {
  await recordFact(portal.database.db, 'demo', false);
  for (const path of ['/v1/demo/mail', `/v1/demo/mail/view?id=${ids.public}`, `/v1/demo/mail/${ids.public}/html`])
    expect((await look(path)).body.messageCode).toBe('NotFound');
  await recordFact(portal.database.db, 'demo', true);
});
