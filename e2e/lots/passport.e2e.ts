import { expect, test } from '../fixtures/fixtures.ts';
import { CLIENT, findLot, SOLD_CAR, UPCOMING_CAR } from '../fixtures/lot-fixture.ts';
import { staysInWidth } from '../fixtures/page-width.ts';

// @covers FIND-07
test('the passport shows every listing of a vehicle side by side, marks a contradiction, and is shared @phone @desktop-looks', async ({
  page,
  signIn,
  sql,
  findsNothing,
}, { project }) => {
  const isPhone = project.name === 'phone';
  if (isPhone) await page.addInitScript(() => localStorage.setItem('seri.language', 'ru'));
  await signIn(page, CLIENT);
  const twin = await findLot(sql, `${UPCOMING_CAR} and chassis_number <> '' and mileage_km > 10000`, isPhone ? 21 : 20);
  const [made] = await sql<{ number: string }>(
    `update lots sold set chassis_number = coming.chassis_number, mileage_km = 987654
       from lots coming
      where coming.id = $1 and sold.id = (
        select id from lots where ${SOLD_CAR} and not is_private and maker = coming.maker
           and auction_day < coming.auction_day order by id desc limit 1)
     returning coming.chassis_number as number`,
    [twin.id],
  );
  if (!made) throw new Error('the demonstration has no sold car of this maker');

  await page.goto(`/car-auction/${twin.id}`);
  await page.getByRole('link', { name: isPhone ? 'Все торги рядом' : 'All listings side by side' }).click();
  await expect(page).toHaveURL(`/passport/car-auction/${twin.id}`);
  const cards = page.getByRole('main').getByRole('article');
  await expect(cards.first()).toContainText(isPhone ? 'этот лот' : 'this lot');
  await expect(cards.first()).toContainText(
    isPhone ? 'Пробег меньше, чем на прошлых торгах.' : 'Fewer kilometers than at an earlier auction.',
  );
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
  await expect(others.getByRole('article').first()).toContainText(/987\s654/);
  await expect(others.getByText('¥')).toHaveCount(0);
  await expect(page.getByText(made.number)).toHaveCount(0);
  await findsNothing(page);

  await signIn(page, CLIENT);
  await page.goto('/passport/car-auction/999999999');
  await expect(page.getByRole('main')).toContainText(isPhone ? 'Лот не найден' : 'Lot not found');
});
