import { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openDatabase } from '../platform/db/db.ts';
import { migrate } from '../platform/db/migrate.ts';
import { runOn } from '../platform/embedded-postgres/test-template.ts';
import { createLog } from '../platform/process/log.ts';
import { createPerson } from '../testing/http/people.ts';
import { bookMoney } from './book-money.ts';

const NAME = 'ledger_owner';
const SECRET = 'of-a-test';
const clusterUrl = inject('clusterUrl');
const url = new URL(clusterUrl);
url.pathname = `/${NAME}`;
url.username = NAME;
url.password = SECRET;

/** As on an external server: a role that owns its database and nothing else. */
beforeAll(async () => {
  await runOn(clusterUrl, `create role ${NAME} login password '${SECRET}'`, `create database ${NAME} owner ${NAME}`);
  await migrate(url.href);
}, 120_000);
afterAll(() => runOn(clusterUrl, `drop database if exists ${NAME} with (force)`, `drop role if exists ${NAME}`));

test('a portal with an ordinary database role sets up its schema, books money, and cannot change its bookings', async () => {
  const database = openDatabase(url.href, createLog('ledger-privileges', 'silent'));
  const client = new Client({ connectionString: url.href });
  await client.connect();
  try {
    const anna = await createPerson(database.db);
    const booking = {
      userId: anna.id,
      kind: 'deposit',
      amountYen: 150_000,
      description: 'A deposit',
      key: 'once',
    } as const;
    await database.db.transaction().execute((tx) => bookMoney(tx, booking, { through: 'operator' }));
    for (const table of ['ledger_accounts', 'ledger_postings', 'ledger_entries']) {
      for (const change of [`delete from ${table}`, `truncate ${table} cascade`])
        await expect(client.query(change)).rejects.toThrow(`permission denied for table ${table}`);
    }
    await expect(client.query('update ledger_entries set amount_yen = 0')).rejects.toThrow('permission denied');
    await expect(client.query(`update ledger_postings set description = ''`)).rejects.toThrow('permission denied');
    await expect(client.query('update ledger_accounts set user_id = null')).rejects.toThrow('permission denied');
  } finally {
    await client.end();
    await database.close();
  }
});
