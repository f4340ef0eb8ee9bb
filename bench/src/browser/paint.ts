import { type Browser, type CDPSession, devices } from '@playwright/test';
import { PAGES } from '@seri/contract/lots/routes.ts';
import { SLOWER } from './interactions.ts';
import { CLIENT, openBrowser, openPortal } from './open-portal.ts';

const RUNS = 5;
const LATENCY_MS = 150;
const BYTES_PER_SECOND = 1_600_000 / 8;
const PATIENCE_MS = 30_000;

interface Place {
  name: string;
  path: string;
  /** Selectors of the main content; it counts as shown in the first frame with all of them. */
  content: string[];
  isPublic?: boolean;
}

interface Times {
  firstPaintMs: number;
  largestPaintMs: number;
  contentMs: number;
  /** Time from which the app itself responds to a click. */
  appMs: number;
}

interface Seen extends Times {
  requests: number;
  kb: number;
}

const REPORT = 'paint times: ';

/** Runs in the page: records the frame after which the content is on the screen, rendered by the server or the app. */
const watch = (content: string[]): string => `
  const times = { firstPaintMs: 0, largestPaintMs: 0, contentMs: 0, appMs: 0 };
  const isSeen = (selector) => {
    const found = [...document.querySelectorAll(selector)].find((one) => one.checkVisibility());
    return found?.tagName === 'IMG' ? found.complete && found.naturalWidth > 0 : found !== undefined;
  };
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) times.largestPaintMs = startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries())
      if (name === 'first-contentful-paint') times.firstPaintMs = startTime;
  }).observe({ type: 'paint', buffered: true });
  const report = () => console.info(${JSON.stringify(REPORT)} + JSON.stringify(times));
  const look = () => {
    const all = ${JSON.stringify(content)}.every(isSeen);
    // A task behind the frame: by then it is painted.
    setTimeout(() => {
      if (all) times.contentMs ||= performance.now();
      if (!all || document.querySelector('[data-first-paint]')) return requestAnimationFrame(look);
      times.appMs = performance.now();
      setTimeout(report, 300);
    });
  };
  requestAnimationFrame(look);
`;

/** First paint on a slow phone and connection with an empty cache: login page, listing and a lot's photo. */
export async function paint(): Promise<void> {
  const portal = await openPortal();
  try {
    await paintLines(portal.base);
  } finally {
    await portal.end();
  }
}

async function paintLines(base: string): Promise<void> {
  const browser = await openBrowser();
  try {
    const { cookies, lotId } = await signInOnce(browser, base);
    const places: Place[] = [
      { name: 'log-in page', path: '/auth/login', content: ['h1', 'main ul button'], isPublic: true },
      { name: 'listing', path: '/car-auction', content: [`main a[href^="/car-auction/"]`] },
      { name: "lot's photo", path: `/car-auction/${lotId}`, content: ['h1', 'main img[srcset]'] },
    ];
    process.stdout.write(
      `\nProcessor ${SLOWER} times slower, 1.6 Mbit/s, ${LATENCY_MS} ms, nothing cached, median of ${RUNS}\n\n` +
        '| page | content seen ms | first paint ms | largest paint ms | app stands ms | requests before content | kB before content |\n' +
        '| --- | --- | --- | --- | --- | --- | --- |\n',
    );
    for (const place of places) {
      const runs: Seen[] = [];
      for (let run = 0; run < RUNS; run++) runs.push(await seeOnce(browser, base, place, cookies));
      process.stdout.write(`${lineOf(place.name, runs)}\n`);
    }
  } finally {
    await browser.close();
  }
}

async function signInOnce(browser: Browser, baseURL: string) {
  const context = await browser.newContext({ baseURL });
  await context.request.post('/v1/auth/login', { data: CLIENT });
  const listing = await context.request.get(PAGES['car-auction'].listing.path);
  const [lot] = ((await listing.json()) as { carsList: { id: string }[] }).carsList;
  const cookies = await context.cookies();
  await context.close();
  return { cookies, lotId: lot?.id };
}

type Cookies = Awaited<ReturnType<typeof signInOnce>>['cookies'];

/** A new context has no cache and no open connection. */
async function seeOnce(browser: Browser, base: string, place: Place, cookies: Cookies): Promise<Seen> {
  const context = await browser.newContext({ ...devices['Pixel 7'], viewport: { width: 390, height: 844 } });
  try {
    if (!place.isPublic) await context.addCookies(cookies);
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    const requests = await slowDown(devtools);
    await page.addInitScript(watch(place.content));
    const reported = page.waitForEvent('console', {
      predicate: (message) => message.text().startsWith(REPORT),
      timeout: PATIENCE_MS,
    });
    await page.goto(`${base}${place.path}`, { waitUntil: 'commit' });
    const times = JSON.parse((await reported).text().slice(REPORT.length)) as Times;
    const before = requests().filter(({ sentMs }) => sentMs < times.contentMs);
    if (process.env.WATERFALL) process.stdout.write(waterfall(requests()));
    const bytes = before.map(({ endMs, size }) => (endMs <= times.contentMs ? size : 0));
    return { ...times, requests: before.length, kb: bytes.reduce((sum, size) => sum + size, 0) / 1000 };
  } finally {
    await context.close();
  }
}

interface Fetched {
  address: string;
  sentMs: number;
  endMs: number;
  size: number;
}

async function slowDown(devtools: CDPSession): Promise<() => Fetched[]> {
  const fetched = new Map<string, Fetched>();
  let startedSeconds: number | undefined;
  devtools.on('Network.requestWillBeSent', ({ requestId, request, timestamp }) => {
    startedSeconds ??= timestamp;
    const sentMs = (timestamp - startedSeconds) * 1000;
    fetched.set(requestId, { address: request.url, sentMs, endMs: Number.POSITIVE_INFINITY, size: 0 });
  });
  devtools.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const one = fetched.get(requestId);
    if (one) Object.assign(one, { endMs: (timestamp - (startedSeconds ?? 0)) * 1000, size: encodedDataLength });
  });
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND,
  });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  return () => [...fetched.values()];
}

const waterfall = (requests: Fetched[]): string =>
  requests
    .map(
      ({ address, sentMs, endMs, size }) =>
        `${sentMs.toFixed(0).padStart(6)} ${endMs.toFixed(0).padStart(8)} ${String(size).padStart(8)} ${new URL(address).pathname}\n`,
    )
    .join('');

function lineOf(name: string, runs: Seen[]): string {
  const middle = (figure: keyof Seen) =>
    (runs.map((run) => run[figure]).toSorted((a, b) => a - b)[Math.floor(runs.length / 2)] ?? Number.NaN).toFixed(0);
  const figures = ['contentMs', 'firstPaintMs', 'largestPaintMs', 'appMs', 'requests', 'kb'] as const;
  return `| ${[name, ...figures.map(middle)].join(' | ')} |`;
}
