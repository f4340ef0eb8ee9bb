import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestPortal, testPortal } from '../../testing/http/portal.ts';
import { PREPARED } from './named-queries.ts';

let portal: TestPortal;

beforeAll(async () => {
  portal = await testPortal(() => {});
});
afterAll(() => portal.close());

/** The prepared statements of this transaction's connection, with the number of runs. */
const runsOf = sql<{ statement: string; runs: number }>`
  select statement, (generic_plans + custom_plans)::integer as runs from pg_prepared_statements`;

test('prepares a statement with values once per connection, whatever its values', async () => {
  const { answers, planned } = await portal.database.bidDb.transaction().execute(async (tx) => {
    const answers: unknown[] = [];
    for (const value of ['a', 'b', 'c']) {
      const { rows } = await sql<{ said: string }>`select ${value}::text as said`.execute(tx);
      answers.push(rows[0]?.said);
    }
    return { answers, planned: (await runsOf.execute(tx)).rows };
  });
  expect(answers).toEqual(['a', 'b', 'c']);
  expect(planned).toEqual([{ statement: 'select $1::text as said', runs: 3 }]);
});

test('a failing statement keeps its error code, and the connection stays usable', async () => {
  const { bidDb } = portal.database;
  const divide = (by: number) => sql<{ whole: number }>`select 10 / ${by}::integer as whole`.execute(bidDb);
  await expect(divide(0)).rejects.toMatchObject({ code: '22012' });
  await expect(divide(0)).rejects.toMatchObject({ code: '22012' });
  expect((await divide(5)).rows).toEqual([{ whole: 2 }]);
});

test('plans read statements on each call, except for prepared ones', async () => {
  const planned = await portal.database.db.transaction().execute(async (tx) => {
    await sql`select ${1}::integer`.execute(tx);
    for (const value of ['a', 'b']) await sql`select ${PREPARED} ${value}::text as said`.execute(tx);
    return (await runsOf.execute(tx)).rows;
  });
  expect(planned).toEqual([{ statement: 'select /* planned once */ $1::text as said', runs: 2 }]);
});
