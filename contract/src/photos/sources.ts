/** Widths pages ask for, in pixels; the server knows 1280 as well. */
const WIDTHS = [160, 320, 640, 960] as const;

/** Where the large photo of a lot stands, in the words of the HTML attribute. */
export const LOT_PHOTO_SIZES = '(max-width: 1023px) 100vw, 640px';

/** Address of a picture (`/p/123`) in one of its widths. */
export const photoAddress = (path: string, widthPx: (typeof WIDTHS)[number]): string =>
  `${path}${path.includes('?') ? '&' : '?'}w=${widthPx}`;

/** All widths of a picture, in the words of the HTML attribute: what is asked for early must be what is shown. */
export const photoSources = (path: string): string =>
  WIDTHS.map((widthPx) => `${photoAddress(path, widthPx)} ${widthPx}w`).join(', ');

/**
 * Address of a picture that is shown in one width on every screen: sharp on two device pixels for each of the page.
 * A choice of widths would cost more than it saves: Chromium keeps each picture that has one for as long as the page
 * lives, also one that was made and never shown.
 */
export const fixedPhotoAddress = (path: string, shownPx: number): string =>
  photoAddress(path, WIDTHS.find((widthPx) => widthPx >= 2 * shownPx) ?? 960);
