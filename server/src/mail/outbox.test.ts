import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { awaitLease, queueMail } from '../platform/mail-outbox.ts';
import { createPerson, type Person } from '../testing/http/people.ts';
import { type MailFixture, mailFixture } from '../testing/mail/mail.ts';
import { deleteOldMails } from './queries.ts';

let fixture: MailFixture;
let anna: Person;

beforeAll(async () => {
  fixture = await mailFixture();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  anna = await createPerson(fixture.db);
});

const queued = () => fixture.queue({ kind: 'password_changed', userId: anna.id });

describe('the outbox', () => {
  // @covers ASVS-2.3.3
  test('stores a mail with its transaction, or not at all', async () => {
    const before = await fixture.jobs();
    await fixture.db
      .transaction()
      .execute(async (tx) => {
        await queueMail(tx, { kind: 'password_changed', userId: anna.id });
        throw new Error('the rest failed');
      })
      .catch(() => {});
    expect(await fixture.jobs()).toEqual(before);
    expect(await fixture.db.selectFrom('mails').select('id').where('user_id', '=', anna.id).execute()).toEqual([]);
  });

  test('accepts one notification per event, however often it is repeated', async () => {
    const ids = [];
    for (const _ of [1, 2, 3])
      ids.push(await fixture.queue({ kind: 'password_changed', userId: anna.id }, `once ${anna.id}`));
    expect(new Set(ids).size).toBe(1);
    expect(await fixture.db.selectFrom('mails').select('id').where('user_id', '=', anna.id).execute()).toHaveLength(1);
  });

  test('retries a mail when the lease of another worker has expired, and no other', async () => {
    const [held, waiting, sent] = await Promise.all([queued(), queued(), queued()]);
    await sql`delete from graphile_worker._private_jobs`.execute(fixture.db);
    const inAMinute = new Date(Date.now() + 60_000);
    const set = (id: number, values: object) =>
      fixture.db.updateTable('mails').set(values).where('id', '=', id).execute();
    await set(held, { claimed_until: inAMinute });
    await set(sent, { claimed_until: inAMinute, sent_at: new Date() });
    for (const id of [held, waiting, sent]) await awaitLease(fixture.db, id);
    const { rows } = await sql`select key, run_at from graphile_worker.jobs`.execute(fixture.db);
    expect(rows).toEqual([{ key: `mail:${held}`, run_at: inAMinute }]);
  });
});

test('deletes mails sent or dropped a season ago, but not waiting ones', async () => {
  const [sent, dropped, waiting, recent] = await Promise.all([queued(), queued(), queued(), queued()]);
  const lastSeason = new Date(Date.now() - 91 * 24 * 3_600_000);
  const set = (id: number, values: object) =>
    fixture.db.updateTable('mails').set(values).where('id', '=', id).execute();
  await set(sent, { sent_at: lastSeason });
  await set(dropped, { dropped_at: lastSeason });
  await set(waiting, { created_at: lastSeason });
  await set(recent, { sent_at: new Date() });
  await deleteOldMails(fixture.db);
  const left = await fixture.db.selectFrom('mails').select('id').where('user_id', '=', anna.id).orderBy('id').execute();
  expect(left.map(({ id }) => id)).toEqual([waiting, recent].sort((a, b) => a - b));
});
