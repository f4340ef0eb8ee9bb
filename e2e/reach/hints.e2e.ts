import { expect, test } from '../fixtures/fixtures.ts';
import { CLIENT } from '../fixtures/lot-fixture.ts';

// @covers REACH-01
test('hints wait for the second visit, are shown one at a time, and stay closed @phone @desktop-looks', async ({
  page,
  signIn,
  findsNothing,
}, { project }) => {
  const isPhone = project.name === 'phone';
  if (isPhone) await page.addInitScript(() => localStorage.setItem('seri.language', 'ru'));
  const hint = page.getByRole('complementary', { name: isPhone ? 'Подсказка' : 'Hint' });
  await signIn(page, CLIENT);
  await page.goto('/bids');
  await expect(page.getByRole('article').or(page.getByRole('row')).first()).toBeVisible();
  await expect(hint).toHaveCount(0);

  await page.evaluate(() => localStorage.setItem('seri.visits', '{"count":2,"atMs":0}'));
  await page.reload();
  await expect(hint).toContainText(isPhone ? 'календаре' : 'calendar');
  await findsNothing(page);
  await hint.getByRole('link').click();
  await expect(page).toHaveURL(/\/profile#calendar$/);
  await expect(page.locator('#calendar')).toBeInViewport();

  await page.goto('/bids');
  await hint.getByRole('button', { name: isPhone ? 'Закрыть подсказку' : 'Close this hint' }).click();
  await expect(hint).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('article').or(page.getByRole('row')).first()).toBeVisible();
  await expect(hint).toHaveCount(0);
});

test('an iPhone gets the steps of its own menu, since no page can ask it to install', async ({ page, signIn }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'userAgent', { get: () => 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Safari' });
    localStorage.setItem('seri.visits', '{"count":2,"atMs":0}');
  });
  await signIn(page, CLIENT);
  await page.goto('/bids');
  await expect(page.getByRole('complementary', { name: 'Hint' })).toContainText('Add to Home Screen');
});
