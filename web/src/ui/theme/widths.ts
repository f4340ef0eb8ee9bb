// In letters, as the style sheets are built: text at twice the size gets the layout of half the width.
const USUAL_TEXT_PX = 16;

/** px of a design, in a unit that grows with the reader's text. */
export const rem = (px: number): string => `${px / USUAL_TEXT_PX}rem`;

/** Media query: from this width on, at the usual text size. */
export const minWidth = (px: number): string => `(min-width: ${px / USUAL_TEXT_PX}em)`;

/** Media query: below this width, at the usual text size. */
export const maxWidthBelow = (px: number): string => `(max-width: ${(px - 1) / USUAL_TEXT_PX}em)`;
