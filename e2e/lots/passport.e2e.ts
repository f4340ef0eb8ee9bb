import { expect, test } from '../fixtures/fixtures.ts';
import { CLIENT } from '../fixtures/lot-fixture.ts';
import { staysInWidth } from '../fixtures/page-width.ts';

// @covers FIND-07
test('the passport shows every listing of a vehicle side by side, marks a contradiction, and is shared @phone', async ({
  page,
  signIn,
  sql,
  findsNothing,
}, { project }) => {
  const isPhone = project.name === 'phone';
  if (isPhone) await page.addInitScript(() => localStorage.setItem('seri.language', 'ru'));
  await signIn(page, CLIENT);
  const [twin] = await sql<{ id: string; earlier: string; number: string }>(
    `select a.id::text, b.id::text as earlier, a.chassis_number as number
       from lots a cross join lateral (
         select id from lots b
          where b.chassis_number = a.chassis_number and b.chassis_number <> '' and b.id <> a.id and b.vehicle = 'car'
            and b.maker = a.maker and not b.is_private and b.auction_day < a.auction_day and b.status = 4533 limit 1) b
      where a.vehicle = 'car' and a.lot_source = 'auction' and a.status = 4532 and a.chassis_number <> ''
        and not a.is_private and a.mileage_km > 10000
      order by a.id offset $1 limit 1`,
    [isPhone ? 6 : 5],
  );
  if (!twin) throw new Error('the demonstration has no coming car that was sold before');
  await sql('update lots set mileage_km = 250000 where id = $1', [twin.earlier]);

  await page.goto(`/car-auction/${twin.id}`);
  await page.getByRole('link', { name: isPhone ? 'Все торги рядом' : 'All listings side by side' }).click();
  await expect(page).toHaveURL(`/passport/car-auction/${twin.id}`);
  const cards = page.getByRole('main').getByRole('article');
  await expect(cards.first()).toContainText(isPhone ? 'этот лот' : 'this lot');
  await expect(cards.first()).toContainText(
    isPhone ? 'Пробег меньше, чем на прошлых торгах.' : 'Fewer kilometers than at an earlier auction.',
  );
  await expect(page.getByRole('main')).toContainText(twin.number);
  expect(await cards.count()).toBeGreaterThan(1);
  await staysInWidth(page);
  await findsNothing(page);

  await page.getByRole('button', { name: isPhone ? 'Поделиться' : 'Share' }).click();
  const dialog = page.getByRole('dialog');
  const link = await dialog.getByText(/\/car-auction\/share\//).textContent();
  const code = (await dialog.getByRole('status').textContent()) ?? '';
  await page.context().clearCookies();
  await page.goto(new URL(link ?? '').pathname);
  await page.getByLabel(isPhone ? 'Код доступа' : 'Access code').fill(code);
  await page.keyboard.press('Enter');
  const others = page.getByRole('region', {
    name: isPhone ? 'Этот автомобиль на других торгах' : 'This vehicle at other auctions',
  });
  await expect(others.getByRole('article').first()).toContainText(/250\s000/);
  await expect(others.getByText('¥')).toHaveCount(0);
  await expect(page.getByText(twin.number)).toHaveCount(0);
  await findsNothing(page);

  await signIn(page, CLIENT);
  await page.goto('/passport/car-auction/999999999');
  await expect(page.getByRole('main')).toContainText(isPhone ? 'Лот не найден' : 'Lot not found');
});
