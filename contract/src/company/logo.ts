import * as z from 'zod/mini';

export const MAX_LOGO_BYTES = 1024 ** 2;
/** A logo is kept no larger than this; smaller ones stay as they are. */
export const LOGO_BOX = { width: 640, height: 192 };
/** A square of so many pixels, for browser tabs and home screens. */
export const ICON_SIDE = 192;
/** From this ratio on a logo holds the company's name, which then does not stand beside it once more. */
const WORDMARK_RATIO = 2;

/** A logo that is kept: its picture stands at `logoPath`. */
export const logoMark = z.strictObject({
  hash: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
  width: z.int().check(z.minimum(1), z.maximum(LOGO_BOX.width)),
  height: z.int().check(z.minimum(1), z.maximum(LOGO_BOX.height)),
  /** Whether it can be seen on the ground of each theme; else it gets a plate of the other one's. */
  onLight: z.boolean(),
  onDark: z.boolean(),
});
export type LogoMark = z.infer<typeof logoMark>;

export const isWordmark = ({ width, height }: Pick<LogoMark, 'width' | 'height'>): boolean =>
  width >= height * WORDMARK_RATIO;

export const logoPath = ({ hash }: Pick<LogoMark, 'hash'>): string => `/brand/logo-${hash}.png`;
export const iconPath = ({ hash }: Pick<LogoMark, 'hash'>): string => `/brand/icon-${hash}.png`;

/** As a logo is given: a picture as a data address, its type told by its content alone. */
export const LOGO_DATA = /^data:image\/[a-z+.-]{1,20};base64,([A-Za-z0-9+/]+={0,2})$/;
/** Four letters for three bytes, and the words before them. */
export const MAX_LOGO_TEXT_LENGTH = Math.ceil(MAX_LOGO_BYTES / 3) * 4 + 64;
