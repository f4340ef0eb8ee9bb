import { renderAsync } from '@resvg/resvg-js';
import { EFFORT, type PictureWidth, QUALITY } from '@seri/server/photos/picture-widths.ts';
import sharp from 'sharp';

/** Thumbnails use fewer shading steps: the difference is invisible and they render several times faster. */
export const detailAt = (width: PictureWidth): number => (width <= 320 ? 0.4 : 1);

/** An SVG as WebP of the given width. Text is drawn only with `fontFiles`, so that all machines render the same. */
export async function renderPicture(svg: string, width: PictureWidth, fontFiles: string[] = []): Promise<Buffer> {
  const image = await renderAsync(svg, {
    font: { loadSystemFonts: false, fontFiles, defaultFontFamily: 'Noto Sans JP' },
    fitTo: { mode: 'width', value: width },
  });
  const raw = { width: image.width, height: image.height, channels: 4 as const };
  return sharp(image.pixels, { raw }).removeAlpha().webp({ quality: QUALITY, effort: EFFORT }).toBuffer();
}
