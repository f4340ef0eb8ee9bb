import { setTimeout as wait } from 'node:timers/promises';
import type { CDPSession, Page } from '@playwright/test';
import { Pool } from 'pg';
import { bidAllNight } from '../../../e2e/fixtures/morning.ts';
import { CLIENT, MANAGER, openBrowser, openPortal, signedIn } from '../browser/open-portal.ts';
import { codeInHeapMb } from '../tools/code-in-heap.ts';

const MINUTES = 60;
/** Changes by others to the bids of the day, per minute of a busy morning. */
const A_MINUTE = { changes: 45, messages: 15 };
/**
 * Warm-up before the hour: until the page has loaded its one-time data, the first caches are replaced, and hot code is
 * compiled.
 */
const WARM_MINUTES = 20;
const REPORT_EVERY = 20;
/** Steps per minute, between which the server can reply before the page's timeout. */
const STEPS = 12;
const BREATH_MS = 250;
const GOAL = 0.1;

interface Watched {
  name: string;
  page: Page;
  devtools: CDPSession;
  minute: (count: number) => Promise<void>;
}
interface HeldMemory {
  heapMb: number;
  /** Compiled code, included in the total. */
  codeMb: number;
  nodes: number;
  listeners: number;
}

/** Memory that a manager's and a client's page hold after an hour of other people's bids and messages, measured after a warm-up. */
export async function hour(scale: number): Promise<void> {
  const minutes = WARM_MINUTES + Math.max(REPORT_EVERY, Math.round(MINUTES * scale));
  const portal = await openPortal();
  const pool = new Pool({ connectionString: portal.databaseUrl, max: 2 });
  try {
    const browser = await openBrowser();
    const { rows } = await pool.query<{ id: number }>('select id from users where email = $1', [CLIENT.email]);
    const userId = rows[0]?.id ?? 0;
    await bidAllNight(async (text, values) => (await pool.query(text, values)).rows, userId);
    const watched = [
      await watch('bid manager', await (await signedIn(browser, portal.base, MANAGER)).newPage(), manage),
      await watch('client', await (await signedIn(browser, portal.base, CLIENT)).newPage(), browse),
    ];
    process.stdout.write(
      `\n${A_MINUTE.changes} changes of bids and ${A_MINUTE.messages} messages a minute\n\n| after | ${watched.map(({ name }) => `${name}: heap MB | of it code | nodes | listeners`).join(' | ')} |\n| --- |${' --- | --- | --- | --- |'.repeat(watched.length)}\n`,
    );
    let first: HeldMemory[] = [];
    for (let count = 1; count <= minutes; count++) {
      await traffic(pool, userId);
      for (const { minute } of watched) await minute(count);
      for (let step = 0; step < STEPS; step++) {
        await Promise.all(watched.map(({ page }) => page.clock.fastForward(60_000 / STEPS)));
        await wait(BREATH_MS);
      }
      if (count % REPORT_EVERY > 0) continue;
      const held = await Promise.all(watched.map(heldBy));
      if (count === WARM_MINUTES) first = held;
      process.stdout.write(`| ${count} min | ${held.map(cellsOf).join(' | ')} |\n`);
      if (count === minutes)
        for (const [at, { name }] of watched.entries()) process.stdout.write(`${growth(name, first[at], held[at])}\n`);
    }
    await browser.close();
  } finally {
    await pool.end();
    await portal.end();
  }
}

async function watch(name: string, page: Page, minute: (page: Page, count: number) => Promise<void>): Promise<Watched> {
  // Advances the page's own timers too, so that caches expire and polls run.
  await page.clock.install();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('HeapProfiler.enable');
  return { name, page, devtools, minute: (count) => minute(page, count) };
}

async function traffic(pool: Pool, userId: number): Promise<void> {
  await pool.query(
    `update bids set version = version + 1
      where id in (select id from bids where user_id = $1 and status = 1 order by random() limit $2)`,
    [userId, A_MINUTE.changes],
  );
  await pool.query(
    `insert into chat_messages (bid_id, sender_id, side, text)
     select id, $1, 'client', 'Is the engine dry?' from bids where user_id = $1 and status = 1 order by random() limit $2`,
    [userId, A_MINUTE.messages],
  );
}

/** Opens rows, a chat and a filter, and sometimes other screens. */
async function manage(page: Page, count: number): Promise<void> {
  if (count === 1) await page.goto('/bid-manager?bidStatus=1');
  await page.getByRole('row').nth(5).waitFor();
  if (count % 5 === 0) {
    await page
      .getByRole('navigation', { name: 'Menu' })
      .getByRole('link', { name: /^Car Auctions/ })
      .click();
    await page.waitForURL(/car-auction/);
    await page.getByRole('row').nth(1).waitFor();
    await page.goBack();
    await page.getByRole('row').nth(5).waitFor();
  }
  for (const key of ['j', 'j', 'c']) await page.keyboard.press(key);
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** Opens list pages for the first time, and between them the own bids, which others change. */
async function browse(page: Page, count: number): Promise<void> {
  if (count === 1) await page.goto('/car-auction');
  const next = page.getByRole('button', { name: `Page ${count + 1}`, exact: true });
  await next.click();
  await page.waitForURL(new RegExp(`page=${count + 1}(?!\\d)`));
  await page.getByRole('row').nth(10).waitFor();
  await page
    .getByRole('navigation', { name: 'Menu' })
    .getByRole('link', { name: /^My Bids/ })
    .click();
  await page.waitForURL(/\/bids/);
  await page.getByRole('row').nth(5).waitFor();
  await page.goBack();
  await next.waitFor();
}

async function heldBy({ devtools }: Watched): Promise<HeldMemory> {
  // The second collection frees objects that the first one finalized.
  for (let turn = 0; turn < 2; turn++) await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  const { nodes, jsEventListeners } = await devtools.send('Memory.getDOMCounters');
  return { heapMb: usedSize / 1e6, codeMb: await codeInHeapMb(devtools), nodes, listeners: jsEventListeners };
}

const cellsOf = ({ heapMb, codeMb, nodes, listeners }: HeldMemory) =>
  `${heapMb.toFixed(1)} | ${codeMb.toFixed(1)} | ${nodes} | ${listeners}`;

function growth(name: string, first: HeldMemory | undefined, last: HeldMemory | undefined): string {
  if (!first || !last) return `${name}: not measured`;
  const grown = last.heapMb / first.heapMb - 1;
  const held = (last.heapMb - last.codeMb) / (first.heapMb - first.codeMb) - 1;
  return `${name}: heap ${percent(grown)} larger than after ${WARM_MINUTES} minutes (goal ${percent(GOAL)}: ${grown < GOAL ? 'met' : 'missed'}), without compiled code ${percent(held)}`;
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
