import { randomInt, randomUUID } from 'node:crypto';
import { importPrivateLots } from '../fixtures/feed-lots.ts';
import { expect, test } from '../fixtures/fixtures.ts';
import { asSomebody, openListing, rows } from '../fixtures/listing.ts';

// @covers FIND-03
test('hides a lot from a row, takes it back, and lists what is hidden', async ({ page, signIn, findsNothing }) => {
  const person = await asSomebody(page, signIn);
  const id = randomUUID().slice(0, 8).toUpperCase();
  const lots = [1, 2].map((n) => ({
    maker: `STORY ${id}`,
    model: `HIDE ${n}`,
    lotNo: randomInt(1_000_000, 9_000_000),
  }));
  await importPrivateLots(id, person.userId, lots);
  await openListing(page, 'car-auction', `?maker=STORY+${id}`);
  await expect(rows(page)).toHaveCount(2);
  const first = rows(page).filter({ hasText: 'HIDE 1' });
  await first.getByRole('button', { name: /^Hide STORY/ }).click();
  await expect(first).toHaveCount(0);
  await expect(rows(page)).toHaveCount(1);
  const notice = page.getByRole('status').filter({ hasText: /HIDE 1.* is hidden from your lists/ });
  await expect(notice).toBeVisible();
  await findsNothing(page);
  await notice.getByRole('button', { name: 'Undo' }).click();
  await expect(first).toBeVisible();
  await expect(notice).toBeHidden();

  await first.getByRole('button', { name: /^Hide STORY/ }).click();
  await expect(first).toHaveCount(0);
  await openListing(page, 'car-auction', `?maker=STORY+${id}&hidden=1`);
  await expect(rows(page)).toHaveText([/HIDE 1/]);
});

// @covers FIND-03
test('writes a note and a tag on a lot, and finds the lot by its tag', async ({ page, signIn, sql, findsNothing }) => {
  const person = await asSomebody(page, signIn);
  const id = randomUUID().slice(0, 8).toUpperCase();
  await importPrivateLots(id, person.userId, [{ maker: `STORY ${id}`, model: 'NOTE' }]);
  const [lot] = await sql<{ id: number }>('select id from lots where maker = $1', [`STORY ${id}`]);
  await page.goto(`/car-auction/${lot?.id}`);
  const own = page.getByRole('region', { name: 'My notes' });
  await own.getByRole('button', { name: 'Add a note or tags' }).click();
  await own.getByRole('textbox', { name: 'Note' }).fill('Ask about the rust');
  await own.getByRole('combobox', { name: 'Add a tag' }).fill('for Boris');
  await findsNothing(page);
  await own.getByRole('button', { name: 'Save' }).click();
  await expect(own.getByText('Ask about the rust')).toBeVisible();
  await expect(own.getByText('#for Boris')).toBeVisible();
  await openListing(page, 'car-auction', `?maker=STORY+${id}&tag=for+Boris`);
  await expect(rows(page)).toHaveCount(1);
});
