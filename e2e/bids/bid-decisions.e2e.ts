import type { Page } from '@playwright/test';
import type { Sql } from '../fixtures/bidding.ts';
import { expect, test } from '../fixtures/fixtures.ts';
import { bidRows, newManager, statusOf } from '../fixtures/manager-bids.ts';
import { bidAllNight } from '../fixtures/morning.ts';
import { newPerson } from '../fixtures/people.ts';
import { readDemonstration } from '../fixtures/portal-facts.ts';

/** New bids of one client of this manager on today's auctions, all with their cut-off in the next minutes. */
async function todaysQueue(sql: Sql, bids: number) {
  const manager = await newManager(sql);
  const { userId } = await newPerson(readDemonstration().databaseUrl, { fullName: 'Early Bird' });
  await sql('update users set manager_id = $2 where id = $1', [userId, manager.userId]);
  await bidAllNight(sql, userId, bids);
  await sql(
    `update lots set lot_no = 6000000 + id, auction_day = (now() at time zone 'Asia/Tokyo')::date, auction_at = day_end, bids_close_at = cutoff,
       agent_cutoff_at = cutoff, cancel_until = cutoff
     from (select date_trunc('day', now() at time zone 'Asia/Tokyo') + interval '1 day - 1 second' as local_end) ends,
       lateral (select local_end at time zone 'Asia/Tokyo' as day_end) d,
       lateral (select day_end - interval '1 second' as cutoff) c
     where id in (select lot_id from bids where user_id = $1)`,
    [userId],
  );
  return { manager, userId };
}

const statusesOf = async (sql: Sql, userId: number) =>
  (await sql<{ status: number }>('select status from bids where user_id = $1 order by id', [userId])).map(
    ({ status }) => status,
  );
const countOf = async (sql: Sql, userId: number, status: number) =>
  (await statusesOf(sql, userId)).filter((one) => one === status).length;

const DECISIONS = 17;

for (const { keys, tag = '' } of [{ keys: ['2', 'Enter'] }, { keys: ['j', '2', 'Enter'], tag: ' @looks' }]) {
  // @covers MGMT-36
  test(`in a queue of today's bids the keys ${keys.join(' ')} decide a different bid each time, asked in the row${tag}`, async ({
    page,
    signIn,
    sql,
  }) => {
    const { manager, userId } = await todaysQueue(sql, DECISIONS);
    await signIn(page, manager.email, manager.password);
    await page.goto('/bid-manager?mine=1');
    await expect(bidRows(page)).toHaveCount(DECISIONS);
    const part = page.locator('[data-part]').first();
    await expect(part).toContainText(`${DECISIONS} undecided of ${DECISIONS}`);
    if (keys[0] !== 'j') await page.keyboard.press('j');
    for (let made = 0; made < DECISIONS; made++) {
      for (const key of keys.slice(0, -1)) await page.keyboard.press(key);
      await expect(page.getByRole('group', { name: /New → Bid$/ })).toHaveCount(1);
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('group', { name: /New → Bid$/ })).toHaveCount(0);
    }
    await expect.poll(() => countOf(sql, userId, 2)).toBe(DECISIONS);
  });
}

// @covers MGMT-13, MGMT-18, MGMT-36
test('a decision shows in tabs, part and progress at once, names the next lot, and is taken back; the menu has all six', async ({
  page,
  signIn,
  sql,
  findsNothing,
}) => {
  const { manager, userId } = await todaysQueue(sql, 4);
  await signIn(page, manager.email, manager.password);
  await page.goto('/bid-manager?mine=1');
  await expect(bidRows(page)).toHaveCount(4);
  const part = page.locator('[data-part]').first();
  const row = bidRows(page).first();
  const tabs = page.getByRole('navigation', { name: 'Bids by status' });
  await findsNothing(page);
  const decidedLot = (await row.getAttribute('data-lot')) ?? '';

  await row.getByRole('button', { name: 'Bid', exact: true }).click();
  await expect(row.getByRole('group', { name: /New → Bid$/ })).toContainText(/Bid 300\s000\s¥\?/);
  await findsNothing(page);
  await page.keyboard.press('Escape');
  await expect(row.getByRole('button', { name: 'Bid', exact: true })).toBeVisible();
  expect(await countOf(sql, userId, 2)).toBe(0);

  // Held back, so that only the page itself can have changed the numbers.
  const isLetGo = Promise.withResolvers<void>();
  await page.route('**/v1/bid/update-bid-status', (route) => isLetGo.promise.then(() => route.continue()));
  await row.focus();
  await page.keyboard.press('3');
  await page.keyboard.press('Enter');
  await expect(part).toContainText('3 undecided of 4');
  await expect(tabs.getByRole('button', { name: /^New/ })).toContainText('3');
  await expect(page.getByRole('status', { name: 'Progress' })).toContainText('Decided 1 of 4');
  isLetGo.resolve();
  const notice = page.getByRole('region', { name: 'Last change' });
  const nextLot = await bidRows(page).locator(':scope:focus').getAttribute('data-lot');
  await expect(notice).toContainText(`Next: lot ${nextLot}`);
  await page.keyboard.press('u');
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  await expect(part).toContainText('4 undecided of 4');
  // The bid returns to its place with the next answer of the server; until then another bid is the first.
  await expect(row).toHaveAttribute('data-lot', decidedLot);

  await statusOf(row).click();
  const menu = page.getByRole('menu');
  await expect(menu.getByRole('menuitemradio')).toHaveCount(6);
  await findsNothing(page);
  await menu.getByRole('menuitemradio', { name: /^Finished/ }).click();
  await row.getByRole('button', { name: 'Confirm' }).click();
  await expect.poll(() => countOf(sql, userId, 5)).toBe(1);
});

/** Cells whose content is wider than they are, and what sticks out of the page. */
const overflowing = (page: Page) =>
  page.evaluate(() => {
    const cut = [...document.querySelectorAll<HTMLElement>('[data-bid] td, [data-head] > th > div, header nav')].filter(
      (cell) => cell.scrollWidth > cell.clientWidth + 1,
    );
    const isWide = document.documentElement.scrollWidth > innerWidth;
    return [...cut.map((cell) => cell.textContent.slice(0, 60)), ...(isWide ? ['page'] : [])];
  });

// @covers MGMT-04, MGMT-36
test('no column is cut at any usual width, in English and Russian, and the rows are as many as promised', async ({
  page,
  signIn,
  sql,
}) => {
  const { manager, userId } = await todaysQueue(sql, 14);
  await sql('update bids set status = 2 where id = (select max(id) from bids where user_id = $1)', [userId]);
  await signIn(page, manager.email, manager.password);
  for (const language of ['en', 'ru']) {
    await page.goto('/bid-manager?mine=1');
    await page.evaluate((chosen) => localStorage.setItem('seri.language', chosen), language);
    for (const [width, height, promised] of [
      [1_366, 768, 6],
      [1_440, 900, 6],
      [1_600, 900, 6],
      [1_920, 1_080, 11],
      [2_560, 1_300, 11],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.goto('/bid-manager?mine=1');
      await expect(bidRows(page)).toHaveCount(14);
      expect(await overflowing(page), `${language} ${width}`).toEqual([]);
      const seen = await bidRows(page).evaluateAll(
        (rows) => rows.filter((row) => row.getBoundingClientRect().bottom <= innerHeight - 40).length,
      );
      expect(seen, `${width} px`).toBeGreaterThanOrEqual(promised);
    }
  }
});

const card = (page: Page) => page.getByRole('article');

/** A finger that goes by this much from the middle of the card. */
async function drag(page: Page, dx: number, dy = 0): Promise<void> {
  const box = await card(page).boundingBox();
  if (!box) throw new Error('no card');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const session = await page.context().newCDPSession(page);
  const touch = (type: string, at: { x: number; y: number } | null) =>
    session.send('Input.dispatchTouchEvent', { type: type as 'touchStart', touchPoints: at ? [at] : [] });
  await touch('touchStart', { x, y });
  for (let step = 1; step <= 6; step++) await touch('touchMove', { x: x + (dx * step) / 6, y: y + (dy * step) / 6 });
  await touch('touchEnd', null);
  await session.detach();
}

// @covers MGMT-10, MGMT-36
test('on a phone one bid after the other is decided by a swipe or two presses, and undo brings its card back @phone-only @phone', async ({
  page,
  signIn,
  sql,
  findsNothing,
}) => {
  const { manager, userId } = await todaysQueue(sql, 6);
  await sql('update users set language = 693 where id = $1', [manager.userId]);
  await signIn(page, manager.email, manager.password);
  await page.goto('/bid-manager?mine=1');
  const lotOf = () => card(page).getAttribute('data-lot');
  await expect(card(page)).toHaveCount(1);
  await findsNothing(page);
  const first = await lotOf();

  // Vertical first is scrolling, and a short way springs back.
  await drag(page, 30, 160);
  await drag(page, 60);
  expect(await lotOf()).toBe(first);
  expect(await countOf(sql, userId, 1)).toBe(6);

  await drag(page, 220);
  await expect(card(page)).not.toHaveAttribute('data-lot', String(first));
  await expect.poll(() => countOf(sql, userId, 2)).toBe(1);
  const second = await lotOf();
  await drag(page, -220);
  await expect(card(page)).not.toHaveAttribute('data-lot', String(second));
  await expect.poll(() => countOf(sql, userId, 3)).toBe(1);

  await page.getByRole('button', { name: `Вернуть лот ${second}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Подтвердить' }).click();
  await expect(card(page)).toHaveAttribute('data-lot', String(second));

  await page.getByRole('button', { name: 'Ставить', exact: true }).click();
  await page.getByRole('button', { name: /^Подтвердить 300\s000/ }).click();
  await expect.poll(() => countOf(sql, userId, 2)).toBe(2);

  // A client whose limit no longer covers the bids: neither button nor swipe.
  await sql('update bid_clients set credit_limit_yen = 0, balance_yen = 0 where user_id = $1', [userId]);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Ставить', exact: true })).toBeDisabled();
  const short = await lotOf();
  await drag(page, 220);
  expect(await lotOf()).toBe(short);
  expect(await countOf(sql, userId, 2)).toBe(2);

  await page.getByRole('button', { name: 'Все ставки' }).click();
  await expect(card(page).first()).toContainText('не хватает');
  await findsNothing(page);
  await page.getByRole('button', { name: /^Решать по одной: осталось 4/ }).click();
  await expect(card(page)).toHaveCount(1);
});
