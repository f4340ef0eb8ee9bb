import { join } from 'node:path';
import type { PictureWidth } from './picture-widths.ts';
import { renderPhoto } from './render-photo.ts';
import { type PhotoStore, photoName } from './store/photo-store.ts';
import { createPictureCache } from './store/picture-cache.ts';
import { isSheetName } from './store/stored-sheets.ts';

/** A photo waits for its store most of the time. */
const PHOTO_CONCURRENCY = 8;
const MAX_PHOTO_BYTES = 4 * 1024 ** 3;

/** What a `/p/` address is sent as, by the bytes themselves: a WebM video begins with the EBML mark, all else is WebP. */
export const mediaTypeOf = (bytes: Buffer): 'video/webm' | 'image/webp' =>
  bytes.subarray(0, EBML.length).equals(EBML) ? 'video/webm' : 'image/webp';
const EBML = Buffer.from([0x1a, 0x45, 0xdf, 0xa3]);

/** Where pictures of lots come from. */
export interface PictureSource {
  /** Whether the key can be one of its own. */
  has(key: string): boolean;
  /** What `/p/<key>` shows, as WebP of this width or as a video (`mediaTypeOf`); null when there is nothing. */
  of(key: string, width: PictureWidth): Promise<Buffer | null>;
}

/** Photos of the store, rendered once each and kept below `cacheDir`, which may be deleted at any time. */
function storedPictures({ cacheDir, store }: { cacheDir: string; store: PhotoStore }): PictureSource {
  const photos = createPictureCache(join(cacheDir, 'photos'), {
    mostBytes: MAX_PHOTO_BYTES,
    mostAtOnce: PHOTO_CONCURRENCY,
  });
  const nameOf = (key: string) => (isSheetName(key) ? null : photoName(key));
  return {
    has: (key) => nameOf(key) !== null,
    of: async (key, width) => {
      const name = nameOf(key);
      if (name === null) return null;
      return photos.get(`${name}-${width}`, async () => {
        const original = await store.get(name);
        return original && renderPhoto(original, width);
      });
    },
  };
}

interface PictureOptions {
  cacheDir: string;
  store: PhotoStore;
  /** Drawings of a demonstration: what has the name of one is no photo. */
  drawn?: PictureSource | null;
}

/** Photos of the store, and the drawings of a demonstration before them. */
export function openPictures({ cacheDir, store, drawn = null }: PictureOptions): Pick<PictureSource, 'of'> {
  const stored = storedPictures({ cacheDir, store });
  return { of: (key, width) => (drawn?.has(key) ? drawn : stored).of(key, width) };
}

/** The key of a picture as it stands in a lot's record, `/p/<key>`; null for an address elsewhere. */
export const pictureKeyOf = (image: string): string | null => /^\/p\/(.+)$/.exec(image)?.[1] ?? null;
