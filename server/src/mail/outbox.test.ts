import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { queueMail, requeueLostMails } from '../platform/mail-outbox.ts';
import { type MailStage, mailStage } from '../testing/mail.ts';
import { createPerson, type Person } from '../testing/people.ts';
import { forgetOldMails } from './queries.ts';

let stage: MailStage;
let anna: Person;

beforeAll(async () => {
  stage = await mailStage();
});
afterAll(() => stage.close());
beforeEach(async () => {
  anna = await createPerson(stage.db);
});

const queued = () => stage.queue({ kind: 'password_changed', userId: anna.id });

describe('the outbox', () => {
  test('keeps a mail with the transaction that wrote it, or not at all', async () => {
    const before = await stage.jobs();
    await stage.db
      .transaction()
      .execute(async (tx) => {
        await queueMail(tx, { kind: 'password_changed', userId: anna.id });
        throw new Error('the rest failed');
      })
      .catch(() => {});
    expect(await stage.jobs()).toEqual(before);
    expect(await stage.db.selectFrom('mails').select('id').where('user_id', '=', anna.id).execute()).toEqual([]);
  });

  test('takes one notice of one event, however often it is told', async () => {
    const ids = [];
    for (const _ of [1, 2, 3])
      ids.push(await stage.queue({ kind: 'password_changed', userId: anna.id }, `once ${anna.id}`));
    expect(new Set(ids).size).toBe(1);
    expect(await stage.db.selectFrom('mails').select('id').where('user_id', '=', anna.id).execute()).toHaveLength(1);
  });

  test('gives mails without a living job a new one, and leaves the others alone', async () => {
    const [lost, held, waiting, fresh] = await Promise.all([queued(), queued(), queued(), queued()]);
    await sql`delete from graphile_worker._private_jobs where key in (${`mail:${lost}`}, ${`mail:${held}`},
      ${`mail:${fresh}`})`.execute(stage.db);
    const longAgo = new Date(Date.now() - 120_000);
    await stage.db.updateTable('mails').set({ created_at: longAgo }).where('id', 'in', [lost, held, waiting]).execute();
    const inAMinute = new Date(Date.now() + 60_000);
    await stage.db.updateTable('mails').set({ claimed_until: inAMinute }).where('id', '=', held).execute();
    const before = await sql`select revision from graphile_worker.jobs where key = ${`mail:${waiting}`}`.execute(
      stage.db,
    );

    await requeueLostMails(stage.db);
    const keys = (await stage.jobs()).map(({ key }) => key);
    expect(keys).toContain(`mail:${lost}`);
    expect(keys).not.toContain(`mail:${held}`);
    expect(keys).not.toContain(`mail:${fresh}`);
    const after = await sql`select revision from graphile_worker.jobs where key = ${`mail:${waiting}`}`.execute(
      stage.db,
    );
    expect(after.rows).toEqual(before.rows);
  });

  test('takes a job away from a worker that died with it', async () => {
    const id = await queued();
    const longAgo = new Date(Date.now() - 120_000);
    await stage.db.updateTable('mails').set({ created_at: longAgo }).where('id', '=', id).execute();
    await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'the dead', attempts = 1
      where key = ${`mail:${id}`}`.execute(stage.db);
    await requeueLostMails(stage.db);
    const { rows } = await sql<{ locked_at: Date | null }>`
      select locked_at from graphile_worker.jobs where key = ${`mail:${id}`}`.execute(stage.db);
    expect(rows).toEqual([{ locked_at: null }]);
  });
});

test('what was sent or dropped a season ago is forgotten, what waits is not', async () => {
  const [sent, dropped, waiting, recent] = await Promise.all([queued(), queued(), queued(), queued()]);
  const lastSeason = new Date(Date.now() - 91 * 24 * 3_600_000);
  const set = (id: number, values: object) => stage.db.updateTable('mails').set(values).where('id', '=', id).execute();
  await set(sent, { sent_at: lastSeason });
  await set(dropped, { dropped_at: lastSeason });
  await set(waiting, { created_at: lastSeason });
  await set(recent, { sent_at: new Date() });
  await forgetOldMails(stage.db);
  const left = await stage.db.selectFrom('mails').select('id').where('user_id', '=', anna.id).orderBy('id').execute();
  expect(left.map(({ id }) => id)).toEqual([waiting, recent].sort((a, b) => a - b));
});
