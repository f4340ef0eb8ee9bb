import { join } from 'node:path';
import { keepPictures } from './kept-pictures.ts';
import { type PhotoStore, photoName } from './photo-store.ts';
import { parsePictureKey, parseTurnKey } from './picture-key.ts';
import { renderPhoto } from './render-photo.ts';
import { detailAt, type PictureWidth, renderPicture } from './render-picture.ts';
import { renderTurn } from './render-turn.ts';
import { drawVehicle } from './vehicles/draw-vehicle.ts';

/** Raised when the drawings change, so that kept pictures of older ones are not shown. */
export const DRAWINGS = 'v2';
/** A photo waits for its store most of the time, a drawing for the processor. */
const PHOTOS_AT_ONCE = 8;
const MOST_PHOTO_BYTES = 4 * 1024 ** 3;

/** What a `/p/` address is sent as, by the bytes themselves: a WebM video begins with the EBML mark, all else is WebP. */
export const mediaTypeOf = (bytes: Buffer): 'video/webm' | 'image/webp' =>
  bytes.subarray(0, EBML.length).equals(EBML) ? 'video/webm' : 'image/webp';
const EBML = Buffer.from([0x1a, 0x45, 0xdf, 0xa3]);

export interface Pictures {
  /**
   * What `/p/<key>` shows: a drawing of the demonstration or a photo of the store as WebP of this width, or the video of a
   * motorcycle that turns (`mediaTypeOf`); null is neither.
   */
  of(key: string, width: PictureWidth): Promise<Buffer | null>;
}

/** Pictures of lots, rendered once each and kept below `cacheDir`, which may be deleted at any time. */
export function openPictures({ cacheDir, store }: { cacheDir: string; store: PhotoStore }): Pictures {
  const drawings = keepPictures(join(cacheDir, DRAWINGS));
  const films = keepPictures(join(cacheDir, 'films'), { ending: '.webm' });
  const photos = keepPictures(join(cacheDir, 'photos'), { mostBytes: MOST_PHOTO_BYTES, mostAtOnce: PHOTOS_AT_ONCE });
  return {
    of: async (key, width) => {
      const vehicle = parsePictureKey(key);
      if (vehicle) {
        const draw = () => renderPicture(drawVehicle(vehicle, detailAt(width)), width);
        return drawings.get(join(vehicle.body, `${key}-${width}`), draw);
      }
      const turn = parseTurnKey(key);
      // One size: a video is looked at for itself, not in a list.
      if (turn) return films.get(join(turn.body, key), () => renderTurn(turn));
      const name = photoName(key);
      if (name === null) return null;
      return photos.get(`${name}-${width}`, async () => {
        const original = await store.get(name);
        return original && renderPhoto(original, width);
      });
    },
  };
}

/** The key of a picture as it stands in a lot's record, `/p/<key>`; null for an address elsewhere. */
export const pictureKeyOf = (image: string): string | null => /^\/p\/(.+)$/.exec(image)?.[1] ?? null;
