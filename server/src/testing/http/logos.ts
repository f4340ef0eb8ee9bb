import sharp, { type Sharp } from 'sharp';

interface Drawn {
  width?: number;
  height?: number;
  ink?: string;
  /** The background is transparent without it. */
  ground?: string;
}

/** A company logo: bars on a transparent or coloured background, with an empty margin. */
export function drawnLogo({ width = 480, height = 120, ink = '#1f5c3a', ground }: Drawn = {}): Sharp {
  const bars = [0.2, 0.4, 0.6, 0.8].map(
    (share) =>
      `<rect x="${width * (share - 0.06)}" y="10" width="${width * 0.12}" height="${height - 20}" fill="${ink}"/>`,
  );
  const back = ground ? `<rect width="${width}" height="${height}" fill="${ground}"/>` : '';
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${back}${bars.join('')}</svg>`,
    ),
  );
}

export const dataAddress = (file: Buffer, type = 'png'): string =>
  `data:image/${type};base64,${file.toString('base64')}`;
