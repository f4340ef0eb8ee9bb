import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '../../platform/db/db.ts';
import type { OutsideDoor } from '../../platform/outside-fetch.ts';
import type { Log } from '../../platform/process/log.ts';
import type { PhotoStore } from '../store/photo-store.ts';
import { fetchPicture } from './fetch-picture.ts';
import {
  type ClaimedPicture,
  claimPictures,
  hidePictures,
  markFailed,
  markStored,
  markUnchanged,
  raiseWantedPictures,
  releasePicture,
  renewLeases,
  requeuePictures,
} from './fetch-queries.ts';
import type { PictureDecoder } from './picture-decoder.ts';

/** Connections of a worker; most of them wait for their host. */
const CONCURRENCY = 16;
/** Connections to one host, of all workers together. */
const PER_HOST = 4;
/** Pictures are claimed together, which needs one transaction; until so many have ended, a free connection waits. */
const CLAIM_SIZE = 4;
const IDLE_MS = 1_000;
const UPKEEP_EVERY_MS = 10_000;

interface FetchWork {
  db: Db;
  door: OutsideDoor;
  store: PhotoStore;
  decoder: Pick<PictureDecoder, 'prepare'>;
  /** Called for each lot whose scan has just been stored. */
  onSheetStored: (lotId: number) => Promise<void>;
  log: Pick<Log, 'warn' | 'error'>;
  signal: AbortSignal;
}

/** Fetches waiting pictures until the signal aborts. Each picture is independent: a slow or broken one delays no other. */
export async function fetchPictures(work: FetchWork): Promise<void> {
  const { db, signal, log } = work;
  const running = new Map<string, Promise<void>>();
  let upkeepAtMs = 0;
  while (!signal.aborted) {
    let claimed: ClaimedPicture[] = [];
    try {
      if (Date.now() >= upkeepAtMs) {
        await renewLeases(db, [...running.keys()]);
        await upkeepPictures(db);
        upkeepAtMs = Date.now() + UPKEEP_EVERY_MS;
      }
      if (running.size <= CONCURRENCY - CLAIM_SIZE)
        claimed = await claimPictures(db, { limit: CONCURRENCY - running.size, perHost: PER_HOST });
    } catch (error) {
      log.error({ err: error }, 'waiting pictures could not be read');
    }
    for (const picture of claimed) {
      const one = fetchOne(work, picture).catch((error: unknown) => {
        // Its lease ends, and it is fetched again.
        if (!signal.aborted)
          log.error({ err: error, pictureId: picture.id }, 'a fetched picture could not be recorded');
      });
      running.set(picture.token, one);
      void one.finally(() => running.delete(picture.token));
    }
    // Full, or nothing is waiting: a picture that ends makes room.
    if (claimed.length === 0)
      await Promise.race([...running.values(), pause(IDLE_MS, undefined, { signal }).catch(() => undefined)]);
  }
  await Promise.allSettled(running.values());
}

/** Fetches what is waiting now, once, and returns when all of it is settled or postponed. For commands and tests. */
export async function fetchWaitingPictures(work: FetchWork): Promise<number> {
  await upkeepPictures(work.db);
  let fetched = 0;
  for (;;) {
    const claimed = await claimPictures(work.db, { limit: CONCURRENCY, perHost: PER_HOST });
    if (claimed.length === 0 || work.signal.aborted) return fetched;
    await Promise.all(claimed.map((picture) => fetchOne(work, picture)));
    fetched += claimed.length;
  }
}

/** Brings back what may be fetched again, hides what never came, and raises the pictures that clients want. */
export async function upkeepPictures(db: Db): Promise<void> {
  const { goneIds } = await requeuePictures(db);
  await hidePictures(db, goneIds);
  await raiseWantedPictures(db);
}

async function fetchOne(
  { db, door, store, decoder, onSheetStored, log, signal }: FetchWork,
  picture: ClaimedPicture,
): Promise<void> {
  const outcome = await fetchPicture(picture, { door, store, decoder, signal }).catch((error: unknown) => {
    if (signal.aborted) return null;
    throw error;
  });
  if (!outcome) return releasePicture(db, picture);
  if ('unchanged' in outcome) return markUnchanged(db, picture);
  if ('failed' in outcome) {
    if (outcome.failed.failure === 'storeAway')
      log.error({ detail: outcome.failed.detail }, 'the photo store took no picture');
    return markFailed(db, picture, outcome.failed);
  }
  const stored = await markStored(db, picture, outcome.stored);
  for (const lotId of stored?.sheetLotIds ?? []) await onSheetStored(lotId);
}
