import type { SheetForm } from '@seri/contract/sheets/fields.ts';
import { type Seeded, seeded } from '@seri/server/platform/db/seeded.ts';
import { glossaryWords } from '@seri/server/platform/i18n/glossary.ts';
import sharp from 'sharp';
import { PANEL_NAMES } from '../drawings/sheets/diagram.ts';
import { drawForm } from '../drawings/sheets/draw-sheet.ts';
import { eraOf } from '../drawings/sheets/labels.ts';
import { renderSheet } from '../drawings/sheets/render-sheet.ts';
import type { WrittenSheet } from '../drawings/sheets/written.ts';

/** A filled-in sheet, with all texts on it. */
export interface TestSheet {
  form: SheetForm;
  written: WrittenSheet;
  /** `field`, then its text. */
  truth: readonly (readonly [field: string, ja: string])[];
}

export const TEST_HOUSES = [
  'USS Tokyo',
  'USS Nagoya',
  'TAA Kinki',
  'JU Saitama',
  'ARAI Oyama',
  'CAA Chubu',
  'HAA Kobe',
  'BAYAUC',
];

/** Words outside all glossaries; one sheet in six has one. */
const STRANGE = ['工具箱付', '牧場使用', '左ミラー交換歴', '荷台補強', '社名消し跡'];
const TRIMS = [
  'S',
  'G',
  'X',
  'S TOURING',
  'G LED EDITION',
  'RS',
  'HYBRID Z',
  'XD PROACTIVE',
  'CUSTOM R',
  '2.0 GT',
  'L PACKAGE',
  'EX',
];
const CODES = ['ZVW50', 'NHP10', 'GP5', 'JF3', 'MXPH10', 'DJ5FS', 'GT7', 'E12', 'ZRR80W', 'L375S', 'MH34S', 'SK9'];
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
  'E1',
  'G',
];

/** A sheet for a name, equal on every machine. */
export function testSheet(name: string, form: SheetForm): TestSheet {
  const random = seeded(`sheet ${name}`);
  const words = (kind: string) =>
    glossaryWords()
      .filter((word) => word.kind === kind)
      .map(({ ja }) => ja);
  const some = (list: readonly string[], fewest: number, most: number) =>
    drawn(random, list, random.whole(fewest, most));
  const year = random.whole(2004, 2025);
  const code = random.pick(CODES);
  const written: WrittenSheet = {
    house: random.pick(TEST_HOUSES),
    cells: {
      lotNumber: String(random.whole(1, 29_999)),
      carName: `${random.pick(words('maker'))} ${random.pick(words('model'))}`,
      grade: random.pick(TRIMS),
      modelCode: code,
      chassisNumber: `${code}-${random.whole(1_000_001, 7_999_999)}`,
      firstRegistration: eraOf(year, random.whole(1, 12)),
      shaken: random.chance(0.4) ? 'なし' : eraOf(2027, random.whole(1, 12)),
      mileage: random.chance(0.04) ? '不明' : `${random.whole(800, 240_000).toLocaleString('en')} km`,
      displacement: random.chance(0.05)
        ? '－'
        : `${random.pick([660, 1_200, 1_500, 1_800, 2_000, 2_500, 3_500]).toLocaleString('en')} cc`,
      shift: random.pick(words('gearbox')),
      drive: random.pick(words('drive')),
      color: random.pick(words('colour')),
      overallGrade: random.pick(GRADES),
      interiorGrade: random.pick(['A', 'B', 'B', 'C', 'C', 'D']),
    },
    paragraphs: {
      equipment: some(words('equipment'), 3, 9),
      salesPoints: some(words('sales-point'), 0, 4),
      inspectorNotes: [...some(words('remark'), 0, 3), ...panelRemarks(random, words('panel'), words('fault'))],
    },
    damages: drawn(random, PANEL_NAMES, random.whole(0, 7)).map((panel) => ({ panel, code: random.pick(MARKS) })),
  };
  if (random.chance(0.17))
    written.paragraphs.inspectorNotes = [...written.paragraphs.inspectorNotes, random.pick(STRANGE)];
  return fitting({ form, written, truth: [] });
}

const panelRemarks = (random: Seeded, panels: readonly string[], faults: readonly string[]) =>
  Array.from(
    { length: random.whole(0, 3) },
    () => `${random.pick(panels)}${random.pick(faults)}${random.pick(['', '', '大', '小'])}`,
  );

/** Omits items that do not fit on the form. */
function fitting(sheet: TestSheet): TestSheet {
  const { form, written } = sheet;
  const { paragraphs, cells, damages } = written;
  if (drawForm(form, written).includes('…他')) {
    for (const field of ['equipment', 'salesPoints', 'inspectorNotes'] as const)
      written.paragraphs[field] = paragraphs[field].slice(0, -1);
    return fitting(sheet);
  }
  const truth: [string, string][] = [
    ['house', written.house],
    ...Object.entries(cells).filter(([, ja]) => ja !== '－'),
    ...Object.entries(paragraphs).flatMap(([field, items]) => items.map((ja): [string, string] => [field, ja])),
    ...damages.map(({ code }): [string, string] => ['damageDiagram', code]),
  ];
  return { ...sheet, truth };
}

function drawn<Item>(random: Seeded, items: readonly Item[], count: number): Item[] {
  const left = [...items];
  return Array.from({ length: Math.min(count, left.length) }, () =>
    left.splice(random.whole(0, left.length - 1), 1),
  ).flat();
}

const PAPER = '#f4f2ec';
const MAX_TILT = 2;

/** The sheet as scanned: tilted, soft, speckled, pale, JPEG-compressed. */
export async function scanOf(sheet: TestSheet, name: string, fontFiles: string[], width?: number): Promise<Buffer> {
  const random = seeded(`scan ${name}`);
  const page = await renderSheet(drawForm(sheet.form, sheet.written), fontFiles, width ?? widthFor(sheet.form));
  const tilt = random.between(-MAX_TILT, MAX_TILT);
  const contrast = random.between(0.62, 1);
  const { data, info } = await sharp(page)
    .rotate(tilt, { background: PAPER })
    .blur(random.between(0.3, 1.05))
    .linear(contrast, random.between(0, 250 * (1 - contrast)))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  speckle(data, random);
  return sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } })
    .jpeg({ quality: random.whole(48, 86) })
    .toBuffer();
}

const widthFor = ({ width, height }: SheetForm) => (width > height ? 1_600 : 1_240);

function speckle(pixels: Buffer, random: Seeded): void {
  const grain = random.between(0, 11);
  const specks = random.chance(0.6) ? random.between(0, 0.009) : 0;
  for (let i = 0; i < pixels.length; i += 3) {
    // The sum of two uniform draws approximates a bell curve.
    const off = (random.share() + random.share() - 1) * grain;
    for (let channel = 0; channel < 3; channel += 1)
      pixels[i + channel] = Math.max(0, Math.min(255, (pixels[i + channel] ?? 0) + off));
    if (specks > 0 && random.share() < specks) pixels.fill(random.chance(0.5) ? 20 : 250, i, i + 3);
  }
}
