import type { Area } from '@seri/contract/sheets/fields.ts';
import sharp from 'sharp';
import type { Page } from './page.ts';

const MARGIN = 14;
/** Paper is uneven: this share of the range to ink still counts as white, or the margin would show as an edge. */
const PAPER_SHARE = 0.2;

interface CutOptions {
  scale: number;
  /** Darkness of a pixel, 0 to 255; by default its gray at full contrast. */
  greyAt?: (x: number, y: number) => number;
}

/** Cuts out a place of the page as the OCR engine needs it: dark on white, enlarged, with a margin. */
export function cutOut(page: Page, area: Area, { scale, greyAt = stretchedGrey(page) }: CutOptions): Promise<Buffer> {
  const [left, top] = [Math.max(0, Math.floor(area.x) - 2), Math.max(0, Math.floor(area.y) - 2)];
  const width = Math.min(page.width - left, Math.ceil(area.width) + 4);
  const height = Math.min(page.height - top, Math.ceil(area.height) + 4);
  const cut = Buffer.alloc(width * height, 255);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) cut[y * width + x] = clamped(greyAt(left + x, top + y));
  return sharp(cut, { raw: { width, height, channels: 1 } })
    .resize({ height: Math.max(8, Math.round(height * scale)), kernel: 'cubic' })
    .extend({ top: MARGIN, bottom: MARGIN, left: MARGIN, right: MARGIN, background: '#ffffff' })
    .png({ compressionLevel: 1 })
    .toBuffer();
}

const clamped = (grey: number) => Math.max(0, Math.min(255, grey));

/** Gray of a page with its paper at white and its ink at black. */
export function stretchedGrey(
  { grey, width, paper, dark }: Page,
  paperShare = PAPER_SHARE,
): (x: number, y: number) => number {
  const white = paper - (paper - dark) * paperShare;
  return (x, y) => (((grey[y * width + x] ?? 255) - dark) / Math.max(1, white - dark)) * 255;
}
