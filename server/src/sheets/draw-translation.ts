import type { Box } from './queries.ts';

/** A translation to draw over a place of a sheet. */
export interface Overlay {
  kind: 'label' | 'value' | 'paragraph';
  box: Box;
  /** For a paragraph, one entry per item. */
  lines: readonly string[];
}

const BACKGROUND = { label: '#eef1f6', value: '#fff9e3', paragraph: '#fff9e3' } as const;
const INK = { label: '#3a4356', value: '#1c2f5e', paragraph: '#1c2f5e' } as const;
const LARGEST = { label: 15, value: 24, paragraph: 20 } as const;
const SMALLEST = 8;
const LINE_SHARE = 1.28;
const WIDE_LETTER = 0x2e_80;
const INSET = 2;
/** Stays with the previous item at a line break. */
const SEPARATOR = '\u00a0· ';

/** Draws the translations as an SVG overlay for a sheet of this size; requires the sheet's fonts. */
export function drawOverlays(
  overlays: readonly Overlay[],
  { width, height }: { width: number; height: number },
): string {
  const layers = overlays.map((overlay) => drawOverlay(overlay, width, height));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${layers.join('')}</svg>`;
}

function drawOverlay({ kind, box, lines }: Overlay, pageWidth: number, pageHeight: number): string {
  const [left, top, wide, high] = box;
  const area = {
    x: (left * pageWidth) / 1_000 + INSET,
    y: (top * pageHeight) / 1_000 + INSET,
    width: (wide * pageWidth) / 1_000 - 2 * INSET,
    height: (high * pageHeight) / 1_000 - 2 * INSET,
  };
  const { size, rows } = fit(lines, area, { largest: LARGEST[kind], joins: kind === 'paragraph' });
  const step = size * LINE_SHARE;
  const first = kind === 'paragraph' ? area.y + size + 3 : area.y + (area.height - rows.length * step) / 2 + size;
  const [x, anchor] = kind === 'value' ? [area.x + area.width / 2, 'middle'] : [area.x + 5, 'start'];
  const texts = rows.map(
    (row, i) =>
      `<text x="${x.toFixed(1)}" y="${(first + i * step).toFixed(1)}" font-size="${size}" text-anchor="${anchor}" fill="${INK[kind]}" font-family="Noto Sans JP"${kind === 'label' ? ' font-weight="700"' : ''}>${escaped(row)}</text>`,
  );
  return `<rect x="${area.x}" y="${area.y}" width="${area.width}" height="${area.height}" fill="${BACKGROUND[kind]}"/>${texts.join('')}`;
}

/** The largest font size at which everything fits; at the smallest, overflow ends in an ellipsis. */
function fit(
  lines: readonly string[],
  { width, height }: { width: number; height: number },
  { largest, joins }: { largest: number; joins: boolean },
): { size: number; rows: string[] } {
  const text = lines.join(joins ? SEPARATOR : ' ');
  for (let size = largest; size >= SMALLEST; size -= 1) {
    const rows = wrapped(text, size, width - 10);
    const isWithin = rows.every((row) => widthOf(row, size) <= width - 6);
    if (rows.length * size * LINE_SHARE <= height && isWithin) return { size, rows };
  }
  const rows = wrapped(text, SMALLEST, width - 10);
  const room = Math.max(1, Math.floor(height / (SMALLEST * LINE_SHARE)));
  const shown = rows.slice(0, room);
  return { size: SMALLEST, rows: rows.length > room ? [...shown.slice(0, -1), `${shown.at(-1)}…`] : shown };
}

function wrapped(text: string, size: number, width: number): string[] {
  const rows: string[] = [];
  for (const word of text.split(' ')) {
    const last = rows.at(-1);
    if (last !== undefined && widthOf(`${last} ${word}`, size) <= width) rows[rows.length - 1] = `${last} ${word}`;
    else rows.push(word);
  }
  return rows;
}

const widthOf = (text: string, size: number) =>
  [...text].reduce((sum, letter) => sum + (letter.charCodeAt(0) < WIDE_LETTER ? 0.57 : 1) * size, 0);

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, ' ')
    .replaceAll(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign);
