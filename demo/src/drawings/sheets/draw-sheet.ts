import type { SheetFacts } from '@seri/contract/feed/rows.ts';
import type { Area, SheetField, SheetForm } from '@seri/contract/sheets/fields.ts';
import { FRAME_MARGIN, formOf, HEADING_HEIGHT, isGrade, valueBoxOf } from '@seri/contract/sheets/forms.ts';
import type { SheetLot } from '@seri/server/photos/sheet-lot.ts';
import { drawDiagram, RED } from './diagram.ts';
import { penText } from './pen.ts';
import { text, widthOf } from './text.ts';
import { type WrittenSheet, writtenOn } from './written.ts';

export type { SheetLot } from '@seri/server/photos/sheet-lot.ts';

const LEGEND = '記号  A:キズ  U:凹み  W:波・補修跡  S:サビ  P:塗装要  X:交換要  XX:交換済   1:小 2:中 3:大';
const LABEL = 10;
const BODY = 17;
const LOT_NUMBER = 24;
const MIN_FONT_SIZE = 13;
const LINE_SHARE = 1.45;

/** The auction sheet of a lot on the form of its auction house, as SVG; rendering its texts requires Noto Sans JP. */
export const drawSheet = (lot: SheetLot): string => drawForm(formOf(lot.house), writtenOn(lot));

/** A form of our own design, filled in. */
export function drawForm(form: SheetForm, written: WrittenSheet): string {
  const { ink, tint, width, height, title } = form;
  const frameWidth = width - 2 * FRAME_MARGIN;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><rect width="${width}" height="${height}" fill="#fdfcf8"/>`,
    `<rect x="${FRAME_MARGIN}" y="${FRAME_MARGIN}" width="${frameWidth}" height="44" fill="${tint}" stroke="${ink}"/>`,
    text(written.house, { x: form.areas.house.x + 10, y: 49, size: 20, weight: 700, fill: ink }),
    text(title, { x: width / 2 + 20, y: 50, size: 22, weight: 700, anchor: 'middle', fill: ink }),
    text('DEMO', { x: width - 34, y: 47, size: 13, weight: 700, anchor: 'end', fill: RED }),
    ...Object.entries(written.cells).map(([field, value]) => drawField(form, field as SheetField, value)),
    ...Object.entries(written.paragraphs).map(([field, items]) => drawParagraph(form, field as SheetField, items)),
    drawDamages(form, written.damages),
    `<rect x="${FRAME_MARGIN}" y="${FRAME_MARGIN}" width="${frameWidth}" height="${height - 2 * FRAME_MARGIN}" fill="none" stroke="${ink}" stroke-width="2"/>`,
    '</svg>',
  ].join('');
}

const frame = ({ x, y, width, height }: Area, stroke: string, fill = 'none') =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}" stroke="${stroke}" stroke-width="1"/>`;

const middleOf = ({ x, y, width, height }: Area) => ({ cx: x + width / 2, cy: y + height / 2 });

function drawField(form: SheetForm, field: SheetField, value: string): string {
  const area = form.areas[field];
  const room = valueBoxOf(form, field);
  const { cx, cy } = middleOf(room);
  const label = drawLabel(form, field);
  if (isGrade(field)) {
    const radius = Math.min(room.width, room.height) / 2 - 5;
    const size = fitted(value, Math.min(radius * 1.05, 46), radius * 1.7);
    return `${frame(area, form.ink)}${label}<circle cx="${cx}" cy="${cy}" r="${radius}" fill="none" stroke="${RED}" stroke-width="2"/>${penText(value, { x: cx, y: cy + size * 0.36, size, weight: 700, anchor: 'middle' })}`;
  }
  const size = fitted(value, field === 'lotNumber' ? LOT_NUMBER : BODY, room.width - 14);
  return frame(area, form.ink) + label + penText(value, { x: cx, y: cy + size * 0.36 - 1, size, anchor: 'middle' });
}

const fitted = (value: string, size: number, width: number) =>
  Math.min(size, (width / Math.max(1, widthOf(value, size))) * size);

/** Above the value, or in a tinted cell at its left, depending on the form. */
function drawLabel(form: SheetForm, field: SheetField): string {
  const { x, y, height } = form.areas[field];
  const label = form.labels[field];
  const { ink, labelWidth } = form;
  if (labelWidth === 0 || isGrade(field)) return text(label, { x: x + 5, y: y + 13, size: LABEL, fill: ink });
  const size = Math.min(13, ((labelWidth - 10) / widthOf(label, 13)) * 13);
  return (
    frame({ x, y, width: labelWidth, height }, ink, form.tint) +
    text(label, { x: x + labelWidth / 2, y: y + height / 2 + 5, size, anchor: 'middle', fill: ink })
  );
}

const heading = (form: SheetForm, field: SheetField) => {
  const area = form.areas[field];
  const strip = { ...area, height: HEADING_HEIGHT - 4 };
  return (
    frame(strip, 'none', form.tint) +
    frame(area, form.ink) +
    text(form.labels[field], { x: area.x + 6, y: area.y + 15, size: LABEL + 2, weight: 700, fill: form.ink })
  );
};

/** Long texts get a smaller font. If lines still do not fit, the last one says that more follows. */
function drawParagraph(form: SheetForm, field: SheetField, items: readonly string[]): string {
  const room = valueBoxOf(form, field);
  let size = BODY;
  let lines = linesOf(items, size, room.width - 28);
  while (lines.length * size * LINE_SHARE > room.height - 6 && size > MIN_FONT_SIZE) {
    size -= 1;
    lines = linesOf(items, size, room.width - 28);
  }
  const most = Math.max(1, Math.floor((room.height - 6) / (size * LINE_SHARE)));
  const shown = lines.length <= most ? lines : [...lines.slice(0, most - 1), '…他'];
  const written = shown.map((line, i) =>
    penText(line, { x: room.x + 14, y: room.y + size + 2 + i * size * LINE_SHARE, size }),
  );
  return heading(form, field) + written.join('');
}

/** Items side by side with a gap between; an item is split only when it is longer than a line. */
function linesOf(items: readonly string[], size: number, width: number): string[] {
  const lines: string[] = [];
  for (const item of items) {
    const joined = lines.length > 0 ? `${lines.at(-1)}　${item}` : item;
    if (lines.length > 0 && widthOf(joined, size) <= width) lines[lines.length - 1] = joined;
    else lines.push(...broken(item, size, width));
  }
  return lines;
}

function broken(item: string, size: number, width: number): string[] {
  const lines = [''];
  for (const letter of item) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && widthOf(line + letter, size) > width) lines.push(letter);
    else lines[lines.length - 1] = line + letter;
  }
  return lines;
}

function drawDamages(form: SheetForm, damages: SheetFacts['damages']): string {
  const area = form.areas.damageDiagram;
  const room = { x: area.x + 12, y: area.y + 26, width: area.width - 24, height: area.height - 50 };
  const legend = { x: area.x + area.width / 2, y: area.y + area.height - 9, size: Math.min(LABEL, area.width / 52) };
  return (
    heading(form, 'damageDiagram') +
    drawDiagram(room, damages) +
    text(LEGEND, { ...legend, anchor: 'middle', fill: form.ink })
  );
}
