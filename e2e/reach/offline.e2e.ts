import { generateKeyPairSync } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import type { Message } from '../../server/src/channels/send/outcome.ts';
import { pushSender } from '../../server/src/channels/send/push.ts';
import { startFakeService } from '../../server/src/testing/channels/fake-messengers.ts';
import { pushBrowser } from '../../server/src/testing/channels/push-browser.ts';
import { expect, test } from '../fixtures/fixtures.ts';
import { newPerson, type Person } from '../fixtures/people.ts';
import { LAUNCH_OPTIONS, readDemonstration } from '../fixtures/portal-facts.ts';

test.use({ launchOptions: LAUNCH_OPTIONS });

// Each test has a browser of its own: a service worker and its caches outlive a page.
const WITH_WORKER = { serviceWorkers: 'allow' } as const;

// Registers the worker and reads ahead, for which the app leaves the first seconds of a page free.
const LATER_MS = 10_000;

interface Own {
  context: BrowserContext;
  page: Page;
  person: Person;
}

async function signedIn(context: BrowserContext, person: Person): Promise<void> {
  const data = { email: person.email, password: person.password };
  expect((await context.request.post('/v1/auth/login', { data })).status()).toBe(200);
}

/** Advances the page's clock and reads from the page. */
async function later<Value>(page: Page, read: (page: Page) => Promise<Value>): Promise<Value> {
  await page.clock.fastForward(LATER_MS);
  return read(page);
}

const isWorking = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    const isActive = registration?.active?.state === 'activated' && navigator.serviceWorker.controller !== null;
    return isActive && (await caches.has('seri-state'));
  });

/** A page whose worker is active and knows the account. */
async function withWorker(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  await page.clock.install();
  await page.goto(path);
  await expect.poll(() => later(page, isWorking)).toBe(true);
  // The worker now keeps every own call; until the reload it keeps only those that are read ahead ten seconds later.
  await page.reload();
  await expect.poll(() => later(page, keptBy), { timeout: 20_000 }).not.toEqual([]);
  return page;
}

/** Names of the caches that belong to accounts. */
const keptBy = (page: Page): Promise<string[]> =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('seri-own-')));

/** Paths of the calls whose answers are kept on this device. */
const keptAnswers = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const [own] = (await caches.keys()).filter((name) => name.startsWith('seri-own-'));
    const keys = own ? await (await caches.open(own)).keys() : [];
    return keys.map(({ url }) => new URL(url).pathname);
  });

async function open(elsewhere: (options: object) => Promise<BrowserContext>, path: string): Promise<Own> {
  const context = await elsewhere(WITH_WORKER);
  const person = await newPerson(readDemonstration().databaseUrl);
  await signedIn(context, person);
  return { context, person, page: await withWorker(context, path) };
}

async function anyLot(context: BrowserContext): Promise<string> {
  const { carsList } = await (await context.request.get('/v1/car-auction/listing?open=1&sort=year&order=DESC')).json();
  return carsList[0].id;
}

// @covers REACH-01
test('the portal can be installed', async ({ elsewhere }) => {
  const { context, page } = await open(elsewhere, '/bids');
  const session = await context.newCDPSession(page);
  const { errors } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  // Browsers without a profile cannot install, whatever the page does.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
});

// @covers REACH-01
test('a viewed lot and own lists stay readable without a network, and a favorite is sent later', async ({
  elsewhere,
  findsNothing,
}) => {
  const { context, page } = await open(elsewhere, '/favorites/A');
  const lotId = await anyLot(context);
  await page.goto(`/car-auction/${lotId}`);
  const name = (await page.locator('h1').first().textContent()) ?? '';
  await expect
    .poll(
      () => page.evaluate(async (id) => (await caches.match(`/v1/car-auction/view-lot?id=${id}`)) !== undefined, lotId),
      {
        timeout: 20_000,
      },
    )
    .toBe(true);
  // Lists that this browser has not opened yet are read ahead.
  await expect
    .poll(() => later(page, keptAnswers), { timeout: 30_000 })
    .toEqual(expect.arrayContaining(['/v1/bid/my-bid', '/v1/purchased-cars/']));
  await context.setOffline(true);
  await page.reload();
  await expect(page.locator('h1').first()).toHaveText(name);
  await expect(page.getByText(/You are offline\. This page is as of/)).toBeVisible();
  await expect
    .poll(() =>
      page
        .locator('img[src^="/p/"]')
        .first()
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBeGreaterThan(0);
  await findsNothing(page);
  await page.goto('/favorites/A');
  await expect(page.getByText(/You are offline/)).toBeVisible();
  for (const [path, text] of [
    ['/bids', 'No bids yet'],
    ['/purchased-cars', 'No purchased cars yet'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByText(/You are offline/)).toBeVisible();
    await expect(page.getByRole('main').getByText(text).first()).toBeVisible();
  }
  await page.goto(`/car-auction/${lotId}`);
  const own = page.getByRole('region', { name: 'My notes' });
  await own.getByRole('button', { name: 'Add a note or tags' }).click();
  await own.getByRole('textbox', { name: 'Note' }).fill('Ask about the rust');
  await own.getByRole('button', { name: 'Save' }).click();
  await expect(own.getByText('Ask about the rust')).toBeVisible();
  await page
    .getByRole('button', { name: /favorite/i })
    .first()
    .click();
  await page.getByRole('menuitemcheckbox', { name: 'Group A' }).click();
  await expect.poll(() => page.evaluate(() => localStorage['seri.kept-changes'] ?? '')).toContain(lotId);
  await context.setOffline(false);
  const favorites = async () =>
    (await (await context.request.get('/v1/favorite/listing?group=A')).json()).carsList.map(
      ({ id }: { id: string }) => id,
    );
  await expect.poll(favorites).toContain(lotId);
  const note = async () => (await (await context.request.get(`/v1/car-auction/view-lot?id=${lotId}`)).json()).own.note;
  await expect.poll(note).toBe('Ask about the rust');
  expect(await page.evaluate(() => localStorage['seri.kept-changes'])).toBeUndefined();
});

// @covers REACH-01
test('logging out leaves nothing, and the next account sees nothing of the one before', async ({ elsewhere }) => {
  const { context, page } = await open(elsewhere, '/bids');
  const [before] = await keptBy(page);
  await page.evaluate(async () => {
    localStorage['seri.chat-drafts'] = '{"1 2":"secret"}';
  });
  await page.getByRole('button', { name: 'Logout' }).first().click();
  await page.waitForURL(/\/auth\/login/);
  await expect(page.getByLabel('Email')).toBeVisible();
  await expect.poll(() => keptBy(page)).toEqual([]);
  expect(await page.evaluate(() => localStorage['seri.chat-drafts'])).toBeUndefined();
  // Whatever this page still loads would end its next navigation.
  await page.close();
  await context.setOffline(true);
  const offline = await context.newPage();
  await offline.goto('/bids');
  await expect(offline.getByText(/connection/i).first()).toBeVisible();
  await context.setOffline(false);
  // The open page leaves for the log-in by itself.
  await offline.close();
  await signedIn(context, await newPerson(readDemonstration().databaseUrl));
  const next = await context.newPage();
  await next.clock.install();
  await next.goto('/bids');
  await expect.poll(() => later(next, keptBy), { timeout: 20_000 }).toHaveLength(1);
  expect((await keptBy(next))[0]).not.toBe(before);
});

/** Sends a push as the portal does, encrypted and signed, to a push service of the test, and returns what a browser decrypts. */
async function pushed(message: Message): Promise<string> {
  const {
    x = '',
    y = '',
    d = '',
  } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
  const point = [Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
  const identity = {
    subject: 'mailto:a@b.example',
    publicKey: Buffer.concat(point).toString('base64url'),
    privateKey: d,
  };
  const [service, browser] = [await startFakeService(), pushBrowser()];
  try {
    const send = pushSender(identity, { allowsInside: true });
    const target = { address: `${service.url}/subscription`, pushKeys: browser.keys };
    expect(await send(target, message, AbortSignal.timeout(10_000))).toEqual({ result: 'sent' });
    const [request] = service.requests;
    expect(request?.headers['content-encoding']).toBe('aes128gcm');
    return browser.decrypt(request?.body ?? Buffer.alloc(0));
  } finally {
    await service.close();
  }
}

// @covers REACH-02
test('an encrypted push shows a notice, and a tap on it opens the lot', async ({ elsewhere }) => {
  const { context, page } = await open(elsewhere, '/bids');
  await context.grantPermissions(['notifications']);
  const lotId = await anyLot(context);
  const session = await context.newCDPSession(page);
  const registered = new Promise<{ registrationId: string }>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [own] = registrations.filter(({ isDeleted }) => !isDeleted);
      if (own) resolve(own);
    });
  });
  await session.send('ServiceWorker.enable');
  const { registrationId } = await registered;
  const data = await pushed({
    ...{ title: 'Bidding closes soon', lines: ['Open it'], open: 'Open', mute: 'Mute' },
    ...{ url: new URL(`/car-auction/${lotId}`, page.url()).href, tag: 'n1', isUrgent: true },
  });
  for (const _ of [1, 2])
    await session.send('ServiceWorker.deliverPushMessage', {
      origin: new URL(page.url()).origin,
      registrationId,
      data,
    });
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      return (await registration.getNotifications()).map(({ title, tag }) => `${tag} ${title}`);
    });
  // The same message twice is one notice.
  await expect.poll(shown).toEqual(['n1 Bidding closes soon']);
  const [worker] = context.serviceWorkers();
  const tap = (notice?: { data: string }) =>
    worker?.evaluate(async (given) => {
      const scope = self as unknown as { registration: ServiceWorkerRegistration };
      const [shown] = await scope.registration.getNotifications();
      const notification = shown ?? { ...given, close: () => {} };
      const event = new Event('notificationclick');
      Object.assign(event, { notification, waitUntil: () => {} });
      self.dispatchEvent(event);
    }, notice);
  await tap();
  await page.waitForURL(`/car-auction/${lotId}`);
  // So does a page that has only begun to load, without loading once more; a drawn one starts the app last of all.
  for (const path of ['/bids', '/car-auction']) {
    await page.goto(path, { waitUntil: path === '/bids' ? 'commit' : 'domcontentloaded' });
    await page.evaluate(() => Object.assign(window, { isFirstPage: true }));
    await tap({ data: `/car-auction/${lotId}` });
    await page.waitForURL(`/car-auction/${lotId}`);
    expect(await page.evaluate(() => 'isFirstPage' in window)).toBe(true);
  }
});
