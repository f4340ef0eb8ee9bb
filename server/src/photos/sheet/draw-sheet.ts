import type { SheetFacts } from '@seri/contract/feed/rows.ts';
import { drawDiagram } from './diagram.ts';
import { colorInJapanese, equipmentInJapanese, eraOf } from './labels.ts';
import { type Area, TEMPLATES } from './templates.ts';
import { joinItems, text, widthOf, wrap } from './text.ts';

/** What a sheet prints about a lot; unknown numbers are null. */
export interface SheetLot {
  house: string;
  lotNo: number;
  maker: string;
  model: string;
  grade: string;
  year: number | null;
  month: number | null;
  engineCc: number | null;
  gearbox: string;
  drive: string | null;
  color: string;
  mileageKm: number | null;
  condition: string;
  equip: string;
  chassisNumber: string;
  sheet: SheetFacts;
}

const LEGEND = '記号  A:キズ  U:凹み  W:波・補修跡  S:サビ  P:塗装要  X:交換要  XX:交換済   1:小 2:中 3:大';
const RED = '#b3261e';
const SMALL = 10;
const BODY = 15;
const LINE_SHARE = 1.5;

/** An auction sheet of Seri's own design as SVG; its texts need Noto Sans JP where it is rendered. */
export function drawSheet(lot: SheetLot): string {
  const { sheet } = lot;
  const template = TEMPLATES[sheet.seed % TEMPLATES.length] ?? TEMPLATES[0];
  const { ink, tint, width, height, areas } = template;
  const values: [Area, string, string, number?][] = [
    [areas.lotNumber, '出品番号', String(lot.lotNo), 24],
    [areas.firstRegistration, '初度登録', eraOf(lot.year, lot.month)],
    [areas.carName, '車名', `${lot.maker} ${lot.model}`],
    [areas.grade, 'グレード', lot.grade || '－'],
    [areas.modelCode, '型式', lot.chassisNumber.split('-')[0] ?? ''],
    [areas.chassisNumber, '車台番号', lot.chassisNumber],
    [areas.mileage, '走行', lot.mileageKm === null ? '不明' : `${grouped(lot.mileageKm)} km`],
    [areas.color, '外装色', colorInJapanese(lot.color)],
    [areas.displacement, '排気量', lot.engineCc === null ? '－' : `${grouped(lot.engineCc)} cc`],
    [areas.shift, 'シフト', lot.gearbox || '－'],
    [areas.drive, '駆動', lot.drive ?? '－'],
  ];
  const inner = (area: Area) => area.width - 24;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><rect width="${width}" height="${height}" fill="#fdfcf8"/>`,
    `<rect x="20" y="20" width="${width - 40}" height="44" fill="${tint}" stroke="${ink}"/>`,
    text(lot.house, { x: 34, y: 49, size: 20, weight: 700, fill: ink }),
    text('出品車両検査票', { x: width / 2, y: 50, size: 22, weight: 700, anchor: 'middle', fill: ink }),
    text('DEMO', { x: width - 34, y: 47, size: 13, weight: 700, anchor: 'end', fill: RED }),
    ...values.map(([area, label, value, size]) => drawCell(area, label, value, ink, size)),
    drawGrade(areas.overallGrade, '評価点', lot.condition, ink),
    drawGrade(areas.interiorGrade, '内装', sheet.interiorGrade ?? '－', ink),
    drawParagraph(
      areas.equipment,
      '装備',
      joinItems(equipmentInJapanese(lot.equip), BODY, inner(areas.equipment)),
      ink,
    ),
    drawParagraph(
      areas.inspectorNotes,
      '検査員報告',
      sheet.remarksJa.flatMap((line) => wrap(line, BODY, inner(areas.inspectorNotes))),
      ink,
    ),
    drawDamages(areas.damageDiagram, sheet, ink),
    frame({ x: 20, y: 20, width: width - 40, height: height - 40 }, ink),
    '</svg>',
  ].join('');
}

const grouped = (value: number) => String(value).replaceAll(/\B(?=(\d{3})+(?!\d))/g, ',');

const frame = ({ x, y, width, height }: Area, stroke: string) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="none" stroke="${stroke}" stroke-width="1"/>`;

function drawCell(area: Area, label: string, value: string, ink: string, size = BODY): string {
  const fitted = Math.min(size, ((area.width - 12) / Math.max(1, widthOf(value, size))) * size);
  return (
    frame(area, ink) +
    text(label, { x: area.x + 5, y: area.y + 13, size: SMALL, fill: ink }) +
    text(value, {
      x: area.x + area.width / 2,
      y: area.y + area.height / 2 + 6 + fitted * 0.36,
      size: fitted,
      anchor: 'middle',
    })
  );
}

const heading = (area: Area, label: string, ink: string) =>
  frame(area, ink) + text(label, { x: area.x + 6, y: area.y + 15, size: SMALL + 1, weight: 700, fill: ink });

/** Lines beyond the area are not cut in silence: the last one says that more follows. */
function drawParagraph(area: Area, label: string, lines: readonly string[], ink: string): string {
  const room = Math.max(1, Math.floor((area.height - 30) / (BODY * LINE_SHARE)));
  const shown = lines.length <= room ? lines : [...lines.slice(0, room - 1), '…他'];
  const written = shown.map((line, i) =>
    text(line, { x: area.x + 12, y: area.y + 38 + i * BODY * LINE_SHARE, size: BODY }),
  );
  return heading(area, label, ink) + written.join('');
}

function drawGrade(area: Area, label: string, value: string, ink: string): string {
  const radius = Math.min(area.width, area.height) / 2 - 12;
  const [cx, cy] = [area.x + area.width / 2, area.y + area.height / 2 + 6];
  const size = Math.min(radius * 0.95, ((radius * 1.6) / Math.max(1, widthOf(value, radius))) * radius);
  return (
    heading(area, label, ink) +
    `<circle cx="${cx}" cy="${cy}" r="${radius}" fill="none" stroke="${RED}" stroke-width="2.5"/>` +
    text(value, { x: cx, y: cy + size * 0.36, size, weight: 700, anchor: 'middle' })
  );
}

function drawDamages(area: Area, { damages }: SheetFacts, ink: string): string {
  const room = { x: area.x + 12, y: area.y + 20, width: area.width - 24, height: area.height - 44 };
  const legend = { x: area.x + area.width / 2, y: area.y + area.height - 9, size: Math.min(SMALL, area.width / 52) };
  return (
    heading(area, '車両展開図', ink) +
    drawDiagram(room, damages) +
    text(LEGEND, { ...legend, anchor: 'middle', fill: ink })
  );
}
