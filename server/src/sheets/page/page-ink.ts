import type { Raster } from './homography.ts';

/** A straightened page with even light. */
export interface InkPage {
  width: number;
  height: number;
  /** Gray with paper near 255, independent of shadows. */
  grey: Uint8Array;
  /** 1 where there is ink. */
  ink: Uint8Array;
}

/** Half the side of the neighborhood whose brightness counts as paper. */
const REACH = 28;
/** Ink is darker than this share of the paper around it. */
const INK_SHARE = 0.78;

/** Evens the light and separates ink from paper. */
export function inkOfPage({ data, width, height }: Raster): InkPage {
  const raw = new Uint8Array(width * height);
  for (let i = 0; i < raw.length; i += 1)
    raw[i] = ((data[i * 3] ?? 0) * 77 + (data[i * 3 + 1] ?? 0) * 150 + (data[i * 3 + 2] ?? 0) * 29) >> 8;
  const mean = boxMean(raw, width, height, REACH);
  // A second pass without ink, since dense writing darkens its own neighborhood.
  const bright = raw.map((value, i) => (value < (mean[i] ?? 0) * 0.9 ? (mean[i] ?? 0) : value));
  const paper = boxMean(bright, width, height, REACH);
  const grey = new Uint8Array(raw.length);
  const ink = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; i += 1) {
    const share = (raw[i] ?? 0) / Math.max(1, paper[i] ?? 1);
    grey[i] = Math.max(0, Math.min(255, share * 255));
    ink[i] = share < INK_SHARE ? 1 : 0;
  }
  return { width, height, grey, ink };
}

/** Mean of the square around each pixel, by sums over rectangles. */
function boxMean(values: Uint8Array, width: number, height: number, reach: number): Uint8Array {
  const sums = new Float64Array((width + 1) * (height + 1));
  for (let y = 0; y < height; y += 1) {
    let row = 0;
    for (let x = 0; x < width; x += 1) {
      row += values[y * width + x] ?? 0;
      sums[(y + 1) * (width + 1) + x + 1] = (sums[y * (width + 1) + x + 1] ?? 0) + row;
    }
  }
  const out = new Uint8Array(values.length);
  for (let y = 0; y < height; y += 1) {
    const [top, bottom] = [Math.max(0, y - reach), Math.min(height, y + reach + 1)];
    for (let x = 0; x < width; x += 1) {
      const [left, right] = [Math.max(0, x - reach), Math.min(width, x + reach + 1)];
      const sum =
        (sums[bottom * (width + 1) + right] ?? 0) -
        (sums[top * (width + 1) + right] ?? 0) -
        (sums[bottom * (width + 1) + left] ?? 0) +
        (sums[top * (width + 1) + left] ?? 0);
      out[y * width + x] = sum / ((bottom - top) * (right - left));
    }
  }
  return out;
}
