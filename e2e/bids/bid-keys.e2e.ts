import { expect, test } from '../fixtures/fixtures.ts';
import { bidOn, bidRows, isReadyFor, newManager, rowOf, statusOf } from '../fixtures/manager-bids.ts';
import { bidAllNight, MORNING_BIDS } from '../fixtures/morning.ts';
import { newPerson } from '../fixtures/people.ts';
import { readDemonstration } from '../fixtures/portal-facts.ts';

// @covers MGMT-18, MGMT-28
test('finds, decides, edits and undoes a bid by keyboard alone; fields and dialogs keep their keys', async ({
  page,
  signIn,
  sql,
}) => {
  const manager = await newManager(sql);
  const { lot, bidId } = await bidOn(sql, 1, 600);
  // Only of these clients: bids of other tests would move the rows.
  const bids = [bidId, (await bidOn(sql, 1, 610)).bidId, (await bidOn(sql, 1, 620)).bidId];
  const clients = await sql<{ user_id: number }>('select user_id from bids where id = any($1)', [bids]);
  // The list of numbers loads after the first digit; the field accepts more without it.
  const isTyped = Promise.withResolvers<void>();
  await page.route(/search-select-list/, async (route) => {
    await isTyped.promise;
    await route.continue();
  });
  await signIn(page, manager.email, manager.password);
  await page.goto(`/bid-manager?${clients.map(({ user_id }) => `user=${user_id}`).join('&')}`);
  await expect(bidRows(page)).toHaveCount(3);
  const press = (key: string) => page.keyboard.press(key);

  await press('j');
  await expect(bidRows(page).nth(0)).toBeFocused();
  await press('ArrowDown');
  await press('ArrowDown');
  await expect(bidRows(page).nth(2)).toBeFocused();
  await press('k');
  await expect(bidRows(page).nth(1)).toBeFocused();

  const all = page.getByRole('dialog');
  const withStatus = (name: string) => page.getByRole('button', { name: new RegExp(`^Status of the bid.*: ${name}$`) });
  await press('a');
  await press('3');
  await isReadyFor(all, "Don't bid on 3 lots");
  await press('Enter');
  await expect(all).toHaveCount(0);
  await expect(withStatus("Don't bid")).toHaveCount(3);
  await press('u');
  await expect(all).toContainText('Undo change to 3 bids?');
  await expect(all.getByRole('listitem')).toHaveCount(3);
  await isReadyFor(all, 'Undo');
  await press('Enter');
  await expect(all).toHaveCount(0);
  await expect(withStatus('New')).toHaveCount(3);
  await press('u');
  await expect(all).toHaveCount(0);

  await press('/');
  await page.keyboard.type(String(lot.lot_no));
  await expect(page.getByRole('textbox', { name: 'Lot number' })).toHaveValue(String(lot.lot_no));
  isTyped.resolve();
  await expect(page).toHaveURL(new RegExp(`lotNo=${lot.lot_no}`));
  const row = rowOf(page, lot);
  await expect(bidRows(page)).toHaveCount(1);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('textbox').first().blur();
  await press('j');
  await expect(row).toBeFocused();

  const question = page.getByRole('dialog');
  const isPressed = (name: string) => expect(statusOf(row)).toHaveAccessibleName(new RegExp(`: ${name}$`));
  await press('3');
  await expect(question.getByRole('button', { name: 'Confirm' })).toBeFocused();
  await press('j');
  await press('Enter');
  await isPressed("Don't bid");
  await expect(row).toBeFocused();
  // Undo is available only after saving.
  await expect(row).not.toContainText('Saving');

  await expect(question).toHaveCount(0);
  await press('u');
  await expect(question).toContainText("Don't bid → New");
  await expect(question.getByRole('button', { name: 'Confirm' })).toBeFocused();
  await press('Enter');
  await isPressed('New');
  await expect(row).toBeFocused();
  await press('u');
  await expect(question).toHaveCount(0);

  await press('e');
  const amount = question.getByRole('textbox', { name: 'Amount' });
  await amount.fill('310000');
  await page.keyboard.press('Tab');
  await question.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(row).toContainText(/310\s000/);
  await expect(row).toBeFocused();
  await expect(question).toHaveCount(0);
  await press('u');
  await expect(question).toContainText(/Amount: 310\s000 → 300\s000/);
  await expect(question.getByRole('button', { name: 'Undo' })).toBeFocused();
  await press('Enter');
  await expect(row).toContainText(/300\s000/);
  await expect(question).toHaveCount(0);
  await expect(row).toBeFocused();

  await press('c');
  await expect(page).toHaveURL(/chat=\d+/);
});

// @covers SHELL-27
test('the shortcuts are listed and can be switched off, and the palette opens screens and lots', async ({
  page,
  signIn,
  sql,
  findsNothing,
}) => {
  const manager = await newManager(sql);
  await signIn(page, manager.email, manager.password);
  await page.goto('/bid-manager');
  await expect(bidRows(page).nth(0)).toBeVisible();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard' });
  await expect(help.getByRole('region', { name: 'Bid manager' })).toContainText('Edit the bid');
  await findsNothing(page);
  const isOn = help.getByRole('checkbox', { name: /^Single-key shortcuts/ });
  await isOn.uncheck();
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
  await page.keyboard.press('j');
  await expect(bidRows(page).nth(0)).not.toBeFocused();
  await page.keyboard.press('?');
  await expect(help).toBeHidden();

  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Go to' });
  await expect(palette.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('77');
  await expect(palette.getByRole('option').first()).toHaveText('Bids on lot 77');
  await findsNothing(page);
  await palette.getByRole('combobox').fill('prof');
  await expect(palette.getByRole('option')).toHaveText([/^Profile/]);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/profile$/);
  await expect(palette).toBeHidden();
});

test('a bar lists the selection, and a confirmation for many bids scrolls', async ({
  page,
  signIn,
  sql,
  findsNothing,
}) => {
  const manager = await newManager(sql);
  const { userId } = await newPerson(readDemonstration().databaseUrl, { fullName: 'Evening Mist' });
  await bidAllNight(sql, userId, 6);
  await signIn(page, manager.email, manager.password);
  await page.goto(`/bid-manager?user=${userId}`);
  await expect(bidRows(page)).toHaveCount(6);
  await page.keyboard.press('a');
  await expect(page.getByRole('region', { name: 'Selected bids' })).toContainText('6 selected');
  await findsNothing(page);
  await page.keyboard.press('2');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('listitem')).toHaveCount(6);
  await isReadyFor(dialog, 'Bid on 6 lots');
  await findsNothing(page);
});

/** Two pages of bids; a whole morning is left to `npm run looks`. */
const TWO_PAGES = 90;
// @covers A11Y-02, MGMT-27, MGMT-28
for (const [bids, tag] of [
  [TWO_PAGES, ''],
  [MORNING_BIDS, ' @looks'],
] as const)
  test(`handles ${bids} bids by keyboard alone, with at most four keys a bid${tag}`, async ({ page, signIn, sql }) => {
    test.setTimeout(180_000);
    const manager = await newManager(sql);
    const { userId } = await newPerson(readDemonstration().databaseUrl, { fullName: 'Morning Mist' });
    await bidAllNight(sql, userId, bids);
    const statuses = () =>
      sql('select status, count(*)::integer as bids from bids where user_id = $1 group by status order by status', [
        userId,
      ]);
    await signIn(page, manager.email, manager.password);
    await page.goto(`/bid-manager?bidStatus=1&user=${userId}&pageSize=70`);
    const rows = bidRows(page);
    await expect(rows).toHaveCount(70);
    let keys = 0;
    const press = async (key: string) => {
      keys += 1;
      await page.keyboard.press(key);
    };
    const dialog = page.getByRole('dialog');
    const confirm = async () => {
      await expect(dialog.getByRole('button', { name: 'Confirm' })).toBeFocused();
      await press('Enter');
      await expect(dialog).toHaveCount(0);
    };
    const first = rows.nth(0);

    await test.step('decides some one by one: each leaves the list, the next one gets the focus', async () => {
      await press('j');
      for (const [index, status] of ['2', '3', '2', '4'].entries()) {
        await expect(first).toBeFocused();
        const bid = await first.getAttribute('data-bid');
        await press(status);
        await confirm();
        await expect(first).not.toHaveAttribute('data-bid', String(bid));
        await expect(page.getByRole('button', { name: `New ${bids - 1 - index}` })).toBeVisible();
      }
    });

    await test.step('raises one by a step', async () => {
      await expect(first).toBeFocused();
      await press('e');
      await expect(dialog.getByRole('textbox', { name: 'Amount' })).toBeFocused();
      await press('ArrowUp');
      await press('Enter');
      await expect(first).toContainText(/305\s000/);
      await expect(dialog).toHaveCount(0);
    });

    await test.step('the selection bar never covers the focused row', async () => {
      // A dialog gives the focus back after it has closed.
      await expect(first).toBeFocused();
      await page.keyboard.press('x');
      const bar = page.getByRole('region', { name: 'Selected bids' });
      for (let row = 2; row <= 14; row++) await page.keyboard.press('j');
      await expect(rows.nth(13)).toBeFocused();
      const covered = async () => {
        const [barBox, rowBox] = [await bar.boundingBox(), await rows.nth(13).boundingBox()];
        return (rowBox?.y ?? 0) + (rowBox?.height ?? 0) > (barBox?.y ?? 0);
      };
      await expect.poll(covered).toBe(false);
      await page.keyboard.press('Escape');
      await expect(bar).toHaveCount(0);
    });

    await test.step('handles all others page by page, with one confirmation that lists them; refusals name their reason', async () => {
      const last = await rows.nth(69).getAttribute('data-bid');
      await sql('update lots set start_price_yen = 900000 where id = (select lot_id from bids where id = $1)', [last]);
      await press('a');
      await expect(page.getByRole('region', { name: 'Selected bids' })).toContainText('70 selected');
      await press('2');
      await expect(dialog.getByRole('listitem')).toHaveCount(70);
      await expect(dialog).toContainText('70 bids → Bid');
      await isReadyFor(dialog, 'Bid on 70 lots');
      await press('Enter');
      await expect(dialog).toHaveCount(0);
      const notice = page.getByRole('region', { name: 'Last change' });
      const shownTab = (name: string) => page.getByRole('button', { name, exact: true }).filter({ visible: true });
      // By count: other expectations describe the whole page at each try, which takes its time from the work waited for.
      await expect(notice.filter({ hasText: '69 of 70 bids sent to the agent' })).toHaveCount(1, { timeout: 20_000 });
      await expect(notice).toContainText('start price');
      // Four have been decided, and the refused one stays.
      for (let left = bids - 4 - 69; left > 1; left -= Math.min(left, 70) - 1) {
        await expect(shownTab(`New ${left}`)).toHaveCount(1, { timeout: 40_000 });
        await press('a');
        await press('2');
        await isReadyFor(dialog, /^Bid on/);
        await press('Enter');
        await expect(dialog).toHaveCount(0);
      }
      // The dialog closes before the answers come.
      await expect(shownTab('New 1')).toHaveCount(1, { timeout: 40_000 });
      await expect(rows).toHaveCount(1);
      await press('j');
      await expect(first).toBeFocused();
      await press('3');
      await confirm();
      await expect(page.getByRole('heading', { name: 'Nothing left to decide' })).toBeVisible();
    });
    expect(await statuses()).toEqual([
      { status: 2, bids: bids - 3 },
      { status: 3, bids: 2 },
      { status: 4, bids: 1 },
    ]);
    expect(keys / bids).toBeLessThan(4);
  });
