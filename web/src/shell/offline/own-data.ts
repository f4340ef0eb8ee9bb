import { ACCOUNT_HEADER, AS_OF_HEADER, isLot } from '../api/own-calls.ts';

/** Caches of one account begin with this; the account's id follows. */
const OWN = 'seri-own-';
const PICTURES = 'seri-pictures-';
const STATE = 'seri-state';
const ACCOUNT_KEY = '/account';
const MAX_LOTS = 50;
/** Lists with other filters and pages: the oldest go. */
const MAX_ANSWERS = 150;
const MAX_PICTURES = 600;

// A worker may end at any time, so the account is read from the cache again.
let account: string | null | undefined;

/** The account whose data this device may keep and show; null when nobody is signed in. */
export async function readAccount(): Promise<string | null> {
  if (account !== undefined) return account;
  const state = await caches.open(STATE);
  account = (await (await state.match(ACCOUNT_KEY))?.text()) ?? null;
  return account;
}

/** Sets the account; the data of every other one is deleted first. */
export async function switchAccount(id: string): Promise<void> {
  if ((await readAccount()) === id) return;
  await wipeOwnData();
  await (await caches.open(STATE)).put(ACCOUNT_KEY, new Response(id));
  account = id;
}

/** Deletes everything that belongs to an account. */
export async function wipeOwnData(): Promise<void> {
  account = null;
  await caches.delete(STATE);
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(OWN) || name.startsWith(PICTURES)).map((name) => caches.delete(name)),
  );
}

/**
 * Keeps an answer of the current account with its time. Answers of another one are ignored: one that was under way
 * during a change of accounts must not get into the data of the next.
 */
export async function keepAnswer(request: Request, response: Response): Promise<void> {
  const id = await readAccount();
  if (id === null || response.headers.get(ACCOUNT_HEADER) !== id) return;
  const body = await response.text();
  const headers = { 'content-type': 'application/json; charset=utf-8', [AS_OF_HEADER]: new Date().toISOString() };
  const own = await caches.open(OWN + id);
  // Deleted and put again, so that the order of the keys is that of the last reading.
  await own.delete(request.url);
  await own.put(request.url, new Response(body, { headers }));
  await removeOldest(own);
  if ((await readAccount()) !== id) await caches.delete(OWN + id);
}

async function removeOldest(own: Cache): Promise<void> {
  const keys = await own.keys();
  const lots = keys.filter(({ url }) => isLot(new URL(url)));
  const others = keys.filter((key) => !lots.includes(key));
  const removed = [...lots.slice(0, -MAX_LOTS), ...others.slice(0, -MAX_ANSWERS)];
  await Promise.all(removed.map((key) => own.delete(key)));
}

/** The kept answer to this call, if its account is still signed in here. */
export async function ownAnswer(request: Request): Promise<Response | undefined> {
  const id = await readAccount();
  return id === null ? undefined : caches.match(request.url, { cacheName: OWN + id });
}

/** A picture of a viewed lot, in this width or, without a network, in any. */
export async function keptPicture(request: Request, isExact: boolean): Promise<Response | undefined> {
  const id = await readAccount();
  if (id === null) return undefined;
  return caches.match(request.url, { cacheName: PICTURES + id, ignoreSearch: !isExact });
}

/** Keeps a picture if it belongs to a viewed lot. */
export async function keepPicture(request: Request, response: Response): Promise<void> {
  const id = await readAccount();
  if (id === null || !(await isOfViewedLot(id, new URL(request.url).pathname))) return;
  const pictures = await caches.open(PICTURES + id);
  await pictures.put(request.url, response);
  const keys = await pictures.keys();
  await Promise.all(keys.slice(0, -MAX_PICTURES).map((key) => pictures.delete(key)));
}

async function isOfViewedLot(id: string, pathname: string): Promise<boolean> {
  const own = await caches.open(OWN + id);
  for (const { url } of await own.keys()) {
    if (!isLot(new URL(url))) continue;
    if ((await (await own.match(url))?.text())?.includes(`"${pathname}"`)) return true;
  }
  return false;
}

/** Paths of the pictures in a lot's record. */
export const picturesIn = (body: string): string[] => [
  ...new Set([...body.matchAll(/"(\/p\/[\w./-]+)"/g)].flatMap(([, path]) => path ?? [])),
];
