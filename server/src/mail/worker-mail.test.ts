import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { SECRET_KEY } from '../testing/http/auth-cookies.ts';
import { createPerson, type Person } from '../testing/http/people.ts';
import { type MailFixture, mailFixture } from '../testing/mail/mail.ts';
import { startMailServer, type TestMailServer } from '../testing/mail/mail-server.ts';
import { startWorkerProcess } from '../testing/processes/worker-process.ts';

const PATIENCE = { timeout: 30_000, interval: 50 };
let fixture: MailFixture;
let server: TestMailServer;
let anna: Person;

beforeAll(async () => {
  fixture = await mailFixture();
  server = await startMailServer();
  anna = await createPerson(fixture.db);
});
afterAll(async () => {
  await server.close();
  await fixture.close();
});

const startWorker = () =>
  startWorkerProcess({
    databaseUrl: fixture.url,
    dataDir: fixture.dataDir,
    smtpUrl: server.url,
    secretKey: SECRET_KEY,
  });
const isSent = async (id: number) => expect((await fixture.row(id)).sent_at).not.toBeNull();

test('a worker sends mails written while it runs; a short outage of the mail server loses nothing', async () => {
  const worker = await startWorker();
  const first = await fixture.queue({ kind: 'password_changed', userId: anna.id });
  await vi.waitFor(() => isSent(first), PATIENCE);

  const { port } = new URL(server.url);
  await server.close();
  const second = await fixture.queue({ kind: 'password_changed', userId: anna.id });
  await vi.waitFor(async () => expect((await fixture.row(second)).last_error).not.toBeNull(), PATIENCE);
  server = await startMailServer(Number(port));
  await vi.waitFor(async () => {
    await fixture.hurry();
    await isSent(second);
  }, PATIENCE);
  expect(server.receivedBy(anna.email)).toHaveLength(1);
  expect(await worker.stop()).toBe(0);
}, 60_000);

test("killed between the mail server's reply and its own mark, it sends the mail again under the same id", async () => {
  const boris = await createPerson(fixture.db);
  server.moods.push('takes it and says nothing');
  const heard = server.nextMail();
  const first = await startWorker();
  const id = await fixture.queue({ kind: 'password_changed', userId: boris.id });
  await heard;
  await first.kill();
  expect((await fixture.row(id)).sent_at).toBeNull();

  // Ages the lease and the job, so that the test need not wait for them.
  const longAgo = new Date(Date.now() - 120_000);
  await fixture.db
    .updateTable('mails')
    .set({ claimed_until: longAgo, created_at: longAgo })
    .where('id', '=', id)
    .execute();
  const second = await startWorker();
  await vi.waitFor(() => isSent(id), PATIENCE);
  await second.stop();
  const ids = server.receivedBy(boris.email).map(({ mail }) => mail.messageId);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
}, 60_000);

test('stopped while the mail server does not answer, a worker ends cleanly and frees the mail', async () => {
  const vera = await createPerson(fixture.db);
  server.moods.push('says nothing');
  const heard = server.nextMail();
  const worker = await startWorker();
  const id = await fixture.queue({ kind: 'password_changed', userId: vera.id });
  await heard;
  expect(await worker.stop()).toBe(0);
  expect(await fixture.row(id)).toMatchObject({ sent_at: null, dropped_at: null, claimed_until: null });
}, 60_000);
