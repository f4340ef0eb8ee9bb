import type { Page } from '@playwright/test';
import type { Sql } from '../fixtures/bidding.ts';
import { expect, test } from '../fixtures/fixtures.ts';
import type { SignIn } from '../fixtures/listing.ts';
import { bidRows, newManager, openDialog, statusOf } from '../fixtures/manager-bids.ts';
import { bidAllNight } from '../fixtures/morning.ts';
import { newPerson } from '../fixtures/people.ts';
import { readDemonstration } from '../fixtures/portal-facts.ts';

interface StoredBid {
  id: number;
  lot_id: string;
  lot_no: number;
  status: number;
  amount: number;
}

/** A client's bids as stored, in the order of the manager's list. */
const bidsOf = (sql: Sql, userId: number) =>
  sql<StoredBid>(
    `select b.id::integer, b.lot_id::text, l.lot_no, b.status, b.amount_yen::integer as amount from bids b join lots l on l.id = b.lot_id
      where b.user_id = $1 order by b.id`,
    [userId],
  );

/** A manager and a client with New bids, both logged in; the manager's list stays as it was at first. */
async function olderScreen({ page, client, sql, signIn, bids }: OlderScreen) {
  const manager = await newManager(sql);
  const person = await newPerson(readDemonstration().databaseUrl, { fullName: 'Second Thoughts' });
  await bidAllNight(sql, person.userId, bids);
  await signIn(client, person.email, person.password);
  await signIn(page, manager.email, manager.password);
  await page.goto(`/bid-manager?user=${person.userId}`);
  await expect(bidRows(page)).toHaveCount(bids);
  // Held back: the list is read again with the client in its address, a single bid without.
  const isLetGo = Promise.withResolvers<void>();
  await page.route(/\/v1\/bid\/index\?.*user=/, (route) => isLetGo.promise.then(() => route.continue()));
  const change = async (path: string, data: object) => {
    const isCreate = path.endsWith('create');
    const answer = await client.request.fetch(path, { method: isCreate ? 'POST' : 'PUT', data });
    expect(answer.status(), await answer.text()).toBe(200);
  };
  return {
    userId: person.userId,
    stored: () => bidsOf(sql, person.userId),
    cancel: (bidId: number) => change('/v1/bid/update-bid-status', { bidId, status: 4 }),
    raise: (carId: string, amount: number) =>
      change('/v1/bid/create', { carId, amount, bidType: 1, confirm: 1, lotType: 'auction' }),
    letGo: () => isLetGo.resolve(),
  };
}

interface OlderScreen {
  page: Page;
  client: Page;
  sql: Sql;
  signIn: SignIn;
  bids: number;
}

const rowAt = (page: Page, { id }: StoredBid) => page.locator(`[data-bid="${id}"]`);
const failed = (page: Page) => page.getByRole('dialog', { name: 'Something went wrong' });

/** Decides on a focused row with the keyboard. */
async function decide(page: Page, bid: StoredBid, status: number): Promise<void> {
  await rowAt(page, bid).focus();
  await page.keyboard.press(String(status));
  await page.keyboard.press('Enter');
}

async function closeFailed(page: Page): Promise<void> {
  await failed(page).getByRole('button', { name: 'Close' }).last().click();
  await expect(failed(page)).toHaveCount(0);
}

// @covers MGMT-28
test('a decision on an older screen does not overrule what the client has done since', async ({
  page,
  signIn,
  sql,
  elsewhere,
  findsNothing,
}) => {
  const client = await (await elsewhere()).newPage();
  const screen = await olderScreen({ page, client, sql, signIn, bids: 4 });
  const [first, second, third, fourth] = (await screen.stored()) as [StoredBid, StoredBid, StoredBid, StoredBid];

  await screen.cancel(first.id);
  await decide(page, first, 2);
  await expect(failed(page)).toContainText('This bid was just changed');
  await expect(failed(page)).toContainText(/The bid is now: Cancel · 300\s000/);
  await expect(failed(page)).toContainText('Your change has not been saved');
  await findsNothing(page);
  await closeFailed(page);

  await screen.raise(second.lot_id, 350_000);
  await decide(page, second, 2);
  await expect(failed(page)).toContainText(/The bid is now: New · 350\s000/);
  await closeFailed(page);

  // The manager's own changes are known before the list shows them: the next one is not refused.
  await decide(page, third, 3);
  await expect(statusOf(rowAt(page, third))).toHaveAccessibleName(/: Don't bid$/);
  await expect.poll(async () => (await screen.stored())[2]?.status).toBe(3);
  await expect(page.getByRole('region', { name: 'Last change' })).toContainText("Don't bid");
  await decide(page, third, 2);
  await expect.poll(async () => (await screen.stored())[2]?.status).toBe(2);
  await decide(page, fourth, 2);
  await expect.poll(async () => (await screen.stored())[3]?.status).toBe(2);
  await expect(failed(page)).toHaveCount(0);

  // Nor does an undo overrule the client.
  await screen.cancel(fourth.id);
  await page.keyboard.press('u');
  await openDialog(page).getByRole('button', { name: 'Confirm' }).click();
  await expect(failed(page)).toContainText('This bid was just changed');
  await closeFailed(page);
  await page.keyboard.press('u');
  const undo = page.getByRole('dialog');
  await expect(undo).toContainText(String(third.lot_no));
  await undo.getByRole('button', { name: 'Confirm' }).click();
  await expect.poll(async () => (await screen.stored())[2]?.status).toBe(3);

  screen.letGo();
  await expect(statusOf(rowAt(page, first))).toHaveAccessibleName(/: Cancel$/);
  await expect(rowAt(page, second)).toContainText(/350\s000/);
  expect((await screen.stored()).map(({ status }) => status)).toEqual([4, 1, 3, 4]);
  await decide(page, second, 2);
  await expect.poll(async () => (await screen.stored())[1]?.status).toBe(2);
});

// @covers MGMT-16, MGMT-33
test('an edit of a bid that its client has raised meanwhile keeps what was typed and shows the new amount', async ({
  page,
  signIn,
  sql,
  elsewhere,
}) => {
  const client = await (await elsewhere()).newPage();
  const screen = await olderScreen({ page, client, sql, signIn, bids: 1 });
  const [bid] = (await screen.stored()) as [StoredBid];
  await page.getByRole('button', { name: `Edit the bid on lot ${bid.lot_no}` }).press('Enter');
  const window = page.getByRole('dialog', { name: `Bid on lot ${bid.lot_no}` });
  const amount = window.getByRole('textbox', { name: 'Amount' });
  await amount.fill('320000');
  await screen.raise(bid.lot_id, 340_000);
  await window.getByRole('button', { name: 'Save' }).click();
  await expect(failed(page)).toContainText(/The bid is now: New · 340\s000/);
  await closeFailed(page);
  await expect(amount).toHaveValue(/^320\s000$/);
  expect((await screen.stored())[0]?.amount).toBe(340_000);
  // The manager now knows the new amount and may change it.
  await window.getByRole('button', { name: 'Save' }).click();
  await expect(window).toBeHidden();
  expect((await screen.stored())[0]?.amount).toBe(320_000);
});
