import { createHash } from 'node:crypto';
import { CONTROL_CONTRAST, SURFACES } from '@seri/contract/company/accents.ts';
import { contrast } from '@seri/contract/company/contrast.ts';
import { ICON_SIDE, LOGO_BOX, LOGO_DATA, type LogoMark, MAX_LOGO_BYTES } from '@seri/contract/company/logo.ts';
import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import { ApiError } from '../platform/calls/errors.ts';

export interface CleanLogo {
  mark: LogoMark;
  image: Buffer;
  icon: Buffer;
}

/** Detected from the content. Drawings such as SVG are excluded, since they may contain scripts and external addresses. */
const TYPES = ['png', 'jpg', 'webp'];
const MAX_PIXELS = 4_096 ** 2;
const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 };
/** Of 255: fainter pixels are the soft edges of letters. */
const VISIBLE_ALPHA = 128;

/**
 * Returns a logo in its stored form: re-encoded as PNG without metadata, with its empty margin cut off, no larger
 * than any use. Throws Company.LogoType, Company.LogoTooLarge.
 */
export async function cleanLogo(dataAddress: string): Promise<CleanLogo> {
  const base64 = LOGO_DATA.exec(dataAddress)?.[1];
  if (!base64) throw new ApiError('Company.LogoType');
  const file = Buffer.from(base64, 'base64');
  if (file.length > MAX_LOGO_BYTES) throw new ApiError('Company.LogoTooLarge');
  const type = await fileTypeFromBuffer(file);
  if (!TYPES.includes(type?.ext ?? '')) throw new ApiError('Company.LogoType');
  const { data: image, info } = await redrawn(file);
  const icon = await sharp(image)
    .resize(ICON_SIDE, ICON_SIDE, { fit: 'contain', background: CLEAR })
    .png({ compressionLevel: 9 })
    .toBuffer();
  const hash = createHash('sha256').update(image).digest('hex').slice(0, 32);
  const { width, height } = info;
  return { mark: { hash, width, height, ...(await groundsOf(image)) }, image, icon };
}

async function redrawn(file: Buffer) {
  const options = { limitInputPixels: MAX_PIXELS, failOn: 'error' } as const;
  try {
    const upright = await sharp(file, options).rotate().toColourspace('srgb').ensureAlpha().png().toBuffer();
    // A picture of one colour has no edge to trim.
    const trimmed = await sharp(upright)
      .trim({ background: CLEAR, threshold: 0 })
      .toBuffer()
      .catch(() => upright);
    return await sharp(trimmed)
      .resize({ ...LOGO_BOX, fit: 'inside', withoutEnlargement: true })
      .png({ compressionLevel: 9 })
      .toBuffer({ resolveWithObject: true });
  } catch {
    throw new ApiError('Company.LogoType');
  }
}

/**
 * Returns the themes on which the logo is visible, judged by its opaque pixels when it has transparent ones; an
 * opaque picture is visible on both.
 */
async function groundsOf(image: Buffer): Promise<Pick<LogoMark, 'onLight' | 'onDark'>> {
  const { data, info } = await sharp(image).raw().toBuffer({ resolveWithObject: true });
  const sum = [0, 0, 0];
  let seen = 0;
  for (let at = 0; at < data.length; at += info.channels) {
    if ((data[at + 3] ?? 0) < VISIBLE_ALPHA) continue;
    seen += 1;
    for (const channel of [0, 1, 2]) sum[channel] = (sum[channel] ?? 0) + (data[at + channel] ?? 0);
  }
  if (seen === 0) throw new ApiError('Company.LogoType');
  if (seen * info.channels === data.length) return { onLight: true, onDark: true };
  const mean = `#${sum
    .map((value) =>
      Math.round(value / seen)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
  const isSeenOn = (theme: 'light' | 'dark') => contrast(mean, SURFACES[theme].page) >= CONTROL_CONTRAST;
  return { onLight: isSeenOn('light'), onDark: isSeenOn('dark') };
}
