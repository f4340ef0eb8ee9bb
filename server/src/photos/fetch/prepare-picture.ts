import { createHash } from 'node:crypto';
import type { PictureFailure } from '@seri/contract/photos/failures.ts';
import sharp from 'sharp';
import type { PictureKind } from '../../platform/web-pictures.ts';

/** Like `renderPhoto`: the largest cameras have 48 million. */
const MAX_PIXELS = 50_000_000;
/** Formats that are decoded as a whole, so that memory is needed for all pixels. */
const MAX_WHOLE_PIXELS = 25_000_000;
/** Smaller ones are counting pixels and icons. */
const MIN_SIDE_PX = 32;
const SECONDS = 15;
/** The largest width that pages show is 1280; a sheet is enlarged and read. */
const LONGEST_SIDE_PX = { photo: 1_600, sheet: 2_600 } as const;
const JPEG_QUALITY = { photo: 82, sheet: 90 } as const;

/** A picture that cannot be shown; `detail` is a short technical text in English. */
export class PictureProblem extends Error {
  readonly failure: PictureFailure;
  readonly detail: string | null;

  constructor(failure: PictureFailure, detail: string | null = null) {
    super(detail ?? failure);
    this.failure = failure;
    this.detail = detail;
  }
}

export interface PreparedPicture {
  jpeg: Buffer;
  /** Name in the photo store, by the hash of the bytes. */
  name: string;
  widthPx: number;
  heightPx: number;
}

/**
 * Makes the stored form of a fetched picture: recognized by its bytes, decoded, turned by its EXIF orientation, bounded
 * in size, encoded as JPEG in sRGB without metadata. Of an animated picture the first frame is taken. Throws PictureProblem.
 */
export async function preparePicture(original: Buffer, kind: PictureKind): Promise<PreparedPicture> {
  const unsupported = unsupportedFormat(original);
  if (unsupported) throw new PictureProblem(unsupported);
  const image = sharp(original, {
    limitInputPixels: MAX_PIXELS,
    failOn: 'error',
    sequentialRead: true,
    animated: false,
    autoOrient: true,
  });
  const { width, height, format } = await image.metadata().catch((error: Error) => {
    throw problemOf(error);
  });
  if (width * height > (format === 'jpeg' || format === 'png' ? MAX_PIXELS : MAX_WHOLE_PIXELS))
    throw new PictureProblem('tooManyPixels', `${width} x ${height} pixels`);
  if (Math.min(width, height) < MIN_SIDE_PX) throw new PictureProblem('tooSmall', `${width} x ${height} pixels`);
  const side = LONGEST_SIDE_PX[kind];
  const { data, info } = await image
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .timeout({ seconds: SECONDS })
    .jpeg({ quality: JPEG_QUALITY[kind] })
    .toBuffer({ resolveWithObject: true })
    .catch((error: Error) => {
      throw problemOf(error);
    });
  return { jpeg: data, name: contentName(data, kind), widthPx: info.width, heightPx: info.height };
}

/** Scans of sheets are below `sheets/`, which no public address shows. */
function contentName(jpeg: Buffer, kind: PictureKind): string {
  const hash = createHash('sha256').update(jpeg).digest('hex');
  return `${kind === 'sheet' ? 'sheets/' : ''}fetched/${hash.slice(0, 2)}/${hash.slice(2, 42)}.jpg`;
}

function problemOf({ message }: Error): PictureProblem {
  return new PictureProblem(/pixel limit/i.test(message) ? 'tooManyPixels' : 'broken', message.slice(0, 200));
}

/** JPEG, PNG and GIF, byte by byte. */
const PICTURE_BEGINNINGS = ['\xff\xd8\xff', '\x89PNG\r\n\x1a\n', 'GIF87a', 'GIF89a'];
const WEBM_BEGINNING = '\x1aE\xdf\xa3';
const HEIF_BRANDS = /^(?:heic|heix|hevc|hevx|heim|heis|hevm|hevs|mif1|msf1|miaf|mif2)/;

/** The reason why this format is not decoded; null for JPEG, PNG, WebP, AVIF and GIF. Only the bytes count. */
export function unsupportedFormat(bytes: Buffer): PictureFailure | null {
  const beginning = bytes.toString('latin1', 0, 12);
  if (bytes.length === 0) return 'empty';
  if (PICTURE_BEGINNINGS.some((own) => beginning.startsWith(own))) return null;
  if (beginning.startsWith('RIFF') && beginning.endsWith('WEBP')) return null;
  if (beginning.slice(4, 8) === 'ftyp') {
    const brands = bytes.toString('latin1', 8, Math.min(bytes.length, 64));
    if (/avif|avis/.test(brands) && !HEIF_BRANDS.test(brands.replace(/^(?:mif1|miaf|msf1)/, ''))) return null;
    return HEIF_BRANDS.test(brands) ? 'heic' : 'video';
  }
  const text = textOf(bytes);
  if (/^%pdf-/.test(text)) return 'pdf';
  if (/<svg[\s>]/.test(text) || /^<\?xml[^>]*>\s*<!doctype svg/.test(text)) return 'svg';
  if (/^(?:<!doctype html|<html|<head|<body|<!--|\{|\[|<\?xml)/.test(text)) return 'webPage';
  if (beginning.startsWith(WEBM_BEGINNING)) return 'video';
  return 'notAPicture';
}

const TEXT_BYTES = 1_024;

/** The beginning in small letters, without a byte order mark and leading space, in whatever Unicode encoding it is. */
function textOf(bytes: Buffer): string {
  const head = bytes.subarray(0, TEXT_BYTES);
  const isWide = head[0] === 0xff && head[1] === 0xfe;
  return head
    .toString(isWide ? 'utf16le' : 'utf8')
    .replace(/^\ufeff/, '')
    .trimStart()
    .toLowerCase();
}
