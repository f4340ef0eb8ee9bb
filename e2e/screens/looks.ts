import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { Pool } from 'pg';
import { bidAllNight } from '../fixtures/morning.ts';
import {
  BROWSER_ARGS,
  DEMONSTRATION_FILE,
  E2E_PORT,
  readDemonstration,
  START_PORTAL,
} from '../fixtures/portal-facts.ts';
import { emailsOf, SCREENS as PAGES } from './looks-screens.ts';
import { STATES } from './looks-states.ts';
import { LANGUAGES, walk } from './looks-walk.ts';

// npm run looks [-- SCREEN … [ADDRESS] [--measure] [--resume]]: measures the text of every screen in seven widths, two
// themes and two languages for each role that has it, with pictures and axe in three of the widths; then runs the
// stories tagged @looks, which npm test leaves out for their length. --measure: without pictures, axe and stories;
// --width PX and --language en, repeatable: only these; --resume: skips screens finished by the last run.
// npm run looks -- stories [PATH …]: these stories alone, or those of files whose path has one of these parts.
const FOLDER = join(import.meta.dirname, '..', 'results', 'looks');
const DONE_FILE = join(FOLDER, 'done.json');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    measure: { type: 'boolean', default: false },
    resume: { type: 'boolean', default: false },
    width: { type: 'string', multiple: true },
    language: { type: 'string', multiple: true },
  },
});
if (positionals[0] === 'stories') process.exit(runStories(positionals.slice(1)));
const SCREENS = [...PAGES, ...STATES];
const address = positionals.find((wish) => wish.startsWith('http'));
const names = positionals.filter((wish) => wish !== address);
const unknown = names.filter((name) => !SCREENS.some((screen) => screen.name === name));
if (unknown.length) {
  process.stderr.write(
    `No screen is called ${unknown.join(', ')}. There are: ${SCREENS.map(({ name }) => name).join(', ')}\n`,
  );
  process.exit(1);
}
const chosen = SCREENS.filter(({ name }) => names.length === 0 || names.includes(name));
// Its own demonstration writes the file when it is ready; one of an earlier run is stale.
if (!address) rmSync(DEMONSTRATION_FILE, { force: true });
const demonstration = address ? null : spawn(process.execPath, [START_PORTAL], { stdio: 'inherit' });
const base = address ?? `http://127.0.0.1:${E2E_PORT}`;
mkdirSync(FOLDER, { recursive: true });
/** Findings of each finished screen, by person, language and name. */
const done: Record<string, string[]> =
  values.resume && existsSync(DONE_FILE) ? JSON.parse(readFileSync(DONE_FILE, 'utf8')) : {};

try {
  await ready();
  if (demonstration) await bidOnce();
  await lookAtAll();
  const findings = Object.values(done).flat();
  process.stdout.write(
    findings.length
      ? `${findings.join('\n')}\n${findings.length} findings on ${chosen.length} screens\n`
      : `nothing is cut, shortened without need, overlapping, broken or too small on ${chosen.length} screens${values.measure ? '' : ', and axe finds nothing'}\n`,
  );
  process.exitCode = findings.length ? 1 : 0;
} finally {
  if (demonstration?.exitCode === null) {
    demonstration.kill('SIGTERM');
    // The stories start a demonstration of their own at the same port.
    await once(demonstration, 'exit');
  }
}
const isWhole = !(names.length > 0 || address || values.measure || values.width || values.language);
if (isWhole) process.exitCode ||= runStories([]);

/** Returns the exit code. */
function runStories(paths: string[]): number {
  const script = join(import.meta.dirname, '..', '..', 'test.mjs');
  const env = { ...process.env, LOOKS: '1' };
  return spawnSync(process.execPath, [script, 'browser', ...paths], { env, stdio: 'inherit' }).status ?? 1;
}

async function ready(): Promise<void> {
  for (let tries = 0; tries < 90; tries++) {
    const isUp = (await fetch(`${base}/readyz`).catch(() => null))?.ok;
    if (isUp && (!demonstration || existsSync(DEMONSTRATION_FILE))) return;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  throw new Error(`nothing answers at ${base}`);
}

/** For its own demonstration: without bids half of a manager's dialogs are empty. */
async function bidOnce(): Promise<void> {
  const pool = new Pool({ connectionString: readDemonstration().databaseUrl, max: 1 });
  const { rows } = await pool.query<{ id: number }>("select id from users where email = 'client@demo.seri'");
  await bidAllNight(async (text, values) => (await pool.query(text, values)).rows, rows[0]?.id ?? 0);
  await pool.end();
}

async function lookAtAll(): Promise<void> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
    args: BROWSER_ARGS,
  });
  for (const email of new Set(chosen.flatMap(emailsOf)))
    for (const language of LANGUAGES.filter((one) => values.language?.includes(one) ?? true)) {
      const keyOf = ({ name }: { name: string }) => `${email ?? 'nobody'} ${language} ${name}`;
      const screens = chosen.filter((screen) => emailsOf(screen).includes(email) && !done[keyOf(screen)]);
      if (screens.length === 0) continue;
      const folder = values.measure ? null : FOLDER;
      const widths = values.width?.map(Number);
      await walk(
        { browser, baseUrl: base, language, email, folder, ...(widths ? { widths } : {}) },
        screens,
        (screen, findings) => {
          done[keyOf(screen)] = findings.map((finding) => `${email ?? 'nobody'}: ${finding}`);
          writeFileSync(DONE_FILE, JSON.stringify(done, null, 1));
          process.stdout.write(`${keyOf(screen)}: ${findings.length || 'no'} findings\n`);
        },
      );
    }
  await browser.close();
}
