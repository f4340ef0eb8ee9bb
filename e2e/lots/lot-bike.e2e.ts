import { chooseType, panelOf } from '../fixtures/bidding.ts';
import { expect, test } from '../fixtures/fixtures.ts';
import { withoutFirstAnswers } from '../fixtures/listing.ts';
import {
  CLIENT,
  failuresOf,
  findLot,
  isFullScreen,
  nameOf,
  SOLD_BIKE,
  UPCOMING_BIKE,
} from '../fixtures/lot-fixture.ts';
import { staysInWidth } from '../fixtures/page-width.ts';

/** A video of the demonstration. */
const FILM = '/p/demo/naked-red-3-turn';
const ONE_PIXEL = Buffer.from('R0lGODlhAQABAIAAAP///wAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64');

const ZONES = ['Engine', 'Electrical system', 'Exterior', 'Front end', 'Rear end', 'Chassis'];

// @covers LOT-17, LOT-19, SHELL-02
test('a motorcycle with specification, ratings and remarks, without axe findings @phone', async ({
  page,
  signIn,
  sql,
  findsNothing,
}, { project }) => {
  const isPhone = project.name === 'phone';
  const failures = failuresOf(page);
  if (isPhone) await page.addInitScript(() => localStorage.setItem('seri.language', 'ru'));
  await signIn(page, CLIENT);
  const lot = await findLot(
    sql,
    `${UPCOMING_BIKE} and jsonb_array_length(inspection -> 'remarks') > 1 and jsonb_array_length(inspection -> 'zones') = 6`,
  );
  await page.goto(`/bike-auctions/${lot.id}`);
  await expect(page.getByRole('heading', { name: nameOf(lot) }).first()).toBeVisible();
  const part = page.getByRole('region', { name: isPhone ? 'Осмотр аукциона' : 'Auction house inspection' });
  const ratings = part.getByRole('list', { name: isPhone ? 'Оценки по узлам' : 'Ratings by zone' });
  await expect(ratings.getByRole('region').first()).toBeVisible();
  if (!isPhone) await expect(ratings.getByRole('heading')).toHaveText(ZONES);
  const remarks = part.getByRole('list', { name: isPhone ? 'Замечания' : 'Remarks' }).getByRole('listitem');
  await expect(remarks.first().locator('b')).toHaveText('A');
  await expect(remarks.nth(1).locator('b')).toHaveText('B');
  await staysInWidth(page);
  await findsNothing(page);
  expect(failures).toEqual([]);
});

// @covers LOT-17, LOT-26, OTHER-08
test('empty inspection fields are hidden, a missing inspection is reported; a failed one keeps the ratings and offers a retry', async ({
  page,
  signIn,
  sql,
}) => {
  await signIn(page, CLIENT);
  const lot = await findLot(sql, UPCOMING_BIKE, 2);
  await withoutFirstAnswers(page);
  await page.route('**/v1/bikes/view-lot*', async (route) => {
    const answer = await route.fetch();
    const json = await answer.json();
    json.bikeSpecification = {
      grade: '',
      color: '',
      engineCC: null,
      transmission: '',
      drive: null,
      equipment: '',
      horsePower: null,
    };
    json.facts = {};
    json.bikeInfo.mileageNote = 'Meter exchanged';
    for (const rate of ['rateEng', 'rateEl', 'rateExt', 'rateFront', 'rateRear', 'rateFrame'])
      json.lotInfo[rate] = null;
    await route.fulfill({ json });
  });
  const rate = [':5#', 'Electro', '', 'Front:#fork-', 'Rear:3#,-,chain', '#-'].map((txt) => ({ txt, img: '##' }));
  await page.route('**/v1/bikes/inspection*', (route) =>
    route.fulfill({ json: { list: 'Runs. A- B-Worn tyre', videos: '#', rate } }),
  );
  await page.goto(`/bike-auctions/${lot.id}`);
  await expect(page.getByRole('term').filter({ hasText: 'About the mileage' })).toBeVisible();
  for (const fact of ['Grade', 'Color', 'Engine', 'Gearbox', 'Drive', 'Equipment', 'Power'])
    await expect(page.getByRole('term').getByText(fact, { exact: true })).toHaveCount(0);
  const part = page.getByRole('region', { name: 'Auction house inspection' });
  await expect(part.getByRole('list', { name: 'Ratings by zone' }).getByRole('heading')).toHaveText([
    'Engine',
    'Front end',
    'Rear end',
  ]);
  await expect(part.getByRole('list', { name: 'Remarks' }).getByRole('listitem')).toHaveText([
    'Runs.',
    /^B\s*Worn tire$/,
  ]);

  // Still without ratings.
  await page.route('**/v1/bikes/inspection*', (route) => route.fulfill({ json: { list: '', videos: '', rate: [] } }));
  await page.reload();
  await expect(part.getByText('The auction house has not published an inspection of this motorcycle.')).toBeVisible();

  await page.unrouteAll();
  await page.route('**/v1/bikes/inspection*', (route) =>
    route.fulfill({ status: 500, json: { success: false, error: 'x', messageCode: 'Internal' } }),
  );
  await page.reload();
  await expect(part.getByRole('alert')).toContainText('The inspection did not load.');
  await expect(part.getByRole('list', { name: 'Ratings by zone' })).toBeVisible();
});

// @covers LOT-05, LOT-18, LOT-19
test('videos play and open in their own tab, zone photos in full screen; media that fail to load are omitted', async ({
  page,
  signIn,
  sql,
  context,
}) => {
  await signIn(page, CLIENT);
  const lot = await findLot(sql, UPCOMING_BIKE, 3);
  const car = await findLot(sql, "vehicle = 'car' and array_length(images, 1) > 2");
  await context.route('**/v/turns.gif', (route) => route.fulfill({ body: ONE_PIXEL, contentType: 'image/gif' }));
  await context.route('**/v/page.mp4', (route) => route.fulfill({ body: '<p>gone</p>', contentType: 'text/html' }));
  await page.route('**/v1/bikes/inspection*', async (route) => {
    const json = await (await route.fetch()).json();
    json.rate[0] = { txt: 'Engine:4#noise-small', img: `${car.images[0]}#/p/no-such-picture#${car.images[1]}` };
    await route.fulfill({ json: { ...json, videos: `${FILM}#/v/turns.gif#/v/gone.mp4#/v/page.mp4` } });
  });
  await page.goto(`/bike-auctions/${lot.id}`);
  const videos = page.getByRole('list', { name: 'Videos' });
  // The server renders the video before it sends the media type.
  await expect(videos.getByRole('link')).toHaveCount(2, { timeout: 45_000 });
  const video = videos.getByRole('link', { name: /^Video 1/ });
  // The server renders the motorcycle first.
  await expect
    .poll(() => video.locator('video').evaluate((film: HTMLVideoElement) => film.videoWidth), { timeout: 45_000 })
    .toBe(640);
  await video.locator('video').evaluate(async (film: HTMLVideoElement) => {
    film.loop = true;
    await film.play();
  });
  await expect
    .poll(() => video.locator('video').evaluate((film: HTMLVideoElement) => film.currentTime))
    .toBeGreaterThan(0.2);
  const picture = videos.getByRole('link', { name: /^Moving picture 2/ }).locator('img');
  await expect.poll(() => picture.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(1);
  const opened = context.waitForEvent('page');
  await video.click();
  expect((await opened).url()).toContain(FILM);
  await (await opened).close();

  const engine = page.getByRole('region', { name: 'Engine', exact: true });
  await expect(engine.getByRole('button')).toHaveCount(2);
  await engine.getByRole('button', { name: 'Engine: photo 2 of 2' }).click();
  await isFullScreen(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Zoom in' })).toBeHidden();
});

test('a client bids on a motorcycle and finds it among their bids', async ({ page, signIn, sql }) => {
  await signIn(page, CLIENT);
  const free = 'not exists (select from bids where lot_id = lots.id)';
  const lot = await findLot(sql, `${UPCOMING_BIKE} and start_price_yen between 100000 and 400000 and ${free}`, 5);
  await page.goto(`/bike-auctions/${lot.id}`);
  const panel = panelOf(page);
  await panel.getByRole('textbox').first().fill('450000');
  await chooseType(panel);
  await panel.getByRole('button', { name: 'Place bid' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: /^Confirm/ }).click();
  await expect(dialog.getByText('Bid received – under review')).toBeVisible();
  await page.goto('/bids');
  const link = page.locator(`a[href="/bike-auctions/${lot.id}"]`).first();
  await expect(link).toBeVisible();
});

// @covers STAT-02
test('a past motorcycle shows its price, no form and no favorites', async ({ page, signIn, sql }) => {
  await signIn(page, CLIENT);
  const lot = await findLot(sql, SOLD_BIKE);
  await page.goto(`/bike-statistics/${lot.id}`);
  const panel = page.getByRole('region', { name: 'Bid on this lot' });
  await expect(panel.getByText('Sold price')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Place bid' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /favorites/ })).toHaveCount(0);
});
