import { renderAsync } from '@resvg/resvg-js';
import sharp from 'sharp';

/** Width of the picture that a sheet is read from; displayed ones are smaller. */
const SHEET_WIDTH = 1_600;

/** A sheet as PNG, as wide as a good scan. */
export async function renderSheet(svg: string, fontFiles: string[], width = SHEET_WIDTH): Promise<Buffer> {
  const image = await renderAsync(svg, {
    font: { loadSystemFonts: false, fontFiles, defaultFontFamily: 'Noto Sans JP' },
    fitTo: { mode: 'width', value: width },
  });
  const raw = { width: image.width, height: image.height, channels: 4 as const };
  return sharp(image.pixels, { raw }).removeAlpha().png({ compressionLevel: 3 }).toBuffer();
}
