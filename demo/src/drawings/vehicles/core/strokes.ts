import { fixed } from './svg.ts';

/** Single-stroke capitals and digits on a 4 by 6 grid, so that pictures need no font. */
const GLYPHS: Record<string, string[]> = {
  0: ['00 40 46 06 00'],
  1: ['11 20 26'],
  2: ['00 40 43 03 06 46'],
  3: ['00 40 46 06', '13 43'],
  4: ['00 03 43', '40 46'],
  5: ['40 00 03 43 46 06'],
  6: ['40 00 06 46 43 03'],
  7: ['00 40 26'],
  8: ['00 40 46 06 00', '03 43'],
  9: ['43 03 00 40 46 06'],
  D: ['00 30 41 45 36 06 00'],
  E: ['40 00 06 46', '03 33'],
  I: ['20 26'],
  K: ['00 06', '40 03 46'],
  M: ['06 00 23 40 46'],
  O: ['00 40 46 06 00'],
  R: ['06 00 40 43 03', '23 46'],
  S: ['40 00 03 43 46 06'],
};
const ADVANCE = 6;
const GRID_HEIGHT = 6;
const STROKE_SHARE = 0.16;

interface Placement {
  x: number;
  y: number;
  size: number;
  colour: string;
  anchor?: 'start' | 'middle' | 'end';
}

export function strokeText(text: string, { x, y, size, colour, anchor = 'middle' }: Placement): string {
  const unit = size / GRID_HEIGHT;
  const span = (text.length * ADVANCE - 2) * unit;
  const start = x - { start: 0, middle: span / 2, end: span }[anchor];
  const spot = (letterAt: number, [u = '0', v = '0']: string) =>
    `${fixed(start + (letterAt * ADVANCE + Number(u)) * unit)} ${fixed(y + (Number(v) - GRID_HEIGHT) * unit)}`;
  const strokes = [...text].flatMap((letter, i) =>
    (GLYPHS[letter] ?? []).map(
      (stroke) =>
        `M${stroke
          .split(' ')
          .map((grid) => spot(i, grid))
          .join('L')}`,
    ),
  );
  return `<path d="${strokes.join('')}" fill="none" stroke="${colour}" stroke-width="${fixed(size * STROKE_SHARE)}" stroke-linecap="round" stroke-linejoin="round"/>`;
}
