import { renderAsync } from '@resvg/resvg-js';
import { type Seeded, seeded } from '../../../server/src/platform/db/seeded.ts';
import { glossaryWords } from '../../../server/src/platform/i18n/glossary.ts';
import type { BenchFont } from './fonts.ts';
import type { BenchCell, BenchForm } from './forms/form.ts';

export interface FilledSheet {
  form: BenchForm;
  /** Handwritten or printed values. */
  isHandwritten: boolean;
  svg: string;
  /** `field`, then the text as written. */
  truth: readonly (readonly [field: string, ja: string])[];
}

const CODES = ['ZVW50', 'NHP10', 'GP5', 'JF3', 'MXPH10', 'DJ5FS', 'ZRR80W', 'L375S', 'MH34S', 'SK9'];
/** Trims outside the vocabulary, which must stay unread. */
const FREE_TRIMS = ['HYBRID Z', '2.0 GT', 'S TOURING'];
const GRADES = ['S', '6', '5', '4.5', '4.5', '4', '4', '3.5', '3.5', '3', '2', 'R', 'RA'];
const MARKS = [
  'A1',
  'A2',
  'A3',
  'U1',
  'U2',
  'U3',
  'W1',
  'W2',
  'W3',
  'S1',
  'S2',
  'P1',
  'P2',
  'X',
  'XX',
  'B2',
  'Y1',
  'C2',
];
const PARAGRAPHS = new Set(['equipment', 'salesPoints', 'inspectorNotes']);
const OTHER_VALUES = ['5', '4', '2WD', 'ガソリン', '黒', '右', '040', '1,340', '有', '無', 'R8/3'];
const ERAS: readonly (readonly [string, string, number])[] = [
  ['令和', 'R', 2018],
  ['平成', 'H', 1988],
];

/** A sheet filled in by the name's seed, equal on every machine with the fonts. */
export function filledSheet(name: string, form: BenchForm, font: BenchFont, isHandwritten: boolean): FilledSheet {
  const random = seeded(`bench sheet ${name}`);
  const values = valuesFor(random);
  const truth: [string, string][] = [];
  const parts: string[] = [];
  const pen = isHandwritten ? random.pick(['#1b2a6b', '#1a1a1a', '#26358c']) : '#111';
  const text = (value: string, box: Box, size: number) =>
    parts.push(writing(value, box, { size, font, pen, random: isHandwritten ? random : null }));
  const left = 40;
  let top = form.title ? 110 : 40;
  const width = form.width - 80;
  for (const [height, ...cells] of form.rows) {
    const shares = cells.reduce((sum, { share }) => sum + share, 0);
    let x = left;
    for (const cell of cells) {
      const box = { x, y: top, width: (width * cell.share) / shares, height };
      const written = values[cell.field];
      const { frame, label, value, labelSize } = layout(form, cell, box);
      parts.push(...frame, printed(cell.label, label, labelSize, form.ink));
      if (cell.field === 'damageDiagram') parts.push(outline(value, form.ink));
      if (cell.field === 'damageDiagram') truth.push(...diagram(value, form, random, text));
      else if (PARAGRAPHS.has(cell.field))
        truth.push(...paragraph(cell.field, written as string[], value, text, isHandwritten));
      else {
        const unit = form.units[cell.field];
        const said =
          cell.field === '-'
            ? random.pick(OTHER_VALUES)
            : unit
              ? String(written).replace(/ ?(km|cc)$/, '')
              : String(written);
        const room = unit ? { ...value, width: value.width - 44 } : value;
        if (unit)
          parts.push(
            printed(
              unit,
              { x: value.x + value.width - 40, y: value.y + value.height / 2 + 2, width: 36, height: 20 },
              18,
              form.ink,
            ),
          );
        text(said, room, Math.min(isHandwritten ? 34 : 30, value.height * 0.62));
        if (cell.field !== '-' && !FREE_TRIMS.includes(said))
          truth.push([cell.field, unit && /^\d/.test(said) ? `${said} ${unit}` : said]);
      }
      x += box.width;
    }
    top += height;
  }
  const frame = form.isRuled
    ? `<rect x="${left}" y="${form.title ? 110 : 40}" width="${width}" height="${top - (form.title ? 110 : 40)}" fill="none" stroke="${form.ink}" stroke-width="3"/>`
    : '';
  const title = form.title ? printed(form.title, { x: left, y: 40, width: 600, height: 50 }, 34, form.ink) : '';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${form.width}" height="${form.height}"><rect width="100%" height="100%" fill="#fbfaf5"/>${title}${parts.join('')}${frame}</svg>`;
  return { form, isHandwritten, svg, truth };
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

function valuesFor(random: Seeded): Record<string, string | string[]> {
  const words = (kind: string) =>
    glossaryWords()
      .filter((word) => word.kind === kind)
      .map(({ ja }) => ja);
  const year = random.whole(2004, 2025);
  const code = random.pick(CODES);
  const km = random.whole(800, 240_000);
  return {
    lotNumber: String(random.whole(1, 29_999)),
    carName: random.pick(words('model').filter((word) => word.length < 9)),
    grade: random.chance(0.2) ? random.pick(FREE_TRIMS) : random.pick(words('trim').filter((word) => word.length < 9)),
    modelCode: code,
    chassisNumber: `${code}-${random.whole(1_000_001, 7_999_999)}`,
    firstRegistration: date(random, year, random.whole(1, 12)),
    shaken: random.chance(0.4) ? 'なし' : date(random, 2027, random.whole(1, 12)),
    mileage: random.chance(0.2) ? `${km} km` : `${km.toLocaleString('en')} km`,
    displacement: `${random.pick([660, 1_200, 1_500, 1_800, 2_000, 2_500, 3_500])} cc`,
    shift: random.pick(words('gearbox')),
    drive: random.pick(words('drive')),
    color: random.pick(words('colour').filter((word) => word.length < 7)),
    overallGrade: random.pick(GRADES),
    interiorGrade: random.pick(['A', 'B', 'B', 'C', 'C', 'D']),
    equipment: several(
      random,
      words('equipment').filter((word) => word.length < 9),
      6,
    ),
    salesPoints: several(
      random,
      words('sales-point').filter((word) => word.length < 9),
      3,
    ),
    inspectorNotes: several(
      random,
      words('remark').filter((word) => word.length < 9),
      3,
    ),
  };
}

/** The four spellings that sheets have. */
function date(random: Seeded, year: number, month: number): string {
  const [era = '', letter = '', start = 0] = ERAS.find(([, , from]) => year > from) ?? [];
  switch (random.whole(0, 3)) {
    case 0:
      return `${era}${year - start}年${month}月`;
    case 1:
      return `${letter}${year - start}年${month}月`;
    case 2:
      return `${letter}${year - start}/${month}`;
    default:
      return `${year}年${month}月`;
  }
}

function several(random: Seeded, words: readonly string[], most: number): string[] {
  const left = [...words];
  return Array.from({ length: random.whole(2, most) }, () => left.splice(random.whole(0, left.length - 1), 1)).flat();
}

function layout(form: BenchForm, { label, field }: BenchCell, { x, y, width, height }: Box) {
  const rect = (box: Box, fill = 'none') =>
    `<rect x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height}" fill="${fill}" stroke="${form.ink}" stroke-width="1.6"/>`;
  const isTall = height > 125;
  const isParagraph = PARAGRAPHS.has(field) || field === 'damageDiagram';
  switch (
    isParagraph &&
    form.arrangement !== 'inline' &&
    form.arrangement !== 'over' &&
    isTall &&
    form.arrangement !== 'header-row'
      ? 'label-in-cell'
      : form.arrangement
  ) {
    case 'label-cell-left': {
      const wide = Math.min(width * 0.42, label.length * 23 + 22);
      return {
        frame: [rect({ x, y, width: wide, height }, '#eef0ea'), rect({ x: x + wide, y, width: width - wide, height })],
        label: { x: x + 8, y, width: wide, height },
        value: { x: x + wide + 8, y, width: width - wide - 14, height },
        labelSize: 20,
      };
    }
    case 'header-row': {
      const high = Math.min(38, height * 0.4);
      return {
        frame: [rect({ x, y, width, height: high }, '#eef0ea'), rect({ x, y: y + high, width, height: height - high })],
        label: { x: x + 10, y, width, height: high },
        value: { x: x + 10, y: y + high, width: width - 18, height: height - high },
        labelSize: 20,
      };
    }
    case 'inline':
      return {
        frame: [],
        label: { x, y, width: label.length * 24, height: Math.min(height, 60) },
        value: { x: x + label.length * 24 + 24, y, width: width - label.length * 24 - 40, height },
        labelSize: 23,
      };
    case 'over':
      return {
        frame: [],
        label: { x, y: y + 6, width, height: 30 },
        value: { x, y: y + 36, width: width - 30, height: height - 50 },
        labelSize: 21,
      };
    default:
      return {
        frame: [rect({ x, y, width, height })],
        label: { x: x + 6, y: y + 4, width, height: 24 },
        value: { x: x + 14, y: y + 28, width: width - 24, height: height - 32 },
        labelSize: 19,
      };
  }
}

const printed = (text: string, { x, y, height }: Box, size: number, ink: string) =>
  text
    ? `<text x="${x}" y="${y + height / 2 + size * 0.36}" font-size="${size}" fill="${ink}" font-family="${ink === '#222' ? 'VL Gothic' : 'IPAPMincho'}">${text}</text>`
    : '';

interface Pen {
  size: number;
  font: BenchFont;
  pen: string;
  random: Seeded | null;
}

/** Each handwritten sign is turned, moved and sized on its own, so that no two are alike. */
function writing(value: string, { x, y, width, height }: Box, { size, font, pen, random }: Pen): string {
  const widthOf = (sign: string, at: number) => (sign.charCodeAt(0) < 0x2e80 ? 0.62 : 1.04) * at;
  const total = [...value].reduce((sum, sign) => sum + widthOf(sign, size), 0);
  const fitting = Math.min(size, (size * (width - 4)) / total);
  let at = x + (random ? random.between(0, Math.max(0, Math.min(30, width - total))) : 4);
  const slope = random ? random.between(-0.02, 0.02) : 0;
  return [...value]
    .map((sign) => {
      const own = fitting * (random ? random.between(0.94, 1.06) : 1);
      const baseline = y + height / 2 + fitting * 0.36 + (random ? random.between(-1.5, 1.5) + (at - x) * slope : 0);
      const turn = random ? random.between(-4, 4) : 0;
      const drawn =
        sign === ' '
          ? ''
          : `<text x="${at.toFixed(1)}" y="${baseline.toFixed(1)}" font-size="${own.toFixed(1)}" fill="${pen}" font-family="${font.family}" transform="rotate(${turn.toFixed(1)} ${at.toFixed(1)} ${baseline.toFixed(1)})">${sign}</text>`;
      at += widthOf(sign, own);
      return drawn;
    })
    .join('');
}

type Write = (value: string, box: Box, size: number) => void;

function paragraph(
  field: string,
  words: readonly string[],
  box: Box,
  write: Write,
  isHandwritten: boolean,
): [string, string][] {
  const size = 28;
  const done: [string, string][] = [];
  let [x, y] = [box.x, box.y + 4];
  for (const word of words) {
    const wide = [...word].reduce((sum, sign) => sum + (sign.charCodeAt(0) < 0x2e80 ? 0.62 : 1.04) * size, 0);
    if (x + wide + 60 > box.x + box.width) [x, y] = [box.x, y + 46];
    if (y + 42 > box.y + box.height) break;
    write(word, { x, y, width: wide + 8, height: 42 }, size);
    done.push([field, word]);
    x += wide + (isHandwritten ? 58 : 46);
  }
  return done;
}

/** An unfolded car of thin lines, with marks beside and on it. */
function diagram({ x, y, width, height }: Box, _form: BenchForm, random: Seeded, write: Write): [string, string][] {
  const marks = Array.from({ length: random.whole(1, 5) }, () => random.pick(MARKS));
  return marks.map((mark, i) => {
    const cx = x + 40 + ((width - 140) * (i + 0.5)) / marks.length;
    const cy = y + random.between(30, height - 80);
    write(mark, { x: cx, y: cy, width: 80, height: 44 }, 32);
    return ['damageDiagram', mark];
  });
}

/** The unfolded car: body, windows and four doors of thin lines. */
function outline({ x, y, width, height }: Box, ink: string): string {
  const [w, h] = [Math.min(width * 0.5, height * 0.9), height * 0.42];
  const [cx, cy] = [x + width / 2, y + height / 2];
  const rect = (dx: number, dy: number, sw: number, sh: number, radius: number) =>
    `<rect x="${cx + dx * w - (sw * w) / 2}" y="${cy + dy * h - (sh * h) / 2}" width="${sw * w}" height="${sh * h}" rx="${radius}" fill="none" stroke="${ink}" stroke-opacity="0.75"/>`;
  return [
    rect(0, 0, 1, 0.8, 30),
    rect(0, 0, 0.45, 0.6, 12),
    rect(-0.3, -0.75, 0.25, 0.5, 0),
    rect(0.3, -0.75, 0.25, 0.5, 0),
    rect(-0.3, 0.75, 0.25, 0.5, 0),
    rect(0.3, 0.75, 0.25, 0.5, 0),
  ].join('');
}

/** The sheet as pixels at its form's size. */
export async function drawFilled({ svg, form }: FilledSheet, files: string[]): Promise<Buffer> {
  const image = await renderAsync(svg, {
    font: { loadSystemFonts: false, fontFiles: files, defaultFontFamily: 'Noto Sans JP' },
    fitTo: { mode: 'width', value: form.width * 1.25 },
  });
  return Buffer.from(image.asPng());
}
