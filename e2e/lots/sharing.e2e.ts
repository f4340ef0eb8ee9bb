import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures/fixtures.ts';

const CLIENT = 'client@demo.seri';

type Sql = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>;
const SCREENS = {
  'car-auction': 'car-auction',
  stock: 'oneprice',
  stats: 'sales-statistic',
  bikes: 'bike-auctions',
  'bike-stats': 'bike-statistics',
};
const PATHS = { 'car-auction': 'auction', stock: 'stock', stats: 'stats', bikes: 'auction', 'bike-stats': 'stats' };
const TYPES = { 'car-auction': 'main', stock: 'one', stats: 'stats', bikes: 'bike', 'bike-stats': 'bike-stats' };
type PageType = keyof typeof PATHS;
/** Does not run during the test. */
const STAYS = "status = 4532 and (auction_at is null or auction_at > now() + interval '1 h')";

async function lotOf(sql: Sql, pageType: PageType): Promise<{ id: number; model: string; house: string }> {
  const vehicle = pageType.startsWith('bike') ? 'bike' : 'car';
  const [lot] = await sql<{ id: number; model: string; house: string }>(
    `select lots.id::int, model, house.name as house from lots join auction_houses house on house.id = house_id
     where vehicle = $1 and lot_source = $2 and not is_private and cardinality(images) > 1 and (vehicle = 'bike' or sheet is not null)
       and ${pageType.endsWith('stats') ? 'status = 4533' : STAYS} order by random() limit 1`,
    [vehicle, pageType === 'stock' ? 'stock' : 'auction'],
  );
  if (!lot) throw new Error(`no lot for ${pageType}`);
  return lot;
}

/** Creates a link as its owner's dialog does. */
async function shared(page: Page, pageType: PageType, lotId: number): Promise<{ shareId: string; password: string }> {
  const name = pageType.startsWith('bike') ? 'bikeId' : 'carId';
  const reply = await page.request.get(
    `/v1/${PATHS[pageType]}/password?${name}=${lotId}&auctionType=${TYPES[pageType]}`,
  );
  expect(reply.status()).toBe(200);
  return reply.json();
}

/** A visitor who received the link: no longer signed in. */
const asStranger = (page: Page) => page.context().clearCookies();

const wrongFor = (code: string) => (code === '111111' ? '222222' : '111111');

// @covers LOT-14, SHARE-01
test('a client shares a lot: link, code, copy for three seconds, a message to send, and the end of the link', async ({
  page,
  context,
  elsewhere,
  signIn,
  sql,
  findsNothing,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, CLIENT);
  const lot = await lotOf(sql, 'car-auction');
  await page.goto(`/car-auction/${lot.id}`);
  const block = page.getByRole('region', { name: 'Share this lot' });
  await block.getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share this lot' });
  const link = (await dialog.getByText(/\/car-auction\/share\//).textContent()) ?? '';
  const code = (await dialog.getByRole('status').textContent()) ?? '';
  expect(code).toMatch(/^\d{6}$/);
  await findsNothing(page);

  // Shown for only three seconds, so the wait starts before the click.
  await Promise.all([
    expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible(),
    dialog.getByRole('button', { name: 'Copy' }).click(),
  ]);
  const text = await page.evaluate(() => navigator.clipboard.readText());
  expect(text).toContain(link);
  expect(text).toContain(`Access code ${code}`);
  await expect(dialog.getByRole('button', { name: 'Copy' })).toBeVisible();
  const send = dialog.getByRole('link', { name: 'Send' });
  await expect(send).toHaveAttribute('href', `https://wa.me/?text=${encodeURIComponent(text)}`);
  await expect(send).toHaveAttribute('target', '_blank');
  await expect(send).toHaveAttribute('rel', /noopener/);

  const friend = await (await elsewhere()).newPage();
  await friend.goto(link);
  await friend.getByLabel('Access code').fill(code);
  await friend.getByRole('button', { name: 'Show the lot' }).click();
  await expect(friend.getByRole('heading', { level: 1 })).toContainText(lot.model);

  // The dialog shows the number of views, and returns the same link.
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await block.getByRole('button', { name: 'Share' }).click();
  await expect(dialog.getByText(link)).toBeVisible();
  await expect(dialog.getByText('Opened').locator('..')).toContainText('1');
  await dialog.getByRole('button', { name: 'Disable link' }).click();
  await page.getByRole('dialog', { name: 'Disable this link?' }).getByRole('button', { name: 'Disable link' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await friend.reload();
  await expect(friend.getByText('This car is no longer available')).toBeVisible();
  await block.getByRole('button', { name: 'Share' }).click();
  await expect(dialog.getByText(/\/car-auction\/share\//)).not.toHaveText(link);
});

// @covers SHARE-02, SHARE-03, SHARE-04, SHELL-04
test('a visitor opens a link with its code, sees an error for a wrong one, and is asked once a day', async ({
  page,
  signIn,
  sql,
  findsNothing,
}) => {
  await signIn(page, CLIENT);
  const lot = await lotOf(sql, 'car-auction');
  const { shareId, password } = await shared(page, 'car-auction', lot.id);
  await asStranger(page);
  await page.goto(`/car-auction/share/${shareId}`);
  const field = page.getByLabel('Access code');
  await expect(field).toBeFocused();
  await findsNothing(page);

  await page.getByRole('button', { name: 'Show the lot' }).click();
  await expect(page.getByText('Required field')).toBeVisible();
  await field.fill('12345');
  await field.press('Enter');
  await expect(page.getByText('Invalid format')).toBeVisible();
  await field.fill(wrongFor(password));
  await field.press('Enter');
  await expect(page.getByText('Wrong access code')).toBeVisible();
  await expect(field).toBeVisible();

  await field.fill(password);
  await field.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(lot.model);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(lot.model);
});

// @covers SHARE-02, SHARE-03, SHARE-04, SHELL-04
test('a link of each of the five pages shows its lot to a visitor, without price, average and bid', async ({
  page,
  signIn,
  sql,
  findsNothing,
}) => {
  test.slow();
  await signIn(page, CLIENT);
  const links: (Awaited<ReturnType<typeof lotOf>> & { pageType: PageType; shareId: string; password: string })[] = [];
  for (const pageType of Object.keys(SCREENS) as PageType[]) {
    const lot = await lotOf(sql, pageType);
    links.push({ pageType, ...lot, ...(await shared(page, pageType, lot.id)) });
  }
  await asStranger(page);
  for (const { pageType, shareId, password, model, house } of links) {
    await test.step(pageType, async () => {
      await page.goto(`/${SCREENS[pageType]}/share/${shareId}`);
      await page.getByLabel('Access code').fill(password);
      await page.getByRole('button', { name: 'Show the lot' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toContainText(model);
      await expect(page.getByText(house).first()).toBeVisible();
      await expect(page.getByRole('region', { name: 'Photos' }).getByRole('img').first()).toBeVisible();
      if (pageType.startsWith('bike')) {
        await expect(page.getByRole('region', { name: 'Inspection' })).toBeVisible();
      } else {
        const sheet = page.getByRole('region', { name: 'Auction sheet' }).getByRole('img');
        await sheet.scrollIntoViewIfNeeded();
        await expect.poll(() => sheet.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(300);
      }
      for (const hidden of [/¥/, /place bid/i, /^average$|average price|similar sales/i, /favorite/i])
        await expect(page.getByText(hidden)).toHaveCount(0);
      await expect(page.getByRole('navigation')).toHaveCount(0);
      await findsNothing(page);
    });
  }
});

// @covers SHARE-02
test('too many wrong codes and unknown links end in one empty page with a link to the listing', async ({
  page,
  signIn,
  sql,
  findsNothing,
}) => {
  await signIn(page, 'dealer@demo.seri');
  const { shareId, password } = await shared(page, 'car-auction', (await lotOf(sql, 'car-auction')).id);
  await asStranger(page);
  await page.goto(`/car-auction/share/${shareId}`);
  const field = page.getByLabel('Access code');
  for (let n = 0; n < 5; n++) {
    await field.fill(wrongFor(password));
    await field.press('Enter');
    await expect(page.getByText('Wrong access code')).toBeVisible();
    await field.fill('');
    await expect(page.getByText('Wrong access code')).toHaveCount(0);
  }
  await field.fill(password);
  await field.press('Enter');
  await expect(page.getByText('This car is no longer available')).toBeVisible();
  await findsNothing(page);
  await page.goto('/car-auction/share/aaaaaaaaaaaaaaaa');
  await expect(page.getByText('This car is no longer available')).toBeVisible();
  await page.getByRole('link', { name: 'Car Auctions' }).click();
  await expect(page).toHaveURL(/\/auth\/login/);
  // A signed-in reader gets the listing.
  await signIn(page, CLIENT);
  await page.goto('/car-auction/share/aaaaaaaaaaaaaaaa');
  await page.getByRole('link', { name: 'Car Auctions' }).click();
  await expect(page).toHaveURL(/\/car-auction$/);
});

test('when the portal is unreachable the page shows a notice and retries', async ({ page }) => {
  await page.route('**/v1/share/view-lot**', (route) => route.abort());
  await page.goto('/car-auction/share/aaaaaaaaaaaaaaaa');
  await expect(page.getByText('The lot could not be loaded')).toBeVisible({ timeout: 20_000 });
  await page.unroute('**/v1/share/view-lot**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('This car is no longer available')).toBeVisible();
});

test('по ссылке на телефоне: код, лот и тёмная тема без замечаний axe @phone-only @phone', async ({
  page,
  signIn,
  sql,
  findsNothing,
}) => {
  await signIn(page, CLIENT);
  const lot = await lotOf(sql, 'bikes');
  const { shareId, password } = await shared(page, 'bikes', lot.id);
  await page.context().clearCookies();
  await page.addInitScript(() => localStorage.setItem('seri.language', 'ru'));
  await page.goto(`/bike-auctions/share/${shareId}`);
  await findsNothing(page);
  await page.getByLabel('Код доступа').fill(wrongFor(password));
  await page.getByRole('button', { name: 'Показать лот' }).click();
  await expect(page.getByText('Неверный код доступа')).toBeVisible();
  await page.getByLabel('Код доступа').fill(password);
  await page.getByRole('button', { name: 'Показать лот' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(lot.model);
  await findsNothing(page);
});

// @covers SHARE-06
test('messengers get the picture and the name of a shared lot without running a script', async ({
  page,
  signIn,
  sql,
}) => {
  await signIn(page, CLIENT);
  const lot = await lotOf(sql, 'stats');
  const { shareId } = await shared(page, 'stats', lot.id);
  const html = await (await page.request.get(`/sales-statistic/share/${shareId}`)).text();
  expect(html).toMatch(new RegExp(`<meta property="og:title" content="[^"]*${lot.house}[^"]*${lot.model}`));
  const image = /<meta property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? '';
  const reply = await page.request.get(image);
  expect([reply.status(), reply.headers()['content-type']]).toEqual([200, 'image/jpeg']);
});
