export const MIN_ZOOM = 1;
export const MAX_ZOOM = 4;
/** Share of a wheel's step; browsers report pixels, lines or pages. */
const PER_PIXEL = 0.0015;
const PIXELS = [1, 16, 400];

/** Zoom after a turn of the wheel: forwards, with a negative `deltaY`, is nearer. */
export function zoomByWheel(zoom: number, { deltaY, deltaMode }: { deltaY: number; deltaMode: number }): number {
  const factor = Math.exp(-deltaY * (PIXELS[deltaMode] ?? 1) * PER_PIXEL);
  return Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, zoom * Math.min(2, Math.max(0.5, factor))));
}

/** A point of the page, as shares of its size, and where it is in the visible part, in pixels. */
export interface ZoomPoint {
  x: number;
  y: number;
  leftPx: number;
  topPx: number;
}

/** The scroll position at which the point stays where it is. */
export const scrollTo = ({ x, y, leftPx, topPx }: ZoomPoint, page: { widthPx: number; heightPx: number }) => ({
  left: x * page.widthPx - leftPx,
  top: y * page.heightPx - topPx,
});
