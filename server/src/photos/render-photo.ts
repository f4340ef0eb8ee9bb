import sharp from 'sharp';
import { EFFORT, type PictureWidth, QUALITY } from './picture-widths.ts';

/** Widths of lists and thumbnails are cut to 4:3; larger ones show the whole photo. */
const CUT_UP_TO = 640;
/** 48 million is the largest camera photo in use; what claims more is no photo but a bomb. */
const MAX_PIXELS = 50_000_000;
const SECONDS = 15;

/** Nothing that could draw on its own, such as SVG, is ever given to the decoder. */
const BEGINNINGS = [
  (bytes: Buffer) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  (bytes: Buffer) => bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  (bytes: Buffer) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
  (bytes: Buffer) => bytes.toString('latin1', 4, 12) === 'ftypavif',
];

export const isPhoto = (original: Buffer): boolean => BEGINNINGS.some((matches) => matches(original));

/**
 * An original (JPEG, PNG, WebP, AVIF) as WebP of the given width, turned as the camera was held and without what the
 * camera wrote about itself; never enlarged. Null when it is no photo, broken or too large.
 */
export async function renderPhoto(
  original: Buffer,
  width: PictureWidth,
  { cuts = width <= CUT_UP_TO } = {},
): Promise<Buffer | null> {
  if (!isPhoto(original)) return null;
  const height = (width * 3) / 4;
  try {
    return await sharp(original, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true })
      .autoOrient()
      .resize(
        cuts
          ? { width, height, fit: 'cover', withoutEnlargement: true }
          : { width, height: width * 2, fit: 'inside', withoutEnlargement: true },
      )
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .timeout({ seconds: SECONDS })
      .webp({ quality: QUALITY, effort: EFFORT })
      .toBuffer();
  } catch {
    return null;
  }
}
