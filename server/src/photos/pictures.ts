import { join } from 'node:path';
import { webKeyOf } from '../platform/web-pictures.ts';
import type { FetchedPicture } from './fetch/fetch-queries.ts';
import type { PictureWidth } from './picture-widths.ts';
import { renderPhoto } from './render-photo.ts';
import { type PhotoStore, photoName } from './store/photo-store.ts';
import { createPictureCache } from './store/picture-cache.ts';
import { isSheetName } from './store/stored-sheets.ts';

/** A photo mostly waits for its store. */
const PHOTO_CONCURRENCY = 8;
const MAX_PHOTO_BYTES = 4 * 1024 ** 3;

/** Media type of a `/p/` address, detected from its bytes: a WebM video begins with the EBML mark, everything else is WebP. */
export const mediaTypeOf = (bytes: Buffer): 'video/webm' | 'image/webp' =>
  bytes.subarray(0, EBML.length).equals(EBML) ? 'video/webm' : 'image/webp';
const EBML = Buffer.from([0x1a, 0x45, 0xdf, 0xa3]);

/** A source of lot pictures. */
export interface PictureSource {
  /** Whether the key can belong to this source. */
  has(key: string): boolean;
  /** The content of `/p/<key>`: WebP of this width, or a video (`mediaTypeOf`); null when there is none. */
  of(key: string, width: PictureWidth): Promise<Buffer | null>;
}

/** State of the pictures that lots name by address. */
export interface FetchedPictures {
  find(key: string): Promise<FetchedPicture | undefined>;
  /** A reader is looking at a picture that has not come yet. */
  raise(key: string): Promise<void>;
}
const NOTHING_FETCHED: FetchedPictures = { find: async () => undefined, raise: async () => {} };

/** Folder of fetched pictures in the store. Lots name them by the key of their address, which says who may see them. */
const FETCHED_FOLDER = 'fetched/';

interface StoredOptions {
  cacheDir: string;
  store: PhotoStore;
  fetched?: FetchedPictures;
}

/** Photos of the store, rendered once each and cached in `cacheDir`, which may be deleted at any time. */
function storedPictures({ cacheDir, store, fetched = NOTHING_FETCHED }: StoredOptions): PictureSource {
  const photos = createPictureCache(join(cacheDir, 'photos'), {
    maxBytes: MAX_PHOTO_BYTES,
    maxConcurrency: PHOTO_CONCURRENCY,
  });
  const nameOf = (key: string) => (isSheetName(key) || key.startsWith(FETCHED_FOLDER) ? null : photoName(key));
  const storedNameOf = async (name: string) => {
    const key = webKeyOf(name);
    if (key === null) return name;
    const found = await fetched.find(key);
    return found?.kind === 'photo' && found.state !== 'removed' ? found.storedName : null;
  };
  return {
    has: (key) => nameOf(key) !== null,
    of: async (key, width) => {
      const address = nameOf(key);
      const name = address === null ? null : await storedNameOf(address);
      if (name === null) return null;
      return photos.get(`${name}-${width}`, async () => {
        const original = await store.get(name);
        return original && renderPhoto(original, width);
      });
    },
  };
}

interface PictureOptions extends StoredOptions {
  /** Drawings of a demonstration; they win over photos with the same name. */
  drawings?: PictureSource | null;
}

export interface Pictures extends Pick<PictureSource, 'of'> {
  /** Whether the picture is still to be fetched; asking for it brings it forward in the queue. */
  isExpected(key: string): Promise<boolean>;
}

const EXPECTED: ReadonlySet<string> = new Set(['waiting', 'fetching', 'retry']);

/** Drawings of a demonstration first, then photos of the store. */
export function openPictures({ drawings = null, fetched = NOTHING_FETCHED, ...options }: PictureOptions): Pictures {
  const stored = storedPictures({ ...options, fetched });
  return {
    of: (key, width) => (drawings?.has(key) ? drawings : stored).of(key, width),
    isExpected: async (name) => {
      const key = webKeyOf(name);
      const found = key === null ? undefined : await fetched.find(key);
      if (!(key && found?.kind === 'photo' && EXPECTED.has(found.state))) return false;
      await fetched.raise(key);
      return true;
    },
  };
}

/** The key of a picture address in a lot's record, `/p/<key>`; null for an address on another site. */
export const pictureKeyOf = (image: string): string | null => /^\/p\/(.+)$/.exec(image)?.[1] ?? null;
