import { renderAsync } from '@resvg/resvg-js';
import { isWordmark } from '@seri/contract/company/logo.ts';
import sharp, { type OverlayOptions } from 'sharp';
import { type Brand, type Logo, onPaper } from '../platform/brand.ts';
import type { SharePreview } from './queries.ts';

const WIDTH = 1200;
const HEIGHT = 628;
const PHOTO_WIDTH = 760;
const QUALITY = 84;
const GROUND = '#f6f5f1';
const TEXT_LEFT = PHOTO_WIDTH + 40;
const TEXT_WIDTH = WIDTH - TEXT_LEFT - 40;
/** Of the bundled font's bold letters, widest first guess: a line that is too long is cut, never squeezed. */
const BOLD_SHARE = 0.6;

interface Card {
  /** Null is the portal itself. */
  preview: SharePreview | null;
  brand: Brand;
  /** The photo in any size, or null. */
  photo: Buffer | null;
  fontFiles: string[];
}

/** The picture messengers show beside a shared link: 1200 x 628, photo, house, lot number and name, nothing of prices. */
export async function drawShareCard({ preview, brand, photo, fontFiles }: Card): Promise<Buffer> {
  const text = await renderAsync(textOf(preview, brand), {
    font: { loadSystemFonts: false, fontFiles, defaultFontFamily: 'Noto Sans JP' },
  });
  const raw = { width: text.width, height: text.height, channels: 4 as const };
  const layers: OverlayOptions[] = [{ input: text.pixels, raw, left: 0, top: 0 }];
  if (brand.logo) {
    const { image } = await onPaper(brand.logo, GROUND);
    layers.push({ input: await sharp(image).resize(logoSize(brand.logo)).toBuffer(), ...logoPlace(brand.logo) });
  }
  if (photo) {
    const fitted = await sharp(photo).resize(PHOTO_WIDTH, HEIGHT, { fit: 'cover' }).toBuffer();
    layers.unshift({ input: fitted, left: 0, top: 0 });
  }
  return sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: GROUND } })
    .composite(layers)
    .jpeg({ quality: QUALITY, mozjpeg: true })
    .toBuffer();
}

function textOf(preview: SharePreview | null, { name, colors, logo }: Brand): string {
  const { action, urgent } = colors.light;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">`,
    `<rect x="${TEXT_LEFT}" y="64" width="44" height="8" fill="${urgent.fill}"/>`,
    ...(preview ? lotLines(preview) : []),
    logo && isWordmark(logo) ? '' : written(cut(name, 28), HEIGHT - 48, 28, action.text, 700),
    '</svg>',
  ].join('');
}

const LOGO_BOX = { width: TEXT_WIDTH, height: 64 };
/** Its lower edge; a logo without the name stands above it. */
const LOGO_FOOT = { alone: HEIGHT - 40, aboveName: HEIGHT - 92 };

function logoSize({ width, height }: Logo): { width: number; height: number } {
  const scale = Math.min(1, LOGO_BOX.width / width, LOGO_BOX.height / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

const logoPlace = (logo: Logo): { left: number; top: number } => ({
  left: TEXT_LEFT,
  top: (isWordmark(logo) ? LOGO_FOOT.alone : LOGO_FOOT.aboveName) - logoSize(logo).height,
});

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
