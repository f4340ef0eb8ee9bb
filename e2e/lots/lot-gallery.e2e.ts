import type { Locator } from '@playwright/test';
import { expect, test } from '../fixtures/fixtures.ts';
import { CLIENT, findLot, isFullScreen, UPCOMING_CAR } from '../fixtures/lot-fixture.ts';

const heightOf = async (part: Locator) => (await part.boundingBox())?.height ?? 0;

// @covers A11Y-01, LOT-02, SHELL-01, SHELL-27
test('four visible thumbnails, 4:3 before and after a photo loads, arrows, counter, zoom and Escape', async ({
  page,
  signIn,
  sql,
}) => {
  await signIn(page, CLIENT);
  const lot = await findLot(sql, UPCOMING_CAR);
  await page.goto(`/car-auction/${lot.id}`);
  const photos = page.getByRole('region', { name: 'Photos' });
  const open = photos.getByRole('button', { name: 'Open the photo full screen' });
  const image = open.getByRole('img');
  for (const name of ['width', 'height']) await expect(image).toHaveAttribute(name, /^\d+$/);
  const thumbs = photos.getByRole('button', { name: /^Show photo/ });
  await expect(thumbs).toHaveCount(lot.images.length);
  const box = await open.boundingBox();
  expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(4 / 3, 1);
  const stripRight = (box?.x ?? 0) + (box?.width ?? 0);
  const rights = await thumbs.evaluateAll((all) => all.map((thumb) => thumb.getBoundingClientRect().right));
  expect(rights.filter((right) => right <= stripRight + 1)).toHaveLength(4);

  await photos.getByRole('button', { name: 'Next photo' }).click();
  await expect(photos.getByText(`2 / ${lot.images.length}`, { exact: true })).toBeVisible();
  await open.focus();
  await page.keyboard.press('ArrowRight');
  await expect(photos.getByText(`3 / ${lot.images.length}`, { exact: true })).toBeVisible();
  for (const _ of [1, 2]) await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(photos.getByText(`${lot.images.length} / ${lot.images.length}`)).toBeVisible();
  await expect(thumbs.last()).toHaveAttribute('aria-current', 'true');
  await expect(thumbs.last()).toBeInViewport();
  expect(await heightOf(open)).toBe(box?.height);

  await open.press('Enter');
  const viewer = page.getByRole('region', { name: 'Photos' }).last();
  await isFullScreen(page);
  await expect(page.getByText(`${lot.images.length} / ${lot.images.length}`).last()).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(viewer.or(page.locator('body')).getByText(`1 / ${lot.images.length}`).last()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Zoom in' })).toBeHidden();
  await expect(open).toBeFocused();
  await expect(page).toHaveURL(new RegExp(`/car-auction/${lot.id}$`));
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard' }).getByRole('region', { name: 'Photos and auction sheet' });
  await expect(keys).toContainText('Exit full screen');
});

// @covers LIST-35, LOT-02
test('from a list: closes first the full-screen photo, then the dialog, and the focus returns', async ({
  page,
  signIn,
  findsNothing,
}) => {
  await signIn(page, CLIENT);
  // The last to run, because earlier ones leave the list meanwhile.
  await page.goto('/car-auction?sort=auctionDate&order=DESC');
  const opener = page.getByRole('button', { name: /^Photos of/ }).first();
  await opener.click();
  const window = page.getByRole('dialog');
  const open = window.getByRole('button', { name: 'Open the photo full screen' });
  await expect(open).toBeVisible();
  await findsNothing(page);
  await expect(open).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(window.getByText(/^2 \/ \d+$/)).toBeVisible();
  await open.click();
  await isFullScreen(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Zoom in' })).toBeHidden();
  await expect(open).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(window).toBeHidden();
  await expect(opener).toBeFocused();
});

// @covers LOT-05, OTHER-08
test('failed photos are omitted; when all fail the page shows a notice and keeps the layout', async ({
  page,
  signIn,
  sql,
}) => {
  await signIn(page, CLIENT);
  const lot = await findLot(sql, UPCOMING_CAR);
  await page.route(`**${lot.images[1]}?*`, (route) => route.abort());
  await page.goto(`/car-auction/${lot.id}`);
  const photos = page.getByRole('region', { name: 'Photos' });
  await expect(photos.getByText(`1 / ${lot.images.length - 1}`)).toBeVisible();
  await expect(photos.getByRole('button', { name: /^Show photo/ })).toHaveCount(lot.images.length - 1);

  await page.route('**/p/**', (route) => route.abort());
  await page.reload();
  await expect(page.getByText('No photos')).toBeVisible();
});
