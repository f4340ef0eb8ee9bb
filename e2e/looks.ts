import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { type Browser, chromium, type Page } from '@playwright/test';
import { Pool } from 'pg';
import { SCREENS, type Screen } from './looks-screens.ts';
import { bidAllNight } from './morning.ts';
import { BROWSER_ARGS, readStage, STAGE_PORT } from './stage-facts.ts';

// npm run looks [-- SCREEN … [ADDRESS]]: every screen in three widths, two themes and two languages, as a picture and through axe.
const FOLDER = join(import.meta.dirname, 'results', 'looks');
const WIDTHS = [390, 768, 1440];
const wishes = process.argv.slice(2);
const address = wishes.find((wish) => wish.startsWith('http'));
const names = wishes.filter((wish) => wish !== address);
const chosen = SCREENS.filter(({ name }) => names.length === 0 || names.includes(name));
const stage = address ? null : spawn(process.execPath, [join(import.meta.dirname, 'stage.ts')], { stdio: 'inherit' });
const base = address ?? `http://127.0.0.1:${STAGE_PORT}`;
mkdirSync(FOLDER, { recursive: true });

try {
  await ready();
  if (stage) await bidOnce();
  const browser = await chromium.launch({
    executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
    args: BROWSER_ARGS,
  });
  const findings = await lookAtAll(browser);
  await browser.close();
  process.stdout.write(
    findings.length ? `${findings.join('\n')}\n` : `axe finds nothing on ${chosen.length} screens\n`,
  );
  process.exitCode = findings.length ? 1 : 0;
} finally {
  stage?.kill('SIGTERM');
}

async function ready(): Promise<void> {
  for (let tries = 0; tries < 90; tries++) {
    if ((await fetch(`${base}/readyz`).catch(() => null))?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  throw new Error(`nothing answers at ${base}`);
}

/** Of a stage of its own: without bids there is nothing to see in half of a manager's windows. */
async function bidOnce(): Promise<void> {
  const pool = new Pool({ connectionString: readStage().databaseUrl, max: 1 });
  const { rows } = await pool.query<{ id: number }>("select id from users where email = 'client@demo.seri'");
  await bidAllNight(async (text, values) => (await pool.query(text, values)).rows, rows[0]?.id ?? 0);
  await pool.end();
}

async function lookAtAll(browser: Browser): Promise<string[]> {
  const findings: string[] = [];
  const emails = [...new Set(chosen.map(({ email }) => email))];
  for (const theme of ['light', 'dark'] as const) {
    for (const language of ['en', 'ru']) {
      for (const email of emails) {
        const context = await browser.newContext({ baseURL: base, colorScheme: theme });
        await context.addInitScript((code) => localStorage.setItem('seri.language', code), language);
        if (email) await context.request.post('/v1/auth/login', { data: { email, password: 'demo1234' } });
        const page = await context.newPage();
        // A stream that stays open is never idle.
        await page.route('**/v1/events/stream*', (route) => route.abort());
        for (const screen of chosen.filter((each) => each.email === email)) {
          for (const width of WIDTHS) {
            const name = `${screen.name}-${width}-${theme}-${language}`;
            findings.push(...(await look(page, screen, width, name)));
          }
        }
        await context.close();
      }
    }
  }
  return findings;
}

async function look(page: Page, { path, ready: opened }: Screen, width: number, name: string): Promise<string[]> {
  // A window that is open becomes another kind of window when the page is resized under it.
  await page.goto('about:blank');
  await page.setViewportSize({ width, height: width < 500 ? 844 : 900 });
  await page.goto(typeof path === 'string' ? path : await path(page));
  await opened?.(page);
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: join(FOLDER, `${name}.png`) });
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze();
  // Not beside the window's own width: a phone widens that to what does not fit.
  const sideways = (await page.evaluate(() => document.documentElement.scrollWidth)) - width;
  return [
    ...violations.map(({ id, nodes }) => `${name}: ${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
    ...(sideways > 0 ? [`${name}: scrolls sideways by ${sideways} px`] : []),
  ];
}
