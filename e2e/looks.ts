import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { type Browser, chromium, type Page } from '@playwright/test';
import { BROWSER_ARGS, STAGE_PORT } from './stage-facts.ts';

// npm run looks [-- SCREEN [ADDRESS]]: every screen in three widths, two themes and two languages, as a picture and through axe.
const FOLDER = join(import.meta.dirname, 'results', 'looks');
const WIDTHS = [390, 768, 1440];
const SCREENS: { name: string; email: string | null; path: string }[] = [
  { name: 'log-in', email: null, path: '/auth/login' },
  { name: 'listing', email: 'client@demo.seri', path: '/car-auction' },
  { name: 'listing-filtered', email: 'client@demo.seri', path: '/car-auction?maker=TOYOTA&model=PRIUS&yearFrom=2015' },
  { name: 'listing-empty', email: 'client@demo.seri', path: '/car-auction?search=lotNo-9999999' },
  { name: 'lot', email: 'client@demo.seri', path: 'first lot' },
  { name: 'lot-restricted', email: 'restricted@demo.seri', path: 'first lot' },
  { name: 'my-bids', email: 'client@demo.seri', path: '/bids' },
  { name: 'bid-history', email: 'client@demo.seri', path: '/archive-bids' },
  { name: 'purchased-cars', email: 'client@demo.seri', path: '/purchased-cars' },
  { name: 'payments', email: 'client@demo.seri', path: '/payments' },
  { name: 'profile', email: 'dealer@demo.seri', path: '/profile' },
  { name: 'bid-manager', email: 'manager@demo.seri', path: '/bid-manager' },
  { name: 'not-found', email: 'client@demo.seri', path: '/no-such-page' },
];

const [only, address] = process.argv.slice(2);
const chosen = SCREENS.filter(({ name }) => !only || name === only);
const stage = address ? null : spawn(process.execPath, [join(import.meta.dirname, 'stage.ts')], { stdio: 'inherit' });
const base = address ?? `http://127.0.0.1:${STAGE_PORT}`;
mkdirSync(FOLDER, { recursive: true });

try {
  await ready();
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
        for (const screen of chosen.filter((each) => each.email === email)) {
          for (const width of WIDTHS) {
            const name = `${screen.name}-${width}-${theme}-${language}`;
            findings.push(...(await look(page, screen.path, width, name)));
          }
        }
        await context.close();
      }
    }
  }
  return findings;
}

async function look(page: Page, path: string, width: number, name: string): Promise<string[]> {
  await page.setViewportSize({ width, height: width < 500 ? 844 : 900 });
  await page.goto(path === 'first lot' ? await firstLot(page) : path);
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: join(FOLDER, `${name}.png`) });
  const { violations } = await new AxeBuilder({ page }).analyze();
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return [
    ...violations.map(({ id, nodes }) => `${name}: ${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
    ...(sideways > 0 ? [`${name}: scrolls sideways by ${sideways} px`] : []),
  ];
}

/** A car that can be bid on for hours to come. */
async function firstLot(page: Page): Promise<string> {
  const answer = await page.request.get('/v1/car-auction/listing?maker=TOYOTA&model=PRIUS&condition=4.5');
  const { carsList } = (await answer.json()) as { carsList: { id: string; auctionName: string }[] };
  const lot = carsList.find(({ auctionName }) => auctionName !== 'Seri Demo Hall') ?? carsList[0];
  return `/car-auction/${lot?.id}`;
}
