import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { drawnLogo } from '../../testing/http/logos.ts';
import { type TestPortal, testPortal } from '../../testing/http/portal.ts';
import { runCommand } from '../../testing/http/run-command.ts';
import { userCalls } from '../../testing/http/user-calls.ts';

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

// @covers OPS-07
test('a company is copied to another portal as a file, with its texts; settings missing in the file get their defaults', async () => {
  const text = { en: { title: 'Terms', body: 'Pay.' }, ru: { title: 'Условия', body: 'Платите.' } };
  const settings = { companyName: 'Kita Motors', closeMinutes: 200, cutoffMinutes: 190, pages: { terms: text } };
  await company('set', 'depositYen', '210000');
  expect(await company('import', fileOf(JSON.stringify(settings)))).toMatchObject({ code: 0 });
  expect(await exported()).toEqual(settings);
  expect(await company('import', fileOf('{}'))).toMatchObject({ code: 0 });
  expect(await exported()).toEqual({});
});

// @covers OPS-09
test('the branding is copied too: the logo as a picture, and the colours', async () => {
  const logo = join(dir, 'logo.png');
  await drawnLogo().png().toFile(logo);
  expect(await company('set', 'logo', '--file', logo)).toMatchObject({
    code: 0,
    out: expect.stringContaining('"hash"'),
  });
  await company('set', 'actionColor', '#1f5c3a');
  const look = await exported();
  expect(look).toMatchObject({ actionColor: '#1f5c3a', logo: expect.stringMatching(/^data:image\/png;base64,/) });
  const [shown] = [(await company('show', 'logo', '--json')).out];
  await portal.database.pool.query('delete from company_logos');
  expect(await company('import', fileOf('{}'))).toMatchObject({ code: 0 });
  expect((await company('show', 'logo', '--json')).out).toBe('null\n');
  expect(await company('import', fileOf(JSON.stringify(look)))).toMatchObject({ code: 0 });
  expect([(await company('show', 'logo', '--json')).out, await exported()]).toEqual([shown, look]);
  await company('import', fileOf('{}'));
});

test('an invalid logo or colour gets a sentence with the next step', async () => {
  const svg = join(dir, 'logo.svg');
  writeFileSync(svg, '<svg xmlns="http://www.w3.org/2000/svg"/>');
  for (const [words, why] of [
    [['logo', '--file', svg], 'neither a PNG nor a JPEG nor a WebP'],
    [['logo', '--file', join(dir, 'none.png')], 'cannot be read'],
    [['actionColor', '#ffd400'], /contrast of 1\.\d:1 to \w+ in the light theme, and 4\.5:1 is needed.*#[0-9a-f]{6}$/m],
    [['actionColor', 'green'], 'actionColor is invalid'],
  ] as const)
    expect([words, await company('set', ...words)]).toMatchObject([
      words,
      { code: 1, err: typeof why === 'string' ? expect.stringContaining(why) : expect.stringMatching(why) },
    ]);
  expect(await exported()).toEqual({});
});

// @covers OPS-07
test('an invalid file changes nothing, and the error names the place', async () => {
  await company('set', 'companyName', 'Kita Motors');
  const before = await exported();
  for (const [text, why] of [
    ['{"companyName":', 'not a JSON object'],
    ['[1]', 'not a JSON object'],
    ['{"colour":"red"}', 'colour is unknown'],
    ['{"depositYen":"much"}', 'depositYen is invalid'],
    ['{"urgentColor":"#ffffff"}', 'nearest valid color'],
    ['{"logo":"data:image/png;base64,AAAA"}', 'neither a PNG'],
    ['{"closeMinutes":10,"cutoffMinutes":20}', ''],
  ] as const)
    expect([text, await company('import', fileOf(text))]).toMatchObject([
      text,
      { code: 1, err: expect.stringContaining(why) },
    ]);
  expect(await exported()).toEqual(before);
});
