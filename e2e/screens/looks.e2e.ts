import { expect, standsStill, test } from '../fixtures/fixtures.ts';
import { CLIENT, findLot, UPCOMING_CAR } from '../fixtures/lot-fixture.ts';
import { measureText } from './measure-text.ts';

// A sample of `npm run looks`, which measures every screen; phone screens are measured in targets.e2e.ts.
const WIDTHS = [768, 1366, 1440, 1600, 1920, 2560];

// @covers SHELL-24
for (const [language, tag] of [
  ['en', ' @looks'],
  ['ru', ''],
] as const)
  test(`the text of a sample of screens is complete at every width, in ${language}${tag}`, async ({
    page,
    signIn,
    sql,
  }) => {
    await page.addInitScript((code) => localStorage.setItem('seri.language', code), language);
    await signIn(page, CLIENT);
    const lot = await findLot(sql, UPCOMING_CAR, 8);
    for (const path of ['/sales-statistic', `/car-auction/${lot.id}`, '/payments', '/profile']) {
      await page.goto(path);
      await page.locator('h1').first().waitFor();
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        // Polls, because another layout at another width loads its data first.
        await expect
          .poll(
            async () => {
              await standsStill(page);
              return measureText(page);
            },
            { message: `${path} at ${width} px` },
          )
          .toEqual([]);
      }
    }
  });

test('an invalid day shows its error below its field, not over the next one', async ({ page, signIn }) => {
  await signIn(page, CLIENT);
  await page.setViewportSize({ width: 1366, height: 900 });
  for (const path of ['/car-auction', '/payments']) {
    await page.goto(path);
    const dates = page.getByRole('button', { name: 'Dates' });
    const field = page.locator('input[placeholder="YYYY-MM-DD"]').first();
    await expect(dates.or(field).first()).toBeVisible();
    if (await dates.isVisible()) await dates.click();
    await field.fill('20269999');
    await field.blur();
    await expect(page.getByRole('alert').first()).toBeVisible();
    await expect.poll(() => measureText(page), { message: path }).toEqual([]);
  }
});

test('лист фильтров занимает весь экран, а список поля не закрывает кнопку @phone-only', async ({ page, signIn }) => {
  await page.addInitScript(() => localStorage.setItem('seri.language', 'ru'));
  await signIn(page, CLIENT);
  for (const [path, fields] of [
    ['/car-auction?maker=TOYOTA&model=PRIUS', 8],
    ['/archive-bids', 1],
  ] as const) {
    await page.goto(path);
    await page
      .getByRole('button', { name: /^Фильтры/ })
      .first()
      .tap();
    const sheet = page.getByRole('dialog');
    await expect(sheet).toBeVisible();
    await standsStill(page);
    expect(await sheet.boundingBox(), path).toEqual({ x: 0, y: 0, width: 390, height: 844 });
    const openers = sheet.locator('button[aria-haspopup="listbox"]:not(:disabled)');
    expect(await openers.count(), path).toBeGreaterThanOrEqual(fields);
    const show = sheet.getByRole('button').last();
    const button = await show.boundingBox();
    for (let nth = 0; nth < (await openers.count()); nth += 1) {
      await openers.nth(nth).tap();
      const list = page.getByRole('listbox');
      await expect(list).toBeVisible();
      await standsStill(page);
      // All visible content of the list ends above the button, so that a finger can press it.
      const isFree = await show.evaluate((one) => {
        const { left, top, width, height } = one.getBoundingClientRect();
        return one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      });
      expect(isFree, `${path}: the button with the list of field ${nth + 1} open`).toBe(true);
      expect(await show.boundingBox(), path).toEqual(button);
      await openers.nth(nth).tap();
      await expect(list).toBeHidden();
    }
  }
});
