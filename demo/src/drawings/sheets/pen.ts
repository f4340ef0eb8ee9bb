import { escapeXml, SHEET_FONT, type TextStyle, widthOf } from './text.ts';

/** A small reproducible number between -1 and 1 for the n-th character of a text. */
function sway(value: string, index: number): number {
  let sum = index * 7_919;
  for (const letter of value) sum = (sum * 33 + (letter.codePointAt(0) ?? 0)) % 65_521;
  return ((sum * 48_271) % 65_521) / 32_760.5 - 1;
}

const RISE_SHARE = 0.035;
const TILT_DEGREES = 2.2;

/** Text in imitated handwriting: each letter is slightly displaced and tilted, reproducibly. */
export function penText(
  value: string,
  { x, y, size, weight = 400, anchor = 'start', fill = '#1c2f5e' }: TextStyle,
): string {
  const width = widthOf(value, size);
  const left = anchor === 'middle' ? x - width / 2 : anchor === 'end' ? x - width : x;
  const letters = [...value];
  const rises = letters.map((_, i) => sway(value, i) * size * RISE_SHARE);
  // `dy` accumulates along the text, so each entry undoes the previous one.
  const dy = rises.map((rise, i) => (rise - (rises[i - 1] ?? 0)).toFixed(2)).join(' ');
  const tilts = letters.map((_, i) => (sway(value, i + 50) * TILT_DEGREES).toFixed(1)).join(' ');
  return `<text x="${left.toFixed(1)}" y="${y.toFixed(1)}" dy="${dy}" rotate="${tilts}" font-size="${size.toFixed(1)}" font-weight="${weight}" fill="${fill}" font-family="${SHEET_FONT}">${escapeXml(value)}</text>`;
}
