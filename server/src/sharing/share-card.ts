import { renderAsync } from '@resvg/resvg-js';
import sharp, { type OverlayOptions } from 'sharp';
import type { SharePreview } from './queries.ts';

const WIDTH = 1200;
const HEIGHT = 628;
const PHOTO_WIDTH = 760;
const QUALITY = 84;
const TEXT_LEFT = PHOTO_WIDTH + 40;
const TEXT_WIDTH = WIDTH - TEXT_LEFT - 40;
/** Of the bundled font's bold letters, widest first guess: a line that is too long is cut, never squeezed. */
const BOLD_SHARE = 0.6;

interface Card {
  /** Null is the portal itself. */
  preview: SharePreview | null;
  company: string;
  /** The photo in any size, or null. */
  photo: Buffer | null;
  fontFiles: string[];
}

/** The picture messengers show beside a shared link: 1200 x 628, photo, house, lot number and name, nothing of prices. */
export async function drawShareCard({ preview, company, photo, fontFiles }: Card): Promise<Buffer> {
  const text = await renderAsync(textOf(preview, company), {
    font: { loadSystemFonts: false, fontFiles, defaultFontFamily: 'Noto Sans JP' },
  });
  const raw = { width: text.width, height: text.height, channels: 4 as const };
  const layers: OverlayOptions[] = [{ input: text.pixels, raw, left: 0, top: 0 }];
  if (photo) {
    const fitted = await sharp(photo).resize(PHOTO_WIDTH, HEIGHT, { fit: 'cover' }).toBuffer();
    layers.unshift({ input: fitted, left: 0, top: 0 });
  }
  return sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#f6f5f1' } })
    .composite(layers)
    .jpeg({ quality: QUALITY, mozjpeg: true })
    .toBuffer();
}

const textOf = (preview: SharePreview | null, company: string): string =>
  [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">`,
    `<rect x="${TEXT_LEFT}" y="64" width="44" height="8" fill="#bf2f1d"/>`,
    ...(preview ? lotLines(preview) : []),
    written(cut(company, 28), HEIGHT - 48, 28, '#23406b', 700),
    '</svg>',
  ].join('');

function lotLines({ house, lot_no, maker, model, year }: SharePreview): string[] {
  const name = [...linesOf(`${maker} ${model}`, 52), ...(year === null ? [] : [String(year)])].slice(0, 4);
  return [
    written(cut(`${house} · ${lot_no}`, 28), 124, 28, '#595f69', 400),
    ...name.map((line, index) => written(line, 210 + index * 68, 52, '#1c1f24', 700)),
  ];
}

const written = (line: string, y: number, size: number, fill: string, weight: 400 | 700): string =>
  `<text x="${TEXT_LEFT}" y="${y}" font-family="Noto Sans JP" font-size="${size}" font-weight="${weight}" fill="${fill}">${escaped(line)}</text>`;

const fits = (size: number): number => Math.floor(TEXT_WIDTH / (size * BOLD_SHARE));

const cut = (text: string, size: number): string =>
  text.length <= fits(size) ? text : `${text.slice(0, fits(size) - 1).trimEnd()}…`;

/** Words in as many lines as they need, a word longer than a line cut. */
function linesOf(text: string, size: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= fits(size)) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(cut(word, size));
  }
  return lines;
}

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Control signs would break the document. */
const escaped = (text: string): string =>
  text.replaceAll(/\p{Cc}/gu, ' ').replaceAll(/[&<>"]/g, (sign) => SIGNS[sign] ?? '');
