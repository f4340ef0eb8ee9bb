import type { Area } from '@seri/contract/sheets/fields.ts';
import sharp from 'sharp';
import type { InkPage } from '../page/page-ink.ts';

const MARGIN = 12;
/** Gray of the evened page from which paper counts as white. */
const WHITE_FROM = 225;
/** Share of the darkest pixels that are fully black. */
const BLACK_SHARE = 0.04;

/** Cuts a run of text out of a page for the OCR engine: dark on white, at this height of a sign, without ruled lines. */
export function cropRun(
  { grey, width, height }: InkPage,
  lines: Uint8Array,
  area: Area,
  letterPx: number,
): Promise<Buffer> {
  const [x0, y0] = [Math.max(0, Math.floor(area.x) - 3), Math.max(0, Math.floor(area.y) - 3)];
  const [x1, y1] = [
    Math.min(width, Math.ceil(area.x + area.width) + 3),
    Math.min(height, Math.ceil(area.y + area.height) + 3),
  ];
  const [w, h] = [x1 - x0, y1 - y0];
  const cut = Buffer.alloc(w * h, 255);
  for (let y = 0; y < h; y += 1)
    for (let x = 0; x < w; x += 1) {
      const i = (y0 + y) * width + x0 + x;
      cut[y * w + x] = lines[i] ? 255 : (grey[i] ?? 255);
    }
  const black = Buffer.from(cut).sort()[Math.floor(cut.length * BLACK_SHARE)] ?? 0;
  const range = Math.max(20, WHITE_FROM - black);
  for (let i = 0; i < cut.length; i += 1)
    cut[i] = Math.max(0, Math.min(255, (((cut[i] ?? 255) - black) / range) * 255));
  const scale = letterPx / Math.max(6, area.height);
  return sharp(cut, { raw: { width: w, height: h, channels: 1 } })
    .resize({
      width: Math.max(8, Math.round(w * scale)),
      height: Math.max(8, Math.round(h * scale)),
      fit: 'fill',
      kernel: 'cubic',
    })
    .extend({ top: MARGIN, bottom: MARGIN, left: MARGIN, right: MARGIN, background: '#ffffff' })
    .png({ compressionLevel: 1 })
    .toBuffer();
}
