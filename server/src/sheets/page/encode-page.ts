import sharp from 'sharp';
import type { Raster } from './homography.ts';

const QUALITY = 88;

const imageOf = ({ data, width, height }: Raster) =>
  sharp(Buffer.from(data.buffer, data.byteOffset, data.byteLength), { raw: { width, height, channels: 3 } });

/** A straightened page as JPEG, for other programs. */
export const jpegOf = (page: Raster): Promise<Buffer> => imageOf(page).jpeg({ quality: QUALITY }).toBuffer();

/** A straightened page as WebP, for browsers. */
export const webpOf = (page: Raster): Promise<Buffer> => imageOf(page).webp({ quality: QUALITY }).toBuffer();
