import sharp from 'sharp';
import { fetchedPictures } from '../../photos/fetch/fetch-queries.ts';
import { openPictures, pictureKeyOf } from '../../photos/pictures.ts';
import type { Db } from '../../platform/db/db.ts';
import { findLotImage } from './search-line-queries.ts';

const WIDTH = 960;

/** Finds the first picture of a lot as JPEG, which every messenger shows; null when there is none. */
export function lotPhotos(
  db: Db,
  options: Parameters<typeof openPictures>[0],
): (lotId: number) => Promise<Buffer | null> {
  const pictures = openPictures({ ...options, fetched: fetchedPictures(db) });
  return async (lotId) => {
    const image = await findLotImage(db, lotId);
    const picture = await pictures.of(pictureKeyOf(image ?? '') ?? '', WIDTH);
    return picture && sharp(picture).jpeg({ quality: 80 }).toBuffer();
  };
}
