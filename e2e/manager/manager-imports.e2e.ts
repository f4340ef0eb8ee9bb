import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { importBrokenRows } from '../fixtures/feed-lots.ts';
import { expect, test } from '../fixtures/fixtures.ts';
import { newManager } from '../fixtures/manager-bids.ts';
import { newPerson } from '../fixtures/people.ts';
import { readDemonstration } from '../fixtures/portal-facts.ts';

// @covers OPS-02
test('a manager finds an import with errors, reads the reasons of refused rows, and downloads them', async ({
  page,
  signIn,
  sql,
  findsNothing,
}) => {
  const id = randomUUID().slice(0, 8);
  await importBrokenRows(id);
  const manager = await newManager(sql);
  await signIn(page, manager.email, manager.password);
  await page.goto('/bid-manager');
  await page.getByRole('link', { name: /^Imports( \d+)?$/ }).click();
  await expect(page.getByRole('region', { name: 'Sources' }).getByRole('listitem').first()).toContainText('last list');
  await findsNothing(page);
  await page.getByRole('link', { name: /^All imports/ }).click();
  await expect(page.getByRole('main').getByRole('listitem').first()).toContainText('No.');
  await findsNothing(page);
  await page.getByRole('link', { name: /^With errors/ }).click();
  const row = page.getByRole('listitem').filter({ hasText: `story-${id}.ndjson` });
  await row.getByRole('link', { name: /^2 rejected rows of import/ }).click();
  await expect(page.getByRole('heading', { name: /^Rejected rows of import/ })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Line 1' })).toContainText('not JSON');
  await expect(page.getByRole('listitem').filter({ hasText: 'Line 2' })).toContainText('year');
  await findsNothing(page);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  const file = await downloading;
  expect(await readFile(await file.path(), 'utf8')).toContain('1,not JSON,a line that is no row');

  await page.route('**/v1/feed/imports?*', (route) => route.abort());
  await page.goto('/bid-manager/imports?state=all');
  await expect(page.getByRole('heading', { name: 'The imports could not be loaded' })).toBeVisible();
  await findsNothing(page);
});

test('on a phone a manager sees imported and refused rows @phone-only @looks', async ({
  page,
  signIn,
  findsNothing,
}) => {
  const id = randomUUID().slice(0, 8);
  await importBrokenRows(id);
  const manager = await newPerson(readDemonstration().databaseUrl, { role: 'manager', language: 'ru' });
  await signIn(page, manager.email, manager.password);
  await page.goto('/bid-manager/imports?state=trouble');
  const row = page.getByRole('listitem').filter({ hasText: `story-${id}.ndjson` });
  await expect(row).toContainText('Отклонено');
  await findsNothing(page);
  await row.getByRole('link', { name: /^2 отклонённые строки загрузки/ }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Строка 2' })).toContainText('year');
  await findsNothing(page);
});
