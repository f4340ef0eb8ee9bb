import type { Page } from '@playwright/test';
import { chooseType, type FixtureLot, panelOf, placeBid, quietLot, typesOf } from '../fixtures/bidding.ts';
import { expect, test } from '../fixtures/fixtures.ts';
import { newPerson } from '../fixtures/people.ts';
import { readDemonstration } from '../fixtures/portal-facts.ts';

const CREATE = '**/v1/bid/create';

const refusing = (messageCode: string, details: object = {}) => ({
  status: 409,
  json: { success: false, error: 'refused', messageCode, details, requestId: 'req-refused' },
});

/** Submits through to the server's reply, which refuses with this code. */
async function confirmRefused(page: Page, messageCode: string, details: object = {}): Promise<void> {
  await page.route(CREATE, (route) => route.fulfill(refusing(messageCode, details)));
  const panel = panelOf(page);
  await chooseType(panel);
  await panel.getByRole('button', { name: /^(Place bid|Сделать ставку)$/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: /^(Confirm|Подтвердить)/ }).click();
}

/** Closes the dialog; the next one is new. */
async function leaves(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

const LANGUAGES = [
  {
    language: 'en' as const,
    tag: ' @looks',
    said: {
      'Bid.Closed': /Bidding is closed/,
      'Bid.Finished': /Auction is finished/,
      'Bid.DailyLimit': /Daily bid limit exceeded.*ask your manager/,
    },
    credit: [/Insufficient credit/, /The highest bid you can place here is 300\s000\s¥\. Contact your manager/],
    cancel: [/^Cancel bid$/, /Bid can't be canceled\. Contact your manager/],
  },
  {
    language: 'ru' as const,
    tag: '',
    said: {
      'Bid.Closed': /Приём ставок закрыт/,
      'Bid.Finished': /Торги завершены/,
      'Bid.DailyLimit': /Превышен дневной лимит ставок.*повысить лимит может менеджер/,
    },
    credit: [/Недостаточно средств/, /Здесь можно поставить не больше 300\s000\s¥\. Свяжитесь с менеджером/],
    cancel: [/^Отменить ставку$/, /Ставку нельзя отменить\. Свяжитесь с менеджером/],
  },
];

for (const { language, tag, said, credit, cancel } of LANGUAGES) {
  // @covers A11Y-05, BID-28
  test(`shows the server's refusals of a bid as text, and keeps the amount (${language})${tag}`, async ({
    page,
    signIn,
    sql,
    findsNothing,
  }) => {
    const client = await newPerson(readDemonstration().databaseUrl, { language });
    await sql('update bid_clients set credit_limit_yen = 900000 where user_id = $1', [client.userId]);
    await signIn(page, client.email, client.password);
    const lot: FixtureLot = await quietLot(sql);
    await page.goto(`/car-auction/${lot.id}`);
    const panel = panelOf(page);
    const amount = panel.getByRole('textbox').first();
    await amount.fill('350000');
    for (const [code, words] of Object.entries(said)) {
      await confirmRefused(page, code);
      await expect(page.getByRole('dialog').getByRole('alert')).toContainText(words);
      if (code === 'Bid.Closed') await findsNothing(page);
      await leaves(page);
      await expect(amount).toHaveValue(/350\s000/);
    }
    await confirmRefused(page, 'Bid.Credit', { bidAllow: 300_000 });
    for (const words of credit) await expect(page.getByRole('dialog').getByText(words).first()).toBeVisible();
    await leaves(page);
    await expect(amount).toHaveValue(/350\s000/);

    await page.unroute(CREATE);
    await placeBid(page, lot.id, 350_000);
    await leaves(page);
    await page.route('**/v1/bid/update-bid-status', (route) => route.fulfill(refusing('Bid.CannotCancel')));
    const [button, words] = cancel as [RegExp, RegExp];
    await panel.getByRole('button', { name: button }).click();
    await page.getByRole('dialog').getByRole('button', { name: button }).click();
    await expect(page.getByRole('dialog').getByText(words)).toBeVisible();
  });
}

// @covers BID-07
test('requires an export type with explanations, makes it optional or hides it depending on the flags', async ({
  page,
  signIn,
  sql,
}) => {
  const client = await newPerson(readDemonstration().databaseUrl);
  await sql('update bid_clients set credit_limit_yen = 900000 where user_id = $1', [client.userId]);
  const allow = (flags: object) =>
    sql('update users set permissions = permissions || $2::jsonb where id = $1', [
      client.userId,
      JSON.stringify(flags),
    ]);
  await allow({ exportTypeShow: true, exportTypeOptional: false });
  await signIn(page, client.email, client.password);
  const lot = await quietLot(sql);
  await page.goto(`/car-auction/${lot.id}`);
  const panel = panelOf(page);
  const place = panel.getByRole('button', { name: 'Place bid' });
  await panel.getByRole('textbox').first().fill('350000');
  await place.click();
  await expect(panel.getByText('Required field')).toBeVisible();
  await chooseType(panel);
  await expect(panel.getByText('Required field')).toHaveCount(0);
  await expect(panel.getByText('Delivered to the port in Japan; you arrange the freight')).toBeVisible();

  await allow({ exportTypeOptional: true });
  await page.goto(`/car-auction/${lot.id}`);
  await panel.getByRole('textbox').first().fill('350000');
  await place.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox').check();
  const [request] = await Promise.all([
    page.waitForRequest(CREATE),
    dialog.getByRole('button', { name: /^Confirm/ }).click(),
  ]);
  expect(request.postDataJSON()).not.toHaveProperty('bidType');
  await expect(dialog.getByText('Bid received – under review')).toBeVisible();

  await allow({ exportTypeShow: false });
  await page.goto(`/car-auction/${lot.id}`);
  await expect(place).toBeVisible();
  await expect(typesOf(panel)).toHaveCount(0);
  await expect(panel.getByRole('button', { name: /^Export type/ })).toHaveCount(0);
});
