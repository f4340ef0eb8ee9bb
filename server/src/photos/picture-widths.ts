export const WIDTHS = [160, 320, 640, 960, 1280] as const;
export type PictureWidth = (typeof WIDTHS)[number];

export const QUALITY = 80;
/** Out of 6: more effort saves a few hundred bytes and takes twice as long. */
export const EFFORT = 2;
