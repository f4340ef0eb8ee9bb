import { quietLot } from '../fixtures/bidding.ts';
import { expect, test } from '../fixtures/fixtures.ts';
import { newPerson } from '../fixtures/people.ts';
import { readDemonstration } from '../fixtures/portal-facts.ts';

// @covers NOTIF-05, NOTIF-07
test('the bell counts events, the list shows and opens them, opening marks them read; the calendar has an address', async ({
  page,
  sql,
  signIn,
  findsNothing,
}) => {
  const anna = await newPerson(readDemonstration().databaseUrl);
  await signIn(page, anna.email, anna.password);
  await page.goto('/profile');
  const bell = page.getByRole('banner').getByRole('link', { name: /^Notifications/ });
  await bell.click();
  await expect(page.getByText('No notifications yet')).toBeVisible();
  await findsNothing(page);

  const lot = await quietLot(sql);
  await sql(
    `insert into notifications (user_id, kind, lot_id, dedupe_key)
     select $1, kind, $2, kind from unnest(array['lot_moved', 'closing_soon']) kind`,
    [anna.userId, lot.id],
  );
  await expect(bell).toHaveAccessibleName('Notifications, 2 unread');
  const rows = page.getByRole('main').getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await findsNothing(page);
  await rows
    .first()
    .getByRole('link', { name: /Bidding closes/ })
    .click();
  await expect(page).toHaveURL(new RegExp(`/car-auction/${lot.id}$`));
  await expect(bell).toHaveAccessibleName('Notifications, 1 unread');
  await bell.click();
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(bell).toHaveAccessibleName('Notifications');

  await page.goto('/profile');
  await page.getByRole('button', { name: 'Create calendar link' }).click();
  const address = page.getByText(/\/v1\/notifications\/calendar\/.*\.ics$/);
  await expect(address).toBeVisible();
  const first = await address.textContent();
  await findsNothing(page);
  await page.getByRole('button', { name: 'New link' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'New link' }).click();
  await expect(address).not.toHaveText(first ?? '');
});

// @covers NOTIF-05
test('уведомления на телефоне @phone-only', async ({ page, sql, signIn, findsNothing }) => {
  const ivan = await newPerson(readDemonstration().databaseUrl, { language: 'ru' });
  const lot = await quietLot(sql);
  await sql(
    `insert into notifications (user_id, kind, lot_id, data, dedupe_key)
     values ($1, 'lot_moved', $2, '{}', 'a'), ($1, 'deposit_booked', null, '{"amountYen": 150000}', 'b')`,
    [ivan.userId, lot.id],
  );
  await signIn(page, ivan.email, ivan.password);
  await page.goto('/notifications');
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(2);
  await expect(page.getByText(/Поступил депозит 150.000/)).toBeVisible();
  await findsNothing(page);
});
