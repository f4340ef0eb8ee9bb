import { expect, test } from '../fixtures/fixtures.ts';
import { bidOn, newManager, rowOf, setFlags, statusOf } from '../fixtures/manager-bids.ts';

// @covers MGMT-16, MGMT-18, MGMT-19, MGMT-33, MGMT-34
test('edits a bid in its dialog: cancel restores, both calls belong together, an error inside a 200 reverts both', async ({
  page,
  signIn,
  sql,
  findsNothing,
}) => {
  const manager = await newManager(sql);
  const { lot, bidId } = await bidOn(sql, 1, 600);
  await signIn(page, manager.email, manager.password);
  await page.goto(`/bid-manager?lotNo=${lot.lot_no}`);
  const row = rowOf(page, lot);
  const pencil = row.getByRole('button', { name: `Edit the bid on lot ${lot.lot_no}` });
  await expect(pencil).toHaveCSS('color', 'rgba(0, 0, 0, 0)');
  await pencil.focus();
  await expect(pencil).not.toHaveCSS('color', 'rgba(0, 0, 0, 0)');

  await pencil.press('Enter');
  const window = page.getByRole('dialog', { name: `Bid on lot ${lot.lot_no}` });
  const amount = window.getByRole('textbox', { name: 'Amount' });
  await expect(amount).toHaveValue(/^300\s000$/);
  await amount.fill('345001');
  await expect(window.getByRole('button', { name: 'Save' })).toBeDisabled();
  await findsNothing(page);
  await window.getByRole('button', { name: 'Cancel' }).click();
  await expect(window).toBeHidden();
  await expect(pencil).toBeFocused();
  await pencil.press('Enter');
  await expect(amount).toHaveValue(/^300\s000$/);

  const sent: string[] = [];
  let isLetGo = () => {};
  const isHeld = new Promise<void>((resolve) => {
    isLetGo = resolve;
  });
  await page.route(/\/v1\/bid\/update-(bid|adjustment)-price$/, async (route) => {
    sent.push(`${route.request().url().split('/').at(-1)} ${route.request().postData()}`);
    await isHeld;
    await route.continue();
  });
  await amount.fill('345000');
  await window.getByRole('textbox', { name: 'Overbid allowance' }).fill('15000');
  await window.getByRole('button', { name: 'Save' }).click();
  await expect(amount).toBeDisabled();
  await expect(row.getByRole('button', { name: /^Don't bid/, includeHidden: true })).toBeDisabled();
  isLetGo();
  await expect(window).toBeHidden();
  expect(sent.sort()).toEqual([
    `update-adjustment-price {"bidId":${bidId},"adjustmentPrice":15000}`,
    `update-bid-price {"jasId":${bidId},"amount":345000,"bidGroup":null,"adjustmentPrice":15000,"exportType":null}`,
  ]);
  await expect(row).toContainText(/345\s000/);
  await expect(row).toContainText(/15\s000/);
  await page.unroute(/update/);

  await page.route('**/v1/bid/update-adjustment-price', (route) =>
    route.fulfill({ json: { success: false, error: 'Bid.LastHour' } }),
  );
  await page.route('**/v1/bid/update-bid-price', (route) => route.abort());
  await pencil.press('Enter');
  await amount.fill('400000');
  await window.getByRole('button', { name: 'Save' }).click();
  const failed = page.getByRole('dialog', { name: 'Something went wrong' });
  await expect(failed).toContainText('The information has not been changed');
  await findsNothing(page);
  await failed.getByRole('button', { name: 'Close' }).last().click();
  await expect(failed).toBeHidden();
  await expect(amount).toHaveValue(/^400\s000$/);
  await window.getByRole('button', { name: 'Cancel' }).click();
  await expect(row).toContainText(/345\s000/);
});

test('a partial save shows the stored bid, and a lost reply to a stored change is not an error', async ({
  page,
  signIn,
  sql,
  findsNothing,
}) => {
  const manager = await newManager(sql);
  const { lot } = await bidOn(sql, 1, 600);
  await signIn(page, manager.email, manager.password);
  await page.goto(`/bid-manager?lotNo=${lot.lot_no}`);
  const row = rowOf(page, lot);
  const open = () => row.getByRole('button', { name: `Edit the bid on lot ${lot.lot_no}` }).press('Enter');
  const window = page.getByRole('dialog', { name: `Bid on lot ${lot.lot_no}` });
  const failed = page.getByRole('dialog', { name: 'Something went wrong' });
  // The price call sends both values: the one stored here contains only the amount.
  await page.route('**/v1/bid/update-bid-price', async (route) => {
    const { adjustmentPrice: _, ...rest } = route.request().postDataJSON();
    await route.continue({ postData: JSON.stringify(rest) });
  });
  await page.route('**/v1/bid/update-adjustment-price', (route) => route.fulfill({ status: 500, json: {} }));
  await open();
  await window.getByRole('textbox', { name: 'Amount' }).fill('345000');
  await window.getByRole('textbox', { name: 'Overbid allowance' }).fill('15000');
  await window.getByRole('button', { name: 'Save' }).click();
  await expect(failed).toContainText('Only part of it has been saved');
  await expect(failed).not.toContainText('has not been changed');
  await expect(failed.getByRole('listitem').filter({ hasText: 'Amount' })).toHaveText(/345\s000\s*\(saved\)/);
  await expect(failed.getByRole('listitem').filter({ hasText: 'Overbid allowance' })).toContainText('not saved');
  await findsNothing(page);
  await failed.getByRole('button', { name: 'Close' }).last().click();
  await window.getByRole('button', { name: 'Cancel' }).click();
  await expect(row).toContainText(/345\s000/);
  await page.unroute('**/v1/bid/update-bid-price');
  await page.unroute('**/v1/bid/update-adjustment-price');

  await page.route('**/v1/bid/update-bid-status', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await row.getByRole('button', { name: "Don't bid", exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('region', { name: 'Last change' })).toContainText("Don't bid");
  await expect(statusOf(row)).toHaveAccessibleName(/: Don't bid$/);
  await expect(failed).toHaveCount(0);
});

// @covers MGMT-14, MGMT-15, MGMT-16, MGMT-17
test('autobid saves after a pause, the sold price on Enter, and in the last hour the dialog shows why not', async ({
  page,
  signIn,
  sql,
}) => {
  const manager = await newManager(sql);
  const { lot, bidId } = await bidOn(sql, 1, 600);
  const late = await bidOn(sql, 1, -1);
  await signIn(page, manager.email, manager.password);
  await page.goto(`/bid-manager?lotNo=${lot.lot_no}`);
  const row = rowOf(page, lot);
  const sent: (string | null)[] = [];
  page.on('request', (request) => request.url().includes('auto-bid') && sent.push(request.postData()));
  const autoBid = row.getByRole('switch', { name: `Autobid of the bid on lot ${lot.lot_no}` });
  // Three clicks within the pause, on any machine.
  await autoBid.evaluate((input: HTMLInputElement) => {
    for (const _ of [1, 2, 3]) input.click();
  });
  await expect(statusOf(row)).toHaveAccessibleName(/: Bid$/);
  await expect(autoBid).toBeChecked();
  expect(sent).toEqual([`{"bidId":${bidId},"autoBid":true}`]);

  const price = row.getByRole('button', { name: `Edit the sold price of lot ${lot.lot_no}` });
  await price.click();
  const field = row.getByRole('textbox', { name: 'Sold price' });
  await field.fill('512000');
  await expect(field).toHaveValue(/^512\s000$/);
  await field.press('Escape');
  await expect(field).toBeHidden();
  await expect(row).not.toContainText(/512\s000/);
  await price.click();
  await field.fill('512000');
  await field.press('Enter');
  await expect(row).toContainText(/512\s000/);
  await expect
    .poll(() => sql('select sold_price_yen::integer as yen from bids where id = $1', [bidId]))
    .toEqual([{ yen: 512_000 }]);

  await page.goto(`/bid-manager?lotNo=${late.lot.lot_no}`);
  await rowOf(page, late.lot)
    .getByRole('button', { name: /^Edit the bid/ })
    .press('Enter');
  await expect(page.getByRole('dialog')).toContainText('Less than 1 hour remains');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();

  const lateRow = rowOf(page, late.lot);
  const question = page.getByRole('dialog').filter({ hasText: "New → Don't bid" });
  const stop = lateRow.getByRole('button', { name: "Don't bid" });
  await stop.click();
  await expect(question).toContainText('Not sent – call the agent');
  await expect(question.getByRole('button', { name: 'Accept' })).toBeVisible();
  await question.getByRole('button', { name: 'Back' }).click();
  await setFlags(sql, manager, ['lastHourBidWarning'], false);
  await page.reload();
  await stop.click();
  await question.getByRole('button', { name: 'Confirm' }).click();
  await expect(statusOf(lateRow)).toHaveAccessibleName(/: Don't bid$/);
});

// @covers MGMT-13, MGMT-25
test('each flag shows its control; without it there is a text instead', async ({ page, signIn, sql }) => {
  const manager = await newManager(sql);
  const { lot } = await bidOn(sql, 1, 600);
  await signIn(page, manager.email, manager.password);
  const row = rowOf(page, lot);
  const look = async () => {
    await page.goto(`/bid-manager?lotNo=${lot.lot_no}`);
    await expect(row).toBeVisible();
  };
  const controls = {
    bidManageStatus: row.getByRole('button', { name: "Don't bid" }),
    bidManageBidPrice: row.getByRole('button', { name: /^Edit the bid/ }),
    bidManageSoldPrice: row.getByRole('button', { name: /Edit the sold price/ }),
  };
  await look();
  for (const control of Object.values(controls)) await expect(control).toBeVisible();
  for (const [flag, control] of Object.entries(controls)) {
    await setFlags(sql, manager, [flag], false);
    await look();
    await expect(control).toHaveCount(0);
    await setFlags(sql, manager, [flag], true);
  }
  await setFlags(sql, manager, ['adjustmentPriceShow', 'exportTypeShow'], false);
  await look();
  await controls.bidManageBidPrice.press('Enter');
  const window = page.getByRole('dialog');
  await expect(window.getByRole('textbox')).toHaveCount(1);
  await expect(window.getByRole('button', { name: /^Export type/ })).toHaveCount(0);
  await setFlags(sql, manager, ['bidManagementEnabled'], false);
  await page.goto('/bid-manager');
  await expect(page).not.toHaveURL(/bid-manager/);
});

// @covers A11Y-04, MGMT-10, MGMT-13
test('on a phone the status is a bottom sheet @phone-only @phone', async ({ page, signIn, sql, findsNothing }) => {
  const manager = await newManager(sql);
  const { lot } = await bidOn(sql, 1, 600);
  await sql('update users set language = 693 where id = $1', [manager.userId]);
  await signIn(page, manager.email, manager.password);
  await page.goto(`/bid-manager?lotNo=${lot.lot_no}`);
  const picker = page.getByRole('button', { name: /^Статус ставки на лот .*: Новая/ });
  await picker.click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByRole('button', { name: 'Выиграна' })).toBeVisible();
  await findsNothing(page);
  await sheet.getByRole('button', { name: 'Отклонена' }).click();
  const question = page.getByRole('dialog').filter({ hasText: 'Новая → Отклонена' });
  await question.getByRole('button', { name: 'Подтвердить' }).click();
  await expect(page.getByRole('button', { name: /^Статус ставки на лот .*: Отклонена/ })).toBeVisible();
  await expect(page.getByRole('switch')).toBeVisible();
});
