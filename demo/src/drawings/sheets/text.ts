export const SHEET_FONT = 'Noto Sans JP';
const LATIN_END = 0x2_50;
const LATIN_WIDTH = 0.58;

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
// XML 1.0 allows no control characters, and a feed may contain them.
export const escapeXml = (value: string) =>
  value
    .toWellFormed()
    .replaceAll(/[\p{Cc}\ufffe\uffff]/gu, ' ')
    .replaceAll(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign);

export const widthOf = (value: string, size: number): number =>
  [...value].reduce((sum, letter) => sum + (letter.charCodeAt(0) < LATIN_END ? LATIN_WIDTH : 1) * size, 0);

export interface TextStyle {
  x: number;
  y: number;
  size: number;
  weight?: 400 | 700;
  anchor?: 'start' | 'middle' | 'end';
  fill?: string;
}

export const text = (
  value: string,
  { x, y, size, weight = 400, anchor = 'start', fill = '#1c1f24' }: TextStyle,
): string =>
  `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" text-anchor="${anchor}" fill="${fill}" font-family="${SHEET_FONT}">${escapeXml(value)}</text>`;
