/** Widths used by pages, in pixels; the server also supports 1280. */
const WIDTHS = [160, 320, 640, 960] as const;

/**
 * Displayed size of the large photo of a lot, as the HTML attribute `sizes`. It is wider on phones: with four fifths of its
 * width, one with less than two device pixels per pixel loads half as many bytes, and readers enlarge a photo to judge it.
 */
export const LOT_PHOTO_SIZES = '(max-width: 599px) 80vw, (max-width: 1023px) 60vw, 640px';

/** Address of a picture (`/p/123`) in one of its widths. */
export const photoAddress = (path: string, widthPx: (typeof WIDTHS)[number]): string =>
  `${path}${path.includes('?') ? '&' : '?'}w=${widthPx}`;

/** All widths of a picture, as the HTML attribute `srcset`; preloads and images must use the same value. */
export const photoSources = (path: string): string =>
  WIDTHS.map((widthPx) => `${photoAddress(path, widthPx)} ${widthPx}w`).join(', ');

/**
 * Address of a picture shown in one width on every screen, sharp at two device pixels per CSS pixel. A `srcset` would
 * cost more than it saves: Chromium keeps every picture with one for the lifetime of the page, even one that was never
 * shown.
 */
export const fixedPhotoAddress = (path: string, shownPx: number): string =>
  photoAddress(path, WIDTHS.find((widthPx) => widthPx >= 2 * shownPx) ?? 960);

/** Width in pixels of the picture that is sent in place of one that is still to be fetched; photos are wider. */
export const PLACEHOLDER_WIDTH = 4;
