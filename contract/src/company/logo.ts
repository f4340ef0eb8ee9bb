import * as z from 'zod/mini';

export const MAX_LOGO_BYTES = 1024 ** 2;
/** Larger logos are scaled down to this; smaller ones are stored unchanged. */
export const LOGO_BOX = { width: 640, height: 192 };
/** Side in pixels of the square icon for browser tabs and home screens. */
export const ICON_SIDE = 192;
/** From this ratio on a logo contains the company's name, so the name is not shown beside it. */
const WORDMARK_RATIO = 2;

/** A stored logo; its picture is at `logoPath`. */
export const logoMark = z.strictObject({
  hash: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
  width: z.int().check(z.minimum(1), z.maximum(LOGO_BOX.width)),
  height: z.int().check(z.minimum(1), z.maximum(LOGO_BOX.height)),
  /** Whether it is visible on the background of each theme; otherwise it gets a plate in the other theme's color. */
  onLight: z.boolean(),
  onDark: z.boolean(),
});
export type LogoMark = z.infer<typeof logoMark>;

/** Whether the logo contains the name: then it is shown without the name beside it. */
export const isWordmark = ({ width, height }: Pick<LogoMark, 'width' | 'height'>): boolean =>
  width >= height * WORDMARK_RATIO;

/** Address of the logo, which changes with its content. */
export const logoPath = ({ hash }: Pick<LogoMark, 'hash'>): string => `/brand/logo-${hash}.png`;
/** Address of the icon made from the logo. */
export const iconPath = ({ hash }: Pick<LogoMark, 'hash'>): string => `/brand/icon-${hash}.png`;

/** A logo as uploaded: a picture as a data address. The type is detected from the content alone. */
export const LOGO_DATA = /^data:image\/[a-z+.-]{1,20};base64,([A-Za-z0-9+/]+={0,2})$/;
/** Base64 takes four characters for three bytes, plus the prefix. */
export const MAX_LOGO_TEXT_LENGTH = Math.ceil(MAX_LOGO_BYTES / 3) * 4 + 64;
