import type { Page } from '@playwright/test';
import type { Sql } from '../fixtures/bidding.ts';
import { expect, test } from '../fixtures/fixtures.ts';
import type { SignIn } from '../fixtures/listing.ts';
import { bidRows, isReadyFor, newManager, openDialog } from '../fixtures/manager-bids.ts';
import { bidAllNight } from '../fixtures/morning.ts';
import { newPerson } from '../fixtures/people.ts';
import { readDemonstration } from '../fixtures/portal-facts.ts';

/** Of the bid manager's list; stories of decisions cross it. */
const PAGE_SIZE = 20;
const DECISIONS = PAGE_SIZE;
/** Duration of the closing of a window; slowed down by a test. */
const CLOSING_MS = 160;

/** A new client with bids in one status, whose list a new manager has opened; `order` is that of the list. */
async function openQueue(
  { page, signIn, sql }: { page: Page; signIn: SignIn; sql: Sql },
  { status, bids, isAll = false }: { status: number; bids: number; isAll?: boolean },
): Promise<{ userId: number; order: number[] }> {
  const manager = await newManager(sql);
  const { userId } = await newPerson(readDemonstration().databaseUrl, { fullName: 'Steady Rain' });
  await bidAllNight(sql, userId, bids);
  await sql('update bids set status = $2 where user_id = $1', [userId, status]);
  await signIn(page, manager.email, manager.password);
  const answer = await page.request.get(`/v1/bid/index?user=${userId}&pageSize=70`);
  const { cars } = (await answer.json()) as { cars: { bidId: number }[] };
  await page.goto(`/bid-manager?user=${userId}${isAll ? '' : `&bidStatus=${status}`}`);
  await expect(bidRows(page)).toHaveCount(Math.min(bids, PAGE_SIZE));
  return { userId, order: cars.map(({ bidId }) => bidId) };
}

/** The client's bids with this status in the database. */
async function bidsIn(sql: Sql, userId: number, status: number): Promise<number[]> {
  const bids = await sql<{ id: number }>(
    'select id::integer from bids where user_id = $1 and status = $2 order by id',
    [userId, status],
  );
  return bids.map(({ id }) => id);
}

const sorted = (ids: readonly number[]) => [...ids].sort((a, b) => a - b);
const focused = (page: Page) => page.locator('[data-bid]:focus');
const focusedBid = async (page: Page) => Number(await focused(page).getAttribute('data-bid'));

/** One decision with the keyboard: decides the focused bid and confirms the question. */
async function decideByKeys(page: Page, status: number, withJ: boolean): Promise<void> {
  if (withJ) await page.keyboard.press('j');
  await expect(focused(page)).toHaveCount(1);
  await page.keyboard.press(String(status));
  await page.keyboard.press('Enter');
  // Unlike a count, a failure prints what the window says.
  await expect(page.getByRole('dialog')).toHaveText([]);
}

for (const { tab, from, to } of [
  { tab: 'All', from: 1, to: 3 },
  { tab: 'New', from: 1, to: 2 },
  { tab: 'Bid', from: 2, to: 3 },
  { tab: "Don't bid", from: 3, to: 2 },
  { tab: 'Cancel', from: 4, to: 2 },
]) {
  test(`twenty decisions with J before each in the tab ${tab} apply to the first twenty bids without skipping one @looks`, async ({
    page,
    signIn,
    sql,
  }) => {
    const { userId, order } = await openQueue(
      { page, signIn, sql },
      { status: from, bids: DECISIONS + 6, isAll: tab === 'All' },
    );
    for (let made = 0; made < DECISIONS; made++) await decideByKeys(page, to, true);
    await expect.poll(() => bidsIn(sql, userId, to)).toEqual(sorted(order.slice(0, DECISIONS)));
    // The last one of the page was decided: the next page has opened, or this one was refilled.
    await expect.poll(() => focusedBid(page)).toBe(order[DECISIONS]);
  });
}

test('reversing wins, each after a confirmation, moves to the next win', async ({ page, signIn, sql }) => {
  const { userId, order } = await openQueue({ page, signIn, sql }, { status: 6, bids: DECISIONS + 2 });
  for (let made = 0; made < DECISIONS; made++) await decideByKeys(page, 3, true);
  await expect.poll(() => bidsIn(sql, userId, 3)).toEqual(sorted(order.slice(0, DECISIONS)));
});

test('twenty decisions by mouse move from one bid to the next', async ({ page, signIn, sql }) => {
  const { userId, order } = await openQueue({ page, signIn, sql }, { status: 1, bids: DECISIONS + 6 });
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Confirm' });
  for (let made = 0; made < DECISIONS; made++) {
    const row = made === 0 ? bidRows(page).first() : focused(page);
    await row.getByRole('button', { name: "Don't bid", exact: true }).click();
    await confirm.click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(focused(page)).toHaveAttribute('data-bid', String(order[made + 1]));
  }
  await expect.poll(() => bidsIn(sql, userId, 3)).toEqual(sorted(order.slice(0, DECISIONS)));
});

// @covers MGMT-28
test('a press asks about its own bid although the bid above leaves before the release', async ({
  page,
  signIn,
  sql,
}) => {
  const { order } = await openQueue({ page, signIn, sql }, { status: 1, bids: 4 });
  const [above, pressed] = order.map((bid) => page.locator(`[data-bid="${bid}"]`));
  if (!above || !pressed) throw new Error('no bids');
  const lotNo = String(await pressed.getAttribute('data-lot'));
  const mayAnswer = Promise.withResolvers<void>();
  await page.route('**/v1/bid/index?*', async (route) => {
    await mayAnswer.promise;
    await route.continue();
  });
  const asked = page.waitForRequest(/\/v1\/bid\/index\?/);
  await sql('update bids set status = 2 where id = $1', [order[0]]);
  await asked;
  await pressed.getByRole('button', { name: "Don't bid", exact: true }).hover();
  await page.mouse.down();
  const answered = page.waitForResponse(/\/v1\/bid\/index\?/);
  mayAnswer.resolve();
  await (await answered).finished();
  await page.mouse.up();
  await expect(page.getByRole('dialog')).toContainText(`Lot ${lotNo}`);
  await expect(above).toHaveCount(0);
});

test('twenty decisions by keyboard without J move from one bid to the next @looks', async ({ page, signIn, sql }) => {
  const { userId, order } = await openQueue({ page, signIn, sql }, { status: 1, bids: DECISIONS + 6 });
  for (let made = 0; made < DECISIONS; made++) await decideByKeys(page, 2, made === 0);
  await expect.poll(() => bidsIn(sql, userId, 2)).toEqual(sorted(order.slice(0, DECISIONS)));
});

test('a status key before any bid has the focus asks about the first one', async ({ page, signIn, sql }) => {
  const { userId, order } = await openQueue({ page, signIn, sql }, { status: 1, bids: 2 });
  await page.keyboard.press('3');
  await expect(page.getByRole('dialog')).toContainText("New → Don't bid");
  expect(await bidsIn(sql, userId, 3)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect.poll(() => bidsIn(sql, userId, 3)).toEqual([order[0]]);
});

test('a finished bid cannot be decided, and keys on it change nothing', async ({ page, signIn, sql }) => {
  const { userId } = await openQueue({ page, signIn, sql }, { status: 5, bids: 3 });
  for (const status of ['3', '2']) {
    await page.keyboard.press('j');
    await page.keyboard.press(status);
    // Without a question to confirm, Enter opens the lot in a tab of its own.
    const [lot] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('Enter')]);
    await lot.waitForURL(/\/car-auction\/\d+$/);
    await lot.close();
    await page.bringToFront();
  }
  await expect(bidRows(page).nth(1)).toBeFocused();
  expect(await bidsIn(sql, userId, 5)).toHaveLength(3);
});

// @covers MGMT-28
test('changes by others skip no bid: one leaves under the focus, one arrives above it', async ({
  page,
  signIn,
  sql,
}) => {
  const { userId, order } = await openQueue({ page, signIn, sql }, { status: 1, bids: 12 });
  const decide = () => decideByKeys(page, 3, true);
  await decide();
  await decide();
  await expect(focused(page)).toHaveAttribute('data-bid', String(order[2]));
  await sql('update bids set status = 2 where id = $1', [order[2]]);
  await expect(focused(page)).toHaveAttribute('data-bid', String(order[3]));
  await decide();
  await expect(focused(page)).toHaveAttribute('data-bid', String(order[4]));
  const [late] = await sql<{ id: number }>(
    `insert into bids (lot_id, user_id, placed_by, lot_source, amount_yen, status)
     select id, $1, $1, 'auction', 300000, 1 from lots where lot_source = 'auction' and vehicle = 'car' and status = 4532
        and not is_private and auction_at > now() + interval '3 h' and start_price_yen <= 300000 and lot_no < 5000000
        and not exists (select 1 from bids where lot_id = lots.id) order by auction_at limit 1 returning id::integer`,
    [userId],
  );
  await expect(page.locator(`[data-bid="${late?.id}"]`)).toBeVisible();
  await expect(focused(page)).toHaveAttribute('data-bid', String(order[4]));
  await decide();
  await decide();
  await expect.poll(() => bidsIn(sql, userId, 3)).toEqual(sorted([0, 1, 3, 4, 5].map((place) => Number(order[place]))));
});

// @covers MGMT-28
test('undo pressed right after a decision concerns that decision, though its question closes and its answer is awaited', async ({
  page,
  signIn,
  sql,
}) => {
  await page.addInitScript((closingMs) => {
    const { setTimeout } = globalThis;
    Object.assign(globalThis, {
      setTimeout: (run: TimerHandler, ms?: number) => setTimeout(run, ms === closingMs ? 20 * closingMs : ms),
    });
  }, CLOSING_MS);
  const { userId, order } = await openQueue({ page, signIn, sql }, { status: 1, bids: 2, isAll: true });
  const notice = page.getByRole('region', { name: 'Last change' });
  const decide = async () => {
    await page.keyboard.press('3');
    await expect(openDialog(page).getByRole('button', { name: 'Confirm' })).toBeFocused();
    await page.keyboard.press('Enter');
  };
  await page.keyboard.press('j');
  await decide();
  await expect(notice).toContainText("Don't bid");
  const second = await focused(page).getAttribute('data-lot');

  // No bid gets the focus before the list is read again.
  const isLetGo = Promise.withResolvers<void>();
  await page.route(/\/v1\/bid\/index\?.*user=/, (route) => isLetGo.promise.then(() => route.continue()));
  const isAnswered = Promise.withResolvers<void>();
  await page.route('**/v1/bid/update-bid-status', (route) => isAnswered.promise.then(() => route.continue()));
  await decide();
  await expect(page.locator('[role="dialog"][data-closing]').last()).toBeVisible();
  await page.keyboard.press('u');
  isAnswered.resolve();
  await expect(openDialog(page)).toContainText(`${second}`);
  await openDialog(page).getByRole('button', { name: 'Confirm' }).press('Enter');
  await expect.poll(() => bidsIn(sql, userId, 1)).toEqual(order.slice(1));
  isLetGo.resolve();
});

// @covers MGMT-28
test('undo returns to its bid, by key and by mouse, and updates the count of decided bids', async ({
  page,
  signIn,
  sql,
  findsNothing,
}) => {
  const { userId, order } = await openQueue({ page, signIn, sql }, { status: 1, bids: 4 });
  const progress = page.getByRole('status', { name: 'Progress' });
  await expect(progress).toHaveText(/Decided 0 of 4\s*4 left/);
  await decideByKeys(page, 3, true);
  await expect(progress).toHaveText(/Decided 1 of 4\s*3 left/);
  await decideByKeys(page, 2, true);
  await expect(progress).toHaveText(/Decided 2 of 4\s*2 left/);
  // Immediately, because it disappears after some seconds.
  await expect(page.getByRole('region', { name: 'Last change' })).toContainText(/Bid\s*Lot \d+/);
  await findsNothing(page);

  await page.keyboard.press('u');
  await page.keyboard.press('Enter');
  await expect(focused(page)).toHaveAttribute('data-bid', String(order[1]));
  await expect(progress).toHaveText(/Decided 1 of 4\s*3 left/);
  await decideByKeys(page, 3, true);
  // The list moves on before the decision is saved.
  await expect.poll(() => bidsIn(sql, userId, 3)).toEqual(sorted(order.slice(0, 2)));

  await page.getByRole('region', { name: 'Last change' }).getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  await expect(focused(page)).toHaveAttribute('data-bid', String(order[1]));
  for (let left = 3; left > 0; left--) await decideByKeys(page, 3, true);
  await expect(page.getByRole('heading', { name: 'Nothing left to decide' })).toBeVisible();
  await expect(progress).toHaveText(/Decided 4 of 4\s*Nothing left to decide/);
  await page.getByRole('button', { name: 'Show all bids' }).click();
  await expect(bidRows(page)).toHaveCount(4);
});

// @covers MGMT-18, MGMT-27
test('a decision on several bids shows their number and Undo; refused ones are listed with their reason, a lost answer is asked for again', async ({
  page,
  signIn,
  sql,
}) => {
  const { userId, order } = await openQueue({ page, signIn, sql }, { status: 1, bids: 15, isAll: true });
  const dialog = page.getByRole('dialog');
  const notice = page.getByRole('region', { name: 'Last change' });
  const change = async (key: string) => {
    await page.keyboard.press('a');
    await page.keyboard.press(key);
    await isReadyFor(dialog, /on 15 lots$/);
    await page.keyboard.press('Enter');
  };
  // The connection breaks after the server has acted: its answer comes with the repetition.
  await page.route(
    '**/v1/bid/update-bid-statuses',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await change('3');
  await expect(notice).toContainText("15 bids changed to Don't bid");
  await expect(dialog).toHaveCount(0);
  await notice.getByRole('button', { name: 'Undo' }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(15);
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect(notice).toContainText('Change of 15 bids undone');
  await expect.poll(() => bidsIn(sql, userId, 1)).toEqual(sorted(order));
  // The next change applies to the list as shown.
  await expect(page.getByRole('status', { name: 'Progress' })).toHaveText(/Decided 0 of 15/);

  await sql('update lots set start_price_yen = 900000 where id = (select lot_id from bids where id = $1)', [order[4]]);
  await expect(dialog).toHaveCount(0);
  await change('2');
  await expect(dialog).toHaveCount(0);
  await expect(notice).toContainText('14 of 15 bids sent to the agent');
  await expect(notice.getByRole('listitem')).toContainText('start price');
  await expect(focused(page)).toHaveAttribute('data-bid', String(order[4]));
  await page.keyboard.press('u');
  await expect(dialog.getByRole('listitem')).toHaveCount(14);
  await isReadyFor(dialog, 'Undo');
  await page.keyboard.press('Enter');
  await expect.poll(() => bidsIn(sql, userId, 1)).toEqual(sorted(order));
});
