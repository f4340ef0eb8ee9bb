import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { sendMail } from '../../mail/send-mail.ts';
import { fileTransport, smtpTransport } from '../../mail/transports.ts';
import { openDatabase } from '../../platform/db/db.ts';
import { testDatabase } from '../../platform/embedded-postgres/test-database.ts';
import { type Mail, queueMail } from '../../platform/mail-outbox.ts';
import { createLog, type Log } from '../../platform/process/log.ts';
import { SECRET_KEY } from '../http/auth-cookies.ts';

export const PUBLIC_URL = 'https://seri.example';

/** A database, a folder for emails and helpers for a worker and its outbox. */
export async function mailFixture() {
  const { url, drop } = await testDatabase();
  const database = openDatabase(url, createLog('test', 'silent'));
  const { db } = database;
  const dataDir = mkdtempSync(join(tmpdir(), 'seri-mail-'));
  const folder = join(dataDir, 'mail');
  const row = (id: number) => db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

  /** A worker of the test that sends emails on command, without a job queue. */
  const worker = (smtpUrl: string | null, log: Log = createLog('test', 'silent'), mailFrom?: string) => {
    const smtp = smtpUrl === null ? null : smtpTransport(smtpUrl);
    const delivery = {
      db,
      smtp,
      folder: fileTransport(folder),
      publicUrl: PUBLIC_URL,
      secretKey: SECRET_KEY,
      mailFrom,
      log,
    };
    return {
      send: (mailId: number, { isLast = false, signal = new AbortController().signal } = {}) =>
        sendMail(delivery, { mailId, isLast, signal }),
      stop: () => smtp?.close(),
    };
  };

  return {
    database,
    db,
    url,
    dataDir,
    folder,
    row,
    worker,
    /** Writes an email into the outbox and returns its id, even if its key existed before. */
    queue: async (mail: Mail, dedupeKey: string = randomUUID()): Promise<number> => {
      await db.transaction().execute((tx) => queueMail(tx, mail, dedupeKey));
      const { id } = await db
        .selectFrom('mails')
        .select('id')
        .where('dedupe_key', '=', dedupeKey)
        .executeTakeFirstOrThrow();
      return id;
    },
    jobs: async () =>
      (await sql<{ key: string }>`select key from graphile_worker.jobs where key like 'mail:%' order by id`.execute(db))
        .rows,
    /** Makes every waiting job due now. */
    hurry: () => sql`update graphile_worker._private_jobs set run_at = now() where locked_at is null`.execute(db),
    close: async () => {
      await database.close();
      await drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export type MailFixture = Awaited<ReturnType<typeof mailFixture>>;
