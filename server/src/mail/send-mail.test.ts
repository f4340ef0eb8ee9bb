import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import PostalMime from 'postal-mime';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { recordFact } from '../platform/db/installation.ts';
import { createEmailLink, linkToken, voidLinks } from '../platform/email-link.ts';
import { createLog } from '../platform/process/log.ts';
import { SECRET_KEY } from '../testing/http/auth-cookies.ts';
import { createPerson, type Person } from '../testing/http/people.ts';
import { type MailFixture, mailFixture } from '../testing/mail/mail.ts';
import { MAIL_PASSWORD, MAIL_USER, startMailServer, type TestMailServer } from '../testing/mail/mail-server.ts';

let fixture: MailFixture;
let server: TestMailServer;
let worker: ReturnType<MailFixture['worker']>;
let anna: Person;

beforeAll(async () => {
  fixture = await mailFixture();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  server = await startMailServer();
  worker = fixture.worker(server.url);
  anna = await createPerson(fixture.db);
});
afterEach(async () => {
  worker.stop();
  await server.close();
});

const queued = () => fixture.queue({ kind: 'password_changed', userId: anna.id });
/** Sends to a server that does not answer, until it has received the mail and we have waited long enough. */
async function sendInVain(id: number): Promise<void> {
  const patience = new AbortController();
  const heard = server.nextMail();
  const sending = expect(worker.send(id, { signal: patience.signal })).rejects.toThrow();
  await heard;
  patience.abort();
  await sending;
}
/** Ends the lease of a dead worker, so that the test need not wait for it. */
const endClaim = (id: number) =>
  fixture.db
    .updateTable('mails')
    .set({ claimed_until: new Date(0) })
    .where('id', '=', id)
    .execute();

describe('a mail server', () => {
  test('receives a mail once, however often its job runs', async () => {
    const id = await queued();
    await worker.send(id);
    await worker.send(id);
    expect(server.received).toHaveLength(1);
    expect(await fixture.row(id)).toMatchObject({ attempts: 1, dropped_at: null, claim_token: null, last_error: null });
    expect((await fixture.row(id)).sent_at).not.toBeNull();
  });

  // @covers ASVS-16.5.2
  test('that was down gets the mail when it is back, once', async () => {
    const { port } = new URL(server.url);
    await server.close();
    const id = await queued();
    await expect(worker.send(id)).rejects.toThrow(/ECONNREFUSED/);
    expect(await fixture.row(id)).toMatchObject({ sent_at: null, dropped_at: null, attempts: 1, claimed_until: null });
    expect((await fixture.row(id)).last_error).toContain('ECONNREFUSED');

    server = await startMailServer(Number(port));
    await worker.send(id);
    expect(server.received).toHaveLength(1);
    expect((await fixture.row(id)).sent_at).not.toBeNull();
  });

  // @covers ASVS-1.4.3
  test('that does not answer times out, and the mail is retried', async () => {
    server.moods.push('says nothing');
    const id = await queued();
    await sendInVain(id);
    expect(await fixture.row(id)).toMatchObject({ sent_at: null, dropped_at: null, claimed_until: null });
    await worker.send(id);
    expect(server.receivedBy(anna.email)).toHaveLength(1);
  });

  test('that does not even greet times out', async () => {
    const silent = await new Promise<Server>((resolve) => {
      const listening = createServer(() => {}).listen(0, '127.0.0.1', () => resolve(listening));
    });
    const address = silent.address();
    const other = fixture.worker(`smtp://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`);
    const id = await queued();
    await expect(other.send(id, { signal: AbortSignal.timeout(300) })).rejects.toThrow();
    expect(await fixture.row(id)).toMatchObject({ sent_at: null, dropped_at: null, claimed_until: null });
    other.stop();
    silent.close();
  });

  test.each(['defers', 'does not relay', 'refuses the login'] as const)(
    'that %s leaves the mail for a retry',
    async (mood) => {
      server.moods.push(mood);
      const id = await queued();
      await expect(worker.send(id)).rejects.toThrow();
      expect(await fixture.row(id)).toMatchObject({ sent_at: null, dropped_at: null });
      await worker.send(id);
      expect(server.received).toHaveLength(1);
    },
  );

  test('that rejects the receiver ends the attempts, with its reply as the reason', async () => {
    server.moods.push('knows no such receiver');
    const id = await queued();
    await worker.send(id);
    const row = await fixture.row(id);
    expect(row.drop_reason).toMatch(/^address refused: .*no such person here/);
    expect(row.dropped_at).not.toBeNull();
    await worker.send(id);
    expect(server.received).toEqual([]);
  });

  test('that fails at the last attempt drops the mail, with the reason', async () => {
    server.moods.push('defers');
    const id = await queued();
    await worker.send(id, { isLast: true });
    expect((await fixture.row(id)).drop_reason).toMatch(/^given up: .*try again later/);
  });
});

describe('two workers', () => {
  test('send one mail once', async () => {
    const other = fixture.worker(server.url);
    const ids = await Promise.all(Array.from({ length: 10 }, queued));
    await Promise.all(ids.flatMap((id) => [worker.send(id), other.send(id)]));
    other.stop();
    expect(server.received).toHaveLength(ids.length);
  });

  test('do not interfere while one waits for the mail server', async () => {
    server.moods.push('takes it and says nothing');
    const other = fixture.worker(server.url);
    const id = await queued();
    const heard = server.nextMail();
    const patience = new AbortController();
    const first = expect(worker.send(id, { signal: patience.signal })).rejects.toThrow();
    await heard;
    await other.send(id);
    other.stop();
    expect(server.received).toHaveLength(1);
    patience.abort();
    await first;
  });

  test('repeat the mail of a dead one under the same id, so that the receiver sees it once', async () => {
    server.moods.push('takes it and says nothing');
    const id = await queued();
    await sendInVain(id);
    await worker.send(id);
    const ids = server.receivedBy(anna.email).map(({ mail }) => mail.messageId);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
    expect(ids[0]).toMatch(new RegExp(`^<${id}\\.[0-9a-f]{24}@seri\\.example>$`));
  });

  test('wait for the lease of a dead one, not longer', async () => {
    const id = await queued();
    const inAMinute = new Date(Date.now() + 60_000);
    await fixture.db.updateTable('mails').set({ claimed_until: inAMinute }).where('id', '=', id).execute();
    await worker.send(id);
    expect(server.received).toEqual([]);
    await endClaim(id);
    await worker.send(id);
    expect(server.received).toHaveLength(1);
  });
});

describe('does not send unwanted mails', () => {
  test('about bids, to a person who switched them off; those about the account are sent', async () => {
    await fixture.db.updateTable('users').set({ bid_email_notify: false }).where('id', '=', anna.id).execute();
    const about = { userId: anna.id, bidId: 1 };
    for (const mail of [
      { kind: 'bid_status', ...about, status: 3 },
      { kind: 'bid_won', ...about },
      { kind: 'bid_sold_price', ...about, soldPriceYen: 1 },
      { kind: 'lot_withdrawn', ...about },
      { kind: 'chat_message', ...about, messageId: 1 },
    ] as const) {
      const id = await fixture.queue(mail);
      await worker.send(id);
      expect((await fixture.row(id)).drop_reason).toBe('the reader has switched it off');
    }
    expect(server.received).toEqual([]);
    await worker.send(await queued());
    expect(server.received).toHaveLength(1);
  });

  // @covers NOTIF-04
  test('about a sold price that has changed since', async () => {
    const id = await fixture.queue({ kind: 'bid_sold_price', userId: anna.id, bidId: 1, soldPriceYen: 5 });
    await worker.send(id);
    expect((await fixture.row(id)).drop_reason).toBe('the price has changed');
    expect(server.received).toEqual([]);
  });

  // @covers NOTIF-04
  test('about a message that has been read since', async () => {
    const id = await fixture.queue({ kind: 'chat_message', userId: anna.id, bidId: 1, messageId: 1 });
    await worker.send(id);
    expect((await fixture.row(id)).drop_reason).toBe('it has been read');
    expect(server.received).toEqual([]);
  });

  test('to a disabled account', async () => {
    await fixture.db.updateTable('users').set({ role_id: 982 }).where('id', '=', anna.id).execute();
    const id = await queued();
    await worker.send(id);
    expect((await fixture.row(id)).drop_reason).toBe('the account is disabled');
    expect(server.received).toEqual([]);
  });

  test('with a link that a newer one has replaced', async () => {
    const linkId = await fixture.db.transaction().execute(async (tx) => {
      const link = await createEmailLink(tx, { userId: anna.id, purpose: 'reset', secretKey: SECRET_KEY });
      await voidLinks(tx, anna.id, 'reset');
      return link;
    });
    const id = await fixture.queue({ kind: 'reset_password', userId: anna.id, linkId });
    await worker.send(id);
    expect((await fixture.row(id)).drop_reason).toBe('its link has expired');
    expect(server.received).toEqual([]);
  });
});

describe('the folder', () => {
  const parse = async (id: number) => PostalMime.parse(readFileSync(join(fixture.folder, `${id}.eml`)));

  test('receives every mail of a portal without mail server, readable by its owner only', async () => {
    const writer = fixture.worker(null);
    const id = await queued();
    await writer.send(id);
    expect((await parse(id)).to).toMatchObject([{ address: anna.email }]);
    expect(statSync(fixture.folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(fixture.folder, `${id}.eml`)).mode & 0o777).toBe(0o600);
    expect(readdirSync(fixture.folder).filter((name) => name.endsWith('.part'))).toEqual([]);
    expect((await fixture.row(id)).sent_at).not.toBeNull();
  });

  test('receives every mail of a demonstration, regardless of SMTP_URL', async () => {
    await recordFact(fixture.db, 'demo', true);
    const id = await queued();
    await worker.send(id);
    await recordFact(fixture.db, 'demo', false);
    expect(server.received).toEqual([]);
    expect((await parse(id)).subject).toBe('Your password for Seri was changed');
  });
});

// @covers ASVS-16.2.5
test('neither the password of the mail server nor a token appears in the log or the outbox', async () => {
  const lines: string[] = [];
  const log = createLog(
    'test',
    'trace',
    new Writable({
      write: (line: Buffer, _encoding, done) => {
        lines.push(line.toString());
        done();
      },
    }) as never,
  );
  const talkative = fixture.worker(server.url, log);
  const linkId = await fixture.db
    .transaction()
    .execute((tx) => createEmailLink(tx, { userId: anna.id, purpose: 'reset', secretKey: SECRET_KEY }));
  const id = await fixture.queue({ kind: 'reset_password', userId: anna.id, linkId });
  server.moods.push('refuses the login');
  const error = await talkative.send(id).catch((refused: Error) => refused);
  expect((await fixture.row(id)).last_error).toContain('no login for');
  const texts = [JSON.stringify(await fixture.row(id)), String(error?.stack)];
  await talkative.send(id);
  talkative.stop();

  expect(server.receivedBy(anna.email)[0]?.mail.text).toContain(linkToken(SECRET_KEY, linkId));
  expect(lines.join('')).toContain('a mail is sent');
  texts.push(...lines, JSON.stringify(await fixture.row(id)));
  const plain = Buffer.from(`\0${MAIL_USER}\0${MAIL_PASSWORD}`).toString('base64');
  for (const secret of [MAIL_PASSWORD, encodeURIComponent(MAIL_PASSWORD), plain, linkToken(SECRET_KEY, linkId)])
    expect(texts.join('')).not.toContain(secret);
});
