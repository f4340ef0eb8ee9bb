import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BrowserContext } from '@playwright/test';
import { PAGES } from '@seri/contract/lots/routes.ts';
import { freePort } from '../../../server/src/testing/processes/processes.ts';
import { installPackage } from '../tools/install-package.ts';
import { managerLine, SLOWER, tableLine } from './interactions.ts';
import { CLIENT, MANAGER, openBrowser, openPortal, signedIn } from './open-portal.ts';

const LIGHTHOUSE_VERSION = '13.5.0';
const RUNS = 5;

interface Flags {
  port: number;
  extraHeaders: Record<string, string>;
  throttling: { rttMs: number; throughputKbps: number; cpuSlowdownMultiplier: number };
}

/** The part of Lighthouse used here; its own types come with its package. */
type Lighthouse = (
  url: string,
  flags: Flags & { onlyCategories: string[]; logLevel: string },
) => Promise<
  | {
      lhr: {
        audits: Record<string, { numericValue?: number }>;
        categories: Record<string, { score: number | null }>;
      };
    }
  | undefined
>;

interface Line {
  name: string;
  rttMs: number;
  mbit: number;
}
/** Lighthouse's own slow phone, for its score, and the connection of our targets (business-rules.md#speed-targets). */
const LINES: Line[] = [
  { name: '1.6 Mbit/s', rttMs: 150, mbit: 1.6 },
  { name: '9 Mbit/s', rttMs: 100, mbit: 9 },
];

/**
 * Lighthouse for a phone on a slow connection, and the reaction time of the longest tables on a slow processor;
 * `tables` runs only the second.
 */
export async function web(_scale: number, only?: string): Promise<void> {
  const portal = await openPortal();
  const debugPort = await freePort();
  try {
    const browser = await openBrowser(`--remote-debugging-port=${debugPort}`);
    const context = await signedIn(browser, portal.base, CLIENT);
    if (only !== 'tables') await pageLines(portal.base, debugPort, context);
    process.stdout.write(`\n${await tableLine(await context.newPage())}\n`);
    const staff = await signedIn(browser, portal.base, MANAGER);
    process.stdout.write(`${await managerLine(await staff.newPage(), portal.databaseUrl)}\n`);
    await browser.close();
  } finally {
    await portal.end();
  }
}

async function loadLighthouse(): Promise<Lighthouse | null> {
  const folder = installPackage('lighthouse', LIGHTHOUSE_VERSION);
  if (!folder) return null;
  const loaded = await import(pathToFileURL(join(folder, 'core', 'index.js')).href);
  return loaded.default;
}

async function pageLines(base: string, port: number, context: BrowserContext): Promise<void> {
  const lighthouse = await loadLighthouse();
  if (!lighthouse) {
    process.stdout.write(
      'Lighthouse cannot be installed here: npm needs a way to its packages. No page is measured.\n',
    );
    return;
  }
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  const listing = await context.request.get(`${PAGES['car-auction'].listing.path}?maker=TOYOTA`);
  const [lot] = ((await listing.json()) as { carsList: { id: string }[] }).carsList;
  process.stdout.write(
    '\n| page, line | performance | LCP ms | CLS | blocking ms | kB |\n| --- | --- | --- | --- | --- | --- |\n',
  );
  for (const line of LINES)
    for (const [name, path] of [
      ['listing', '/car-auction'],
      ['lot', `/car-auction/${lot?.id}`],
    ] as const) {
      const options = { port, extraHeaders: { cookie }, throttling: throttlingOf(line) };
      process.stdout.write(`${await pageLine(lighthouse, `${name}, ${line.name}`, `${base}${path}`, options)}\n`);
    }
}

function throttlingOf({ rttMs, mbit }: Line): Flags['throttling'] {
  const throughputKbps = mbit * 1_024;
  return { rttMs, throughputKbps, cpuSlowdownMultiplier: SLOWER };
}

async function pageLine(lighthouse: Lighthouse, name: string, url: string, options: Flags): Promise<string> {
  const runs: { score: number; lcpMs: number; cls: number; blockedMs: number; kb: number }[] = [];
  // On a busy machine a run may end without figures, so it is repeated.
  for (let tries = 0; runs.length < RUNS && tries < 2 * RUNS; tries++) {
    const result = await lighthouse(url, {
      ...options,
      onlyCategories: ['performance'],
      logLevel: 'error',
    });
    if (!result) throw new Error(`no report on ${url}`);
    const { audits, categories } = result.lhr;
    const figureOf = (audit: string) => audits[audit]?.numericValue ?? Number.NaN;
    if (Number.isNaN(figureOf('largest-contentful-paint'))) continue;
    runs.push({
      score: (categories.performance?.score ?? 0) * 100,
      lcpMs: figureOf('largest-contentful-paint'),
      cls: figureOf('cumulative-layout-shift'),
      blockedMs: figureOf('total-blocking-time'),
      kb: figureOf('total-byte-weight') / 1000,
    });
  }
  const middle = (pick: (run: (typeof runs)[number]) => number) =>
    runs.map(pick).toSorted((a, b) => a - b)[Math.floor(runs.length / 2)] ?? Number.NaN;
  const cells = [
    name,
    middle(({ score }) => score).toFixed(0),
    middle(({ lcpMs }) => lcpMs).toFixed(0),
    middle(({ cls }) => cls).toFixed(3),
    middle(({ blockedMs }) => blockedMs).toFixed(0),
    middle(({ kb }) => kb).toFixed(0),
  ];
  return `| ${cells.join(' | ')} |`;
}
