import { setTimeout as wait } from 'node:timers/promises';
import type { CDPSession, Page } from '@playwright/test';
import { Pool } from 'pg';
import { bidAllNight } from '../../../e2e/fixtures/morning.ts';
import { CLIENT, MANAGER, openBrowser, openStage, signedIn } from '../browser/open-stage.ts';
import { codeInHeapMb } from '../tools/code-in-heap.ts';

const MINUTES = 60;
/** What others do to the bids of the day in a minute of a busy morning. */
const A_MINUTE = { changes: 45, messages: 15 };
/** Before the hour: until the page has what its tab fetches once, the first caches are left behind, and what runs often is compiled. */
const WARM_MINUTES = 20;
const TOLD_EVERY = 20;
/** A minute passes in steps, between which the server may answer before the page gives a call up. */
const STEPS = 12;
const BREATH_MS = 250;
const GOAL = 0.1;

interface Watched {
  name: string;
  page: Page;
  devtools: CDPSession;
  minute: (count: number) => Promise<void>;
}
interface Kept {
  heapMb: number;
  /** Of it. */
  codeMb: number;
  nodes: number;
  listeners: number;
}

/** A manager's and a client's page through an hour of other people's bids and messages, once they are warm: what they still hold at its end. */
export async function hour(scale: number): Promise<void> {
  const minutes = WARM_MINUTES + Math.max(TOLD_EVERY, Math.round(MINUTES * scale));
  const stage = await openStage();
  const pool = new Pool({ connectionString: stage.databaseUrl, max: 2 });
  try {
    const browser = await openBrowser();
    const { rows } = await pool.query<{ id: number }>('select id from users where email = $1', [CLIENT.email]);
    const userId = rows[0]?.id ?? 0;
    await bidAllNight(async (text, values) => (await pool.query(text, values)).rows, userId);
    const watched = [
      await watch('bid manager', await (await signedIn(browser, stage.base, MANAGER)).newPage(), manage),
      await watch('client', await (await signedIn(browser, stage.base, CLIENT)).newPage(), browse),
    ];
    process.stdout.write(
      `\n${A_MINUTE.changes} changes of bids and ${A_MINUTE.messages} messages a minute\n\n| after | ${watched.map(({ name }) => `${name}: heap MB | of it code | nodes | listeners`).join(' | ')} |\n| --- |${' --- | --- | --- | --- |'.repeat(watched.length)}\n`,
    );
    let first: Kept[] = [];
    for (let count = 1; count <= minutes; count++) {
      await traffic(pool, userId);
      for (const { minute } of watched) await minute(count);
      for (let step = 0; step < STEPS; step++) {
        await Promise.all(watched.map(({ page }) => page.clock.fastForward(60_000 / STEPS)));
        await wait(BREATH_MS);
      }
      if (count % TOLD_EVERY > 0) continue;
      const kept = await Promise.all(watched.map(keptBy));
      if (count === WARM_MINUTES) first = kept;
      process.stdout.write(`| ${count} min | ${kept.map(cellsOf).join(' | ')} |\n`);
      if (count === minutes)
        for (const [at, { name }] of watched.entries()) process.stdout.write(`${growth(name, first[at], kept[at])}\n`);
    }
    await browser.close();
  } finally {
    await pool.end();
    await stage.end();
  }
}

async function watch(name: string, page: Page, minute: (page: Page, count: number) => Promise<void>): Promise<Watched> {
  // Minutes pass for the page's own timers too: what it keeps for five of them, or asks for each, ends as it would.
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

/** Rows, a chat and a filter; now and then other screens and back. */
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

/** Pages of a list, each opened for the first time, and between them the own bids, which others answer. */
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

async function keptBy({ devtools }: Watched): Promise<Kept> {
  // The first collection leaves behind what the second one finds unheld.
  for (let turn = 0; turn < 2; turn++) await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  const { nodes, jsEventListeners } = await devtools.send('Memory.getDOMCounters');
  return { heapMb: usedSize / 1e6, codeMb: await codeInHeapMb(devtools), nodes, listeners: jsEventListeners };
}

const cellsOf = ({ heapMb, codeMb, nodes, listeners }: Kept) =>
  `${heapMb.toFixed(1)} | ${codeMb.toFixed(1)} | ${nodes} | ${listeners}`;

function growth(name: string, first: Kept | undefined, last: Kept | undefined): string {
  if (!first || !last) return `${name}: not measured`;
  const grown = last.heapMb / first.heapMb - 1;
  const kept = (last.heapMb - last.codeMb) / (first.heapMb - first.codeMb) - 1;
  return `${name}: heap ${percent(grown)} larger than after ${WARM_MINUTES} minutes (goal ${percent(GOAL)}: ${grown < GOAL ? 'met' : 'missed'}), without compiled code ${percent(kept)}`;
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
