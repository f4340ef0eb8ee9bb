import sharp from 'sharp';
import { EFFORT, type PictureWidth, QUALITY } from './picture-widths.ts';

/** Widths of lists and thumbnails are cropped to 4:3; larger ones show the whole photo. */
const CUT_UP_TO = 640;
/** The largest cameras have 48 million; a larger image is likely a decompression bomb. */
const MAX_PIXELS = 50_000_000;
const SECONDS = 15;

/** Only these formats reach the decoder, and none that can execute or load anything, such as SVG. */
const BEGINNINGS = [
  (bytes: Buffer) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  (bytes: Buffer) => bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  (bytes: Buffer) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
  (bytes: Buffer) => bytes.toString('latin1', 4, 12) === 'ftypavif',
];

export const isPhoto = (original: Buffer): boolean => BEGINNINGS.some((matches) => matches(original));

/**
 * Converts an original (JPEG, PNG, WebP, AVIF) to WebP of the given width: rotated by its EXIF orientation, without
 * metadata, never enlarged. Null when it is not a photo, broken or too large.
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
