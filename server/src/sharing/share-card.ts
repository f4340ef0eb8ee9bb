import { renderAsync } from '@resvg/resvg-js';
import { isWordmark } from '@seri/contract/company/logo.ts';
import sharp, { type OverlayOptions } from 'sharp';
import { type Brand, type Logo, onLightBackground } from '../platform/brand.ts';
import type { SharePreview } from './queries.ts';

const WIDTH = 1200;
const HEIGHT = 628;
const PHOTO_WIDTH = 760;
const QUALITY = 84;
const BACKGROUND = '#f6f5f1';

/** Position of the text column. */
interface Column {
  left: number;
  width: number;
}
const BESIDE_PHOTO: Column = { left: PHOTO_WIDTH + 40, width: WIDTH - PHOTO_WIDTH - 80 };
const FULL_WIDTH: Column = { left: 64, width: WIDTH - 128 };
/** Estimated width of a bold letter relative to the font size; longer lines are truncated, never squeezed. */
const BOLD_WIDTH_RATIO = 0.6;

/** The total of a lot at a door, in yen, and the English name of the place. */
export interface DoorTotal {
  yen: number;
  place: string;
}

export interface Card {
  /** Null for the portal itself. */
  preview: SharePreview | null;
  /** Null where no total is known. */
  total: DoorTotal | null;
  brand: Brand;
  /** The photo in any size, or null. */
  photo: Buffer | null;
  fontFiles: string[];
}

/**
 * The preview picture of a shared link for messengers, 1200 x 628 JPEG: photo, auction house, lot number, name, and the
 * total at the sharer's door, but no prices.
 */
export async function drawShareCard({ preview, total, brand, photo, fontFiles }: Card): Promise<Buffer> {
  const column = photo ? BESIDE_PHOTO : FULL_WIDTH;
  const text = await renderAsync(textOf({ preview, total, brand }, column), {
    font: { loadSystemFonts: false, fontFiles, defaultFontFamily: 'Noto Sans JP' },
  });
  const raw = { width: text.width, height: text.height, channels: 4 as const };
  const layers: OverlayOptions[] = [{ input: text.pixels, raw, left: 0, top: 0 }];
  if (brand.logo) {
    const { image } = await onLightBackground(brand.logo, BACKGROUND);
    layers.push({
      input: await sharp(image).resize(logoSize(brand.logo, column)).toBuffer(),
      ...logoPlace(brand.logo, column),
    });
  }
  if (photo) {
    const fitted = await sharp(photo).resize(PHOTO_WIDTH, HEIGHT, { fit: 'cover' }).toBuffer();
    layers.unshift({ input: fitted, left: 0, top: 0 });
  }
  return sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: BACKGROUND } })
    .composite(layers)
    .jpeg({ quality: QUALITY, mozjpeg: true })
    .toBuffer();
}

function textOf({ preview, total, brand }: Pick<Card, 'preview' | 'total' | 'brand'>, column: Column): string {
  const { name, colors, logo } = brand;
  const { action, urgent } = colors.light;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">`,
    `<rect x="${column.left}" y="64" width="44" height="8" fill="${urgent.fill}"/>`,
    ...(preview ? lotLines(preview, column) : []),
    ...(total ? totalLines(total, column) : []),
    logo && isWordmark(logo)
      ? ''
      : textElement(truncate(name, 28, column), { y: HEIGHT - 48, size: 28, fill: action.text, weight: 700 }, column),
    '</svg>',
  ].join('');
}

const LOGO_HEIGHT = 64;
/** Lower edge of the logo; a logo without the name is placed above the name. */
const LOGO_BOTTOM = { alone: HEIGHT - 40, aboveName: HEIGHT - 92 };

function logoSize({ width, height }: Logo, column: Column): { width: number; height: number } {
  const scale = Math.min(1, column.width / width, LOGO_HEIGHT / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

const logoPlace = (logo: Logo, column: Column): { left: number; top: number } => ({
  left: column.left,
  top: (isWordmark(logo) ? LOGO_BOTTOM.alone : LOGO_BOTTOM.aboveName) - logoSize(logo, column).height,
});

function lotLines({ house, lot_no, maker, model, year }: SharePreview, column: Column): string[] {
  const name = [...linesOf(`${maker} ${model}`, 52, column), ...(year === null ? [] : [String(year)])].slice(0, 4);
  return [
    textElement(
      truncate(`${house} · ${lot_no}`, 28, column),
      { y: 124, size: 28, fill: '#595f69', weight: 400 },
      column,
    ),
    ...name.map((line, index) =>
      textElement(line, { y: 210 + index * 68, size: 52, fill: '#1c1f24', weight: 700 }, column),
    ),
  ];
}

/** In both languages, since a messenger does not send the language of its reader. */
const totalLines = ({ yen, place }: DoorTotal, column: Column): string[] => [
  textElement(
    `${yen.toLocaleString('en').replaceAll(',', ' ')} ¥`,
    { y: 468, size: 40, fill: '#1c1f24', weight: 700 },
    column,
  ),
  textElement(
    truncate(`door total · под ключ · ${place}`, 22, column),
    { y: 502, size: 22, fill: '#595f69', weight: 400 },
    column,
  ),
];

interface Style {
  y: number;
  size: number;
  fill: string;
  weight: 400 | 700;
}

const textElement = (line: string, { y, size, fill, weight }: Style, { left }: Column): string =>
  `<text x="${left}" y="${y}" font-family="Noto Sans JP" font-size="${size}" font-weight="${weight}" fill="${fill}">${escapeXml(line)}</text>`;

const fits = (size: number, { width }: Column): number => Math.floor(width / (size * BOLD_WIDTH_RATIO));

const truncate = (text: string, size: number, column: Column): string =>
  text.length <= fits(size, column) ? text : `${text.slice(0, fits(size, column) - 1).trimEnd()}…`;

/** Breaks text into lines; a word longer than a line is truncated. */
function linesOf(text: string, size: number, column: Column): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= fits(size, column))
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(truncate(word, size, column));
  }
  return lines;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Escapes text for XML and replaces control characters, which XML does not allow. */
const escapeXml = (text: string): string =>
  text.replaceAll(/\p{Cc}/gu, ' ').replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? '');
