import { ACCOUNT_HEADER, isLot, isOwnCall, isProfile, isScreen, SHELL_ADDRESS } from '../api/own-calls.ts';
import { appFiles } from './app-files.ts';
import {
  keepAnswer,
  keepPicture,
  keptPicture,
  ownAnswer,
  picturesIn,
  readAccount,
  switchAccount,
  wipeOwnData,
} from './own-data.ts';
import { openNotice, showPush } from './push-notice.ts';
import type { RequestEvent, WorkerScope } from './worker-scope.ts';

declare const self: WorkerScope;

/** A page that has not arrived by then comes from this device. */
const PAGE_TIMEOUT_MS = 12_000;
const SHELL_CACHE = 'seri-shell';
const NOTICE_ICON = '/brand/app-192.png';
/** Pictures of an opened lot that are kept even if they were not shown; the others as they are shown. */
const PICTURES_AHEAD = 2;
const AHEAD_WIDTH = 640;

const files = appFiles(self.__WB_MANIFEST, self.location.origin);

self.addEventListener('install', (event) => {
  // With its headers: the content policy and the nonce of a page belong together.
  const shell = new Request(SHELL_ADDRESS, { credentials: 'omit', cache: 'no-store' });
  event.waitUntil(Promise.all([caches.open(SHELL_CACHE).then((cache) => cache.add(shell)), files.load()]));
});
self.addEventListener('activate', (event) => {
  event.waitUntil(
    Promise.all([files.removeOld(), self.registration.navigationPreload?.enable(), self.clients.claim()]),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== self.location.origin) return;
  if (request.mode === 'navigate') event.respondWith(page(event, url));
  else if (/^\/v1\/auth\/(?:logout|update)$/.test(url.pathname)) event.respondWith(sessionCall(request));
  else if (request.method !== 'GET') return;
  else if (files.has(url)) event.respondWith(files.answer(request));
  else if (isOwnCall(url)) event.respondWith(call(event, url));
  else if (url.pathname.startsWith('/p/')) event.respondWith(picture(event));
});

/** Pages come from the network, with their first answers; without one, the shell of this device shows them. */
async function page(event: RequestEvent, url: URL): Promise<Response> {
  const fromNetwork = event.preloadResponse.then((response) => response ?? fetch(event.request));
  if (!isScreen(url)) return fromNetwork;
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, PAGE_TIMEOUT_MS));
  const arrived = await Promise.race([fromNetwork.catch(() => undefined), late]);
  return arrived ?? (await caches.match(SHELL_ADDRESS, { cacheName: SHELL_CACHE })) ?? fromNetwork;
}

/** Own lists and viewed lots: from the network, or as they were when they were last read, with that time. */
async function call(event: RequestEvent, url: URL): Promise<Response> {
  const { request } = event;
  let response: Response;
  try {
    response = await fetch(request);
  } catch (error) {
    const kept = await ownAnswer(request);
    if (kept) return kept;
    throw error;
  }
  if (response.status === 200) event.waitUntil(keep(request, url, response.clone()).catch(() => {}));
  return response;
}

async function keep(request: Request, url: URL, response: Response): Promise<void> {
  const account = response.headers.get(ACCOUNT_HEADER);
  if (isProfile(url) && account) await switchAccount(account);
  const ahead = isLot(url) ? picturesIn(await response.clone().text()).slice(0, PICTURES_AHEAD) : [];
  await keepAnswer(request, response);
  for (const path of ahead) {
    const first = new Request(`${path}?w=${AHEAD_WIDTH}`);
    if (await keptPicture(first, false)) continue;
    const shown = await fetch(first);
    if (shown.status === 200) await keepPicture(first, shown);
  }
}

async function picture(event: RequestEvent): Promise<Response> {
  const { request } = event;
  const kept = await keptPicture(request, true);
  if (kept) return kept;
  try {
    const response = await fetch(request);
    if (response.status === 200) event.waitUntil(keepPicture(request, response.clone()).catch(() => {}));
    return response;
  } catch (error) {
    const other = await keptPicture(request, false);
    if (other) return other;
    throw error;
  }
}

/** A session that ended, here or on another device, leaves nothing on this one. */
async function sessionCall(request: Request): Promise<Response> {
  const isLogout = request.url.endsWith('/logout');
  const response = await fetch(request);
  if (isLogout ? response.ok : response.status === 401 || response.status === 403) {
    await wipeOwnData();
    const subscription = await self.registration.pushManager?.getSubscription();
    await subscription?.unsubscribe();
  }
  return response;
}

self.addEventListener('message', (event) => {
  const { type, account } = (event.data ?? {}) as { type?: string; account?: string | null };
  if (type === 'account') event.waitUntil(account ? switchAccount(account) : wipeOwnData());
  // Only while no other page runs the previous version, which may still need its files.
  if (type === 'take-over') event.waitUntil(takeOver());
});

async function takeOver(): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (pages.length <= 1) await self.skipWaiting();
}

self.addEventListener('push', (event) => {
  const text = event.data?.text() ?? '';
  // A browser whose user has signed out shows nothing of the account.
  const shown = readAccount().then((account) => showPush(self.registration, account === null ? '' : text, NOTICE_ICON));
  event.waitUntil(shown);
});
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openNotice(self.clients, event.notification.data));
});
