const LATIN_END = 0x2_50;
const LATIN_WIDTH = 0.58;

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
// XML 1.0 has no control characters, and a feed may carry them.
const escapeXml = (value: string) =>
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
  `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" text-anchor="${anchor}" fill="${fill}" font-family="Noto Sans JP">${escapeXml(value)}</text>`;

/** Breaks a line where the width ends, between any two letters, as Japanese is broken. */
export function wrap(value: string, size: number, width: number): string[] {
  const lines = [''];
  for (const letter of value) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && widthOf(line + letter, size) > width) lines.push(letter);
    else lines[lines.length - 1] = line + letter;
  }
  return lines;
}

/** Joins items into lines without breaking inside an item. */
export function joinItems(items: readonly string[], size: number, width: number): string[] {
  const lines: string[] = [];
  for (const item of items) {
    const joined = lines.length > 0 ? `${lines.at(-1)}　${item}` : item;
    if (lines.length > 0 && widthOf(joined, size) <= width) lines[lines.length - 1] = joined;
    else lines.push(item);
  }
  return lines;
}
