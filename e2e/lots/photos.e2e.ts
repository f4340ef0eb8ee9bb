import { readFile } from 'node:fs/promises';
import { expect, test } from '../fixtures/fixtures.ts';

const CLIENT = 'client@demo.seri';

type Sql = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>;
/** A car that does not run during the test. */
async function carOf(sql: Sql, isUss: boolean): Promise<number> {
  const [lot] = await sql<{ id: number }>(
    `select lots.id::int from lots join auction_houses house on house.id = house_id
     where vehicle = 'car' and lot_source = 'auction' and status = 4532 and is_uss = $1 and not is_private
       and auction_at > now() + interval '30 h'
       and not exists (select 1 from lot_extra_images where lot_id = lots.id) order by random() limit 1`,
    [isUss],
  );
  if (!lot) throw new Error('no such lot');
  return lot.id;
}

// @covers LOT-13
test('downloads all photos of a lot as one archive in its own window', async ({ page, signIn, sql }) => {
  await signIn(page, CLIENT);
  await page.goto(`/car-auction/${await carOf(sql, false)}`);
  const download = page.waitForEvent('popup').then((popup) => popup.waitForEvent('download'));
  await page.getByRole('button', { name: 'Download all photos' }).click();
  const archive = await download;
  expect(archive.suggestedFilename()).toMatch(/^[\w-]+-\d+\.zip$/);
  const bytes = await readFile(await archive.path());
  expect(bytes.subarray(0, 2).toString()).toBe('PK');
  expect(bytes.includes('-01.webp')).toBe(true);
});

// @covers LOT-13
test('a lot without an archive shows a notice, and a USS lot offers none', async ({
  page,
  signIn,
  sql,
  findsNothing,
}) => {
  await signIn(page, CLIENT);
  await page.route('**/download-images**', (route) =>
    route.fulfill({ status: 404, json: { success: false, error: 'Not found', messageCode: 'NotFound' } }),
  );
  await page.goto(`/car-auction/${await carOf(sql, false)}`);
  const pages = page.context().pages().length;
  await page.getByRole('button', { name: 'Download all photos' }).click();
  await expect(page.getByText("Didn't find download link")).toBeVisible();
  await expect.poll(() => page.context().pages().length).toBe(pages);
  await findsNothing(page);
  await page.goto(`/car-auction/${await carOf(sql, true)}`);
  await expect(page.getByRole('button', { name: 'Request extra photos' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Download all photos' })).toHaveCount(0);
});

// @covers LOT-12, OTHER-06
test('extra photos: half a minute with progress, then they join the others and one request is used', async ({
  page,
  signIn,
  sql,
  findsNothing,
}) => {
  test.setTimeout(120_000);
  await signIn(page, CLIENT);
  const lotId = await carOf(sql, true);
  await page.goto(`/car-auction/${lotId}`);
  const part = page.getByRole('region', { name: 'Extra photos' });
  const left = async () => Number(/(\d+) requests? left/.exec((await part.textContent()) ?? '')?.[1] ?? Number.NaN);
  const before = await left();
  const count = page.getByText(/^1 \/ \d+$/).first();
  const photos = Number(((await count.textContent()) ?? '').split('/')[1]);

  // Canceling is free, and the photos can be requested again.
  await part.getByRole('button', { name: 'Request extra photos' }).click();
  await expect(part.getByRole('progressbar')).toBeVisible();
  await expect(part.getByText('This takes about 30 seconds')).toBeVisible();
  await findsNothing(page);
  await part.getByRole('button', { name: 'Cancel' }).click();
  await expect(part.getByText('Canceled. This request was not counted.')).toBeVisible();
  await expect.poll(left).toBe(before);

  await part.getByRole('button', { name: 'Request extra photos' }).click();
  await expect(part.getByText(/\s[1-9]\d?\s%/)).toBeVisible({ timeout: 15_000 });
  await expect(part.getByText('The extra photos have been added to the gallery')).toBeVisible({ timeout: 75_000 });
  await expect(part.getByRole('button', { name: 'Request extra photos' })).toBeDisabled();
  if (!Number.isNaN(before)) await expect.poll(left).toBe(before - 1);
  await expect(count).toHaveText(`1 / ${photos + 5}`);
  // All readers see them from now on; after a reload they can be requested again.
  await page.reload();
  await expect(count).toHaveText(`1 / ${photos + 5}`);
  await expect(part.getByRole('button', { name: 'Request extra photos' })).toBeEnabled();
});

// @covers LOT-12, OTHER-08
test('an auction house without more photos, a failing one, and a used-up limit show different messages', async ({
  page,
  signIn,
  sql,
}) => {
  await signIn(page, CLIENT);
  const answers = [
    { status: 503, json: { success: false, error: 'Away', messageCode: 'Unavailable' } },
    { status: 409, json: { success: false, error: 'Limit', messageCode: 'Photos.DailyLimit' } },
    {
      status: 200,
      json: {
        success: true,
        auctionLotDetail: {
          carCommonDetail: { isUss: true, ussLimit: 3 },
          carInfo: { id: '1', images: [], auctionSheet: null },
        },
      },
    },
  ];
  await page.route('**/uss-images?**', (route) => route.fulfill(answers.shift()));
  await page.goto(`/car-auction/${await carOf(sql, true)}`);
  const part = page.getByRole('region', { name: 'Extra photos' });
  const request = part.getByRole('button', { name: 'Request extra photos' });
  await request.click();
  await expect(part.getByRole('alert')).toBeVisible();
  await request.click();
  await expect(part.getByText(/used today's requests/)).toBeVisible();
  await request.click();
  await expect(part.getByText('There are no extra photos')).toBeVisible();
  await expect(request).toBeDisabled();
});

// @covers OTHER-06
test('дополнительные фото на телефоне: ход и отмена, тёмная тема без замечаний axe @phone-only @phone', async ({
  page,
  signIn,
  sql,
  findsNothing,
}) => {
  await signIn(page, CLIENT);
  await page.addInitScript(() => localStorage.setItem('seri.language', 'ru'));
  await page.goto(`/car-auction/${await carOf(sql, true)}`);
  const part = page.getByRole('region', { name: 'Дополнительные фото' });
  await part.getByRole('button', { name: 'Запросить ещё фото' }).click();
  await expect(part.getByText('Это займёт около 30 секунд')).toBeVisible();
  await findsNothing(page);
  await part.getByRole('button', { name: 'Отменить' }).click();
  await expect(part.getByText('Отменено. Этот запрос не учтён.')).toBeVisible();
});
