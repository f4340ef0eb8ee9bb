import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { BROWSER_ARGS, type DemonstrationFacts, START_PORTAL } from '../../../e2e/fixtures/portal-facts.ts';

const E2E = join(import.meta.dirname, '..', '..', '..', 'e2e');
const REACH_MS = 180_000;

interface Account {
  email: string;
  password: string;
}
export const MANAGER: Account = { email: 'manager@demo.seri', password: 'demo1234' };
export const CLIENT: Account = { email: 'client@demo.seri', password: 'demo1234' };

interface OpenPortal {
  base: string;
  databaseUrl: string;
  end: () => Promise<void>;
}

/** The demonstration of the browser tests, on its own port. */
export async function openPortal(): Promise<OpenPortal> {
  // It uses the next port too; ephemeral ports start above this range.
  const port = 20_000 + 2 * Math.floor(Math.random() * 5_000);
  const base = `http://127.0.0.1:${port}`;
  // Written when everything is ready; one of an earlier run on the same port is stale.
  const file = join(E2E, 'results', `portal-${port}.json`);
  rmSync(file, { force: true });
  const program = spawn(process.execPath, [START_PORTAL], {
    env: { ...process.env, E2E_PORT: String(port), NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await appears(file, program);
  const { databaseUrl } = JSON.parse(readFileSync(file, 'utf8')) as DemonstrationFacts;
  const end = async () => {
    program.kill('SIGTERM');
    await once(program, 'exit');
  };
  return { base, databaseUrl, end };
}

async function appears(file: string, program: ChildProcess): Promise<void> {
  const untilMs = Date.now() + REACH_MS;
  while (Date.now() < untilMs && program.exitCode === null) {
    if (existsSync(file)) return;
    await wait(500);
  }
  program.kill('SIGTERM');
  throw new Error('the demonstration does not start');
}

/**
 * 1,440 x 900 inside the browser's frame. A page larger than its window does not paint the part outside, and a change
 * there counts as shown only with the next change elsewhere.
 */
const WINDOW = '--window-size=1440,987';

export const openBrowser = (...more: string[]): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
    args: [...BROWSER_ARGS, WINDOW, ...more],
  });

export async function signedIn(browser: Browser, baseURL: string, account: Account): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL, viewport: null });
  await context.request.post('/v1/auth/login', { data: account });
  return context;
}
