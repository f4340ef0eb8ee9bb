import type { Locator, Page } from '@playwright/test';
import { Pool } from 'pg';
import { bidAllNight } from '../../../e2e/fixtures/morning.ts';

const ROUNDS = 5;
/** CPU slowdown that simulates a cheap phone or an old laptop. */
export const SLOWER = 4;

/** Runs in the page: records the time from each click and key to the next frame. */
const WATCH = `
  globalThis.took = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (entry.interactionId) globalThis.took.push(entry.duration);
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });
`;

/** A plain mouse click: the locator's own click first tests what is under it, in the page's time. */
async function press(page: Page, target: Locator): Promise<void> {
  const box = await target.boundingBox();
  if (!box) throw new Error('nothing to press');
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

/** The slowest interaction of a round, over five rounds. */
async function slowestOf(page: Page, path: string, round: () => Promise<void>): Promise<string> {
  const devtools = await page.context().newCDPSession(page);
  await page.addInitScript(WATCH);
  await page.goto(path);
  await page.getByRole('row').nth(60).waitFor();
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  const slowest: number[] = [];
  for (let turn = 0; turn < ROUNDS; turn++) {
    await page.evaluate('globalThis.took = []');
    await round();
    await page.waitForTimeout(300);
    slowest.push(Math.max(0, ...(await page.evaluate<number[]>('globalThis.took'))));
  }
  // A slowed page would take a whole core from the next measurement.
  await page.close();
  const inOrder = slowest.toSorted((a, b) => a - b);
  return `${inOrder[Math.floor(ROUNDS / 2)]} ms (median of ${inOrder.join(', ')})`;
}

/** A dozen interactions with 70 rows of a listing, sorting and the keyboard. */
export async function tableLine(page: Page): Promise<string> {
  const sortable = page.locator('thead button, [role=columnheader] button');
  const slowest = await slowestOf(page, '/car-auction?pageSize=70', async () => {
    for (let turn = 0; turn < 8; turn++) {
      await press(page, sortable.nth(turn % (await sortable.count())));
      await page.waitForTimeout(300);
    }
    for (const key of ['Tab', 'Tab', 'Tab', 'Tab']) await page.keyboard.press(key);
  });
  return `Table of 70 rows, processor ${SLOWER} times slower: slowest interaction of a round ${slowest}`;
}

/** Row navigation, a dialog and a selection, as when a manager handles 70 bids. */
const MANAGERS_KEYS = [
  'j',
  'j',
  'j',
  'k',
  'x',
  'j',
  'x',
  'Escape',
  '2',
  'Escape',
  'e',
  'ArrowUp',
  'Escape',
  'a',
  'Escape',
];

export async function managerLine(page: Page, databaseUrl: string): Promise<string> {
  const pool = new Pool({ connectionString: databaseUrl, max: 1 });
  const { rows } = await pool.query<{ id: number }>("select id from users where email = 'client@demo.seri'");
  const userId = rows[0]?.id ?? 0;
  await bidAllNight(async (text, values) => (await pool.query(text, values)).rows, userId);
  await pool.end();
  const slowest = await slowestOf(page, `/bid-manager?pageSize=70&bidStatus=1&user=${userId}`, async () => {
    for (const key of MANAGERS_KEYS) {
      await page.keyboard.press(key);
      await page.waitForTimeout(300);
    }
  });
  return `Bid manager of 70 rows, processor ${SLOWER} times slower: slowest interaction of a round ${slowest}`;
}
