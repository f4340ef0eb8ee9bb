import { join } from 'node:path';
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

/** Photos of the store, rendered once each and cached in `cacheDir`, which may be deleted at any time. */
function storedPictures({ cacheDir, store }: { cacheDir: string; store: PhotoStore }): PictureSource {
  const photos = createPictureCache(join(cacheDir, 'photos'), {
    maxBytes: MAX_PHOTO_BYTES,
    maxConcurrency: PHOTO_CONCURRENCY,
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
  /** Drawings of a demonstration; they win over photos with the same name. */
  drawings?: PictureSource | null;
}

/** Drawings of a demonstration first, then photos of the store. */
export function openPictures({ cacheDir, store, drawings = null }: PictureOptions): Pick<PictureSource, 'of'> {
  const stored = storedPictures({ cacheDir, store });
  return { of: (key, width) => (drawings?.has(key) ? drawings : stored).of(key, width) };
}

/** The key of a picture address in a lot's record, `/p/<key>`; null for an address on another site. */
export const pictureKeyOf = (image: string): string | null => /^\/p\/(.+)$/.exec(image)?.[1] ?? null;
