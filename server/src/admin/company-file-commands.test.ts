import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type TestPortal, testPortal } from '../testing/portal.ts';
import { runCommand } from '../testing/run-command.ts';
import { userCalls } from '../testing/user-calls.ts';

let portal: TestPortal;
let dir: string;
beforeAll(async () => {
  portal = await testPortal(userCalls);
  dir = mkdtempSync(join(tmpdir(), 'seri-company-'));
  vi.stubEnv('DATABASE_URL', portal.url);
  vi.stubEnv('DATA_DIR', dir);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await portal.close();
  rmSync(dir, { recursive: true });
});

const company = (...words: string[]) => runCommand(['company', ...words]);
const exported = async () => JSON.parse((await company('export')).out);
const fileOf = (text: string): string => {
  const file = join(dir, 'company.json');
  writeFileSync(file, text);
  return file;
};

test('a company goes from one portal to another as a file, with its texts, and what the file leaves out is the default', async () => {
  const text = { en: { title: 'Terms', body: 'Pay.' }, ru: { title: 'Условия', body: 'Платите.' } };
  const settings = { companyName: 'Kita Motors', closeMinutes: 200, cutoffMinutes: 190, pages: { terms: text } };
  await company('set', 'depositYen', '210000');
  expect(await company('import', fileOf(JSON.stringify(settings)))).toMatchObject({ code: 0 });
  expect(await exported()).toEqual(settings);
  expect(await company('import', fileOf('{}'))).toMatchObject({ code: 0 });
  expect(await exported()).toEqual({});
});

test('a file that does not fit changes nothing and says where', async () => {
  await company('set', 'companyName', 'Kita Motors');
  const before = await exported();
  for (const [text, why] of [
    ['{"companyName":', 'no JSON object'],
    ['[1]', 'no JSON object'],
    ['{"colour":"red"}', 'colour is not known'],
    ['{"depositYen":"much"}', 'depositYen does not fit'],
    ['{"closeMinutes":10,"cutoffMinutes":20}', ''],
  ] as const)
    expect([text, await company('import', fileOf(text))]).toMatchObject([
      text,
      { code: 1, err: expect.stringContaining(why) },
    ]);
  expect(await exported()).toEqual(before);
});
