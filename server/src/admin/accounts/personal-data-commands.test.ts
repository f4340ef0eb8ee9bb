import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createPerson } from '../../testing/http/people.ts';
import { type TestPortal, testPortal } from '../../testing/http/portal.ts';
import { runCommand } from '../../testing/http/run-command.ts';
import { userCalls } from '../../testing/http/user-calls.ts';

let portal: TestPortal;
let dir: string;
beforeAll(async () => {
  portal = await testPortal(userCalls);
  dir = mkdtempSync(join(tmpdir(), 'seri-personal-'));
  vi.stubEnv('DATABASE_URL', portal.url);
  vi.stubEnv('DATA_DIR', dir);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await portal.close();
  rmSync(dir, { recursive: true });
});

const admin = (...words: string[]) => runCommand(words);

// @covers OPS-07
test('exports the data about a person into a new file that only its owner can read', async () => {
  const anna = await createPerson(portal.database.db, { email: 'anna@export.example' });
  expect(JSON.parse((await admin('user', 'export', anna.email)).out)).toMatchObject({ account: { email: anna.email } });
  const file = join(dir, 'anna.json');
  expect(await admin('user', 'export', anna.email, '--out', file)).toMatchObject({ code: 0 });
  expect(JSON.parse(readFileSync(file, 'utf8')).account.id).toBe(anna.id);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(await admin('user', 'export', anna.email, '--out', file)).toMatchObject({ code: 1, out: '' });
});

test('deletes an account when its address is given twice, and not while obligations remain', async () => {
  const boris = await createPerson(portal.database.db, { email: 'boris@erase.example', balanceYen: 0 });
  const wrong = await admin('user', 'erase', String(boris.id), '--confirm', 'anna@export.example');
  expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining('is another one') });
  const booked = ['money', 'book', String(boris.id), 'deposit', '150000', '--for', 'Deposit', '--key', 'boris'];
  expect(await admin(...booked)).toMatchObject({ code: 0 });
  const erase = ['user', 'erase', String(boris.id), '--confirm', 'Boris@erase.example'];
  expect(await admin(...erase)).toMatchObject({ code: 1, err: expect.stringContaining('a balance of 150,000 yen') });
  await admin('money', 'book', String(boris.id), 'refund', '150000', '--for', 'Back', '--key', 'boris-back');
  expect(await admin(...erase)).toMatchObject({ code: 0, out: `Account ${boris.id} is erased.\n` });
  expect((await admin('user', 'export', boris.email)).code).toBe(1);
});
