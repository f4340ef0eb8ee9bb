import type { PdfWriter, TextStyle } from './pdf-writer.ts';

export interface Column {
  heading: string;
  /** Points; the one column without a width takes the remaining space. */
  width?: number;
  /** Aligned to the right edge, for amounts. */
  right?: boolean;
}

export type Block =
  | { kind: 'heading'; text: string }
  /** Line breaks separate paragraphs. */
  | { kind: 'text'; text: string; small?: boolean }
  /** Labels and values below each other, such as bank details. */
  | { kind: 'facts'; rows: readonly (readonly [label: string, value: string])[] }
  /** The heading is repeated on each page; rows are never split. `bold` rows are sums. */
  | {
      kind: 'table';
      columns: readonly Column[];
      rows: readonly { cells: readonly string[]; bold?: boolean }[];
    };

export interface Sheet {
  writer: PdfWriter;
  left: number;
  right: number;
  /** Top of the next block. */
  y: number;
  bottom: number;
  nextPage(this: Sheet): void;
}

const CELL: TextStyle = { size: 9 };
const LINE = 12.5;
const PADDING = 5;
/** More lines in one cell would fill a page; the text is cut with an ellipsis. */
const MAX_LINES = 12;

/** Draws a block at the current position; continues on the next page when it does not fit. */
export function drawBlock(sheet: Sheet, block: Block): void {
  if (block.kind === 'table') drawTable(sheet, block);
  else if (block.kind === 'facts') drawFacts(sheet, block.rows);
  else if (block.kind === 'heading') drawLines(sheet, block.text, { size: 11, bold: true });
  else drawLines(sheet, block.text, { size: block.small ? 8 : 9.5 });
}

function room(sheet: Sheet, height: number): boolean {
  if (sheet.y + height <= sheet.bottom) return false;
  sheet.nextPage();
  return true;
}

function drawLines(sheet: Sheet, text: string, style: TextStyle): void {
  const height = style.size * 1.45;
  sheet.y += 4;
  for (const line of text.split('\n').flatMap((part) => sheet.writer.wrap(part, style, sheet.right - sheet.left))) {
    room(sheet, height);
    sheet.writer.line(line, { x: sheet.left, y: sheet.y + style.size }, style);
    sheet.y += height;
  }
  sheet.y += 6;
}

function drawFacts(sheet: Sheet, rows: readonly (readonly [string, string])[]): void {
  const { writer, left, right } = sheet;
  const label = Math.min(180, Math.max(...rows.map(([text]) => writer.widthOf(text, CELL)), 0) + 14);
  for (const [name, value] of rows) {
    const lines = value.split('\n').flatMap((part) => writer.wrap(part, CELL, right - left - label));
    const names = writer.wrap(name, CELL, label - 6);
    room(sheet, Math.max(lines.length, names.length) * LINE);
    for (const [i, text] of names.entries())
      writer.line(text, { x: left, y: sheet.y + 9 + i * LINE }, { ...CELL, color: '#444444' });
    for (const [i, text] of lines.entries()) writer.line(text, { x: left + label, y: sheet.y + 9 + i * LINE }, CELL);
    sheet.y += Math.max(lines.length, names.length) * LINE;
  }
  sheet.y += 8;
}

interface Placed {
  column: Column;
  x: number;
  width: number;
}

function drawTable(sheet: Sheet, { columns, rows }: Extract<Block, { kind: 'table' }>): void {
  const placed = placeColumns(sheet, columns);
  const heading = { cells: columns.map((column) => column.heading), bold: true };
  room(sheet, 60);
  drawRow(sheet, placed, heading, '#000000');
  for (const row of rows) {
    if (room(sheet, heightOf(sheet, placed, row))) drawRow(sheet, placed, heading, '#000000');
    drawRow(sheet, placed, row, '#bbbbbb');
  }
  sheet.y += 10;
}

function placeColumns({ left, right }: Sheet, columns: readonly Column[]): Placed[] {
  const taken = columns.reduce((sum, { width = 0 }) => sum + width, 0);
  let x = left;
  return columns.map((column) => {
    const width = column.width ?? right - left - taken;
    const place = { column, x, width };
    x += width;
    return place;
  });
}

type Row = { cells: readonly string[]; bold?: boolean };

const linesOf = ({ writer }: Sheet, placed: Placed[], { cells, bold }: Row): string[][] =>
  placed.map(({ width }, i) => {
    const lines = writer.wrap(cells[i] ?? '', { ...CELL, bold }, width - 6);
    return lines.length > MAX_LINES ? [...lines.slice(0, MAX_LINES - 1), '…'] : lines;
  });

const heightOf = (sheet: Sheet, placed: Placed[], row: Row): number =>
  Math.max(...linesOf(sheet, placed, row).map((lines) => lines.length)) * LINE + PADDING * 2;

function drawRow(sheet: Sheet, placed: Placed[], row: Row, rule: string): void {
  const { writer, left, right } = sheet;
  for (const [i, lines] of linesOf(sheet, placed, row).entries()) {
    const { column, x, width } = placed[i] as Placed;
    for (const [n, text] of lines.entries()) {
      const y = sheet.y + PADDING + 9 + n * LINE;
      const at = column.right ? { x: x + width, y, right: true } : { x, y };
      writer.line(text, at, { ...CELL, bold: row.bold });
    }
  }
  sheet.y += heightOf(sheet, placed, row);
  writer.doc.moveTo(left, sheet.y).lineTo(right, sheet.y).lineWidth(0.5).strokeColor(rule).stroke();
}
