import { finished } from 'node:stream/promises';
import { type Block, drawBlock, type Sheet } from './blocks.ts';
import { loadFaces } from './faces.ts';
import { createPdfWriter, type PdfWriter } from './pdf-writer.ts';

export type { Block } from './blocks.ts';

export interface PdfDocument {
  /** Title that PDF readers show. */
  title: string;
  language: 'en' | 'ru';
  /** Date of the document, not of rendering: the same document gives the same file, byte for byte. */
  issuedAt: Date;
  company: PdfCompany;
  heading: string;
  /** Beside the heading: number, date, period. */
  facts: readonly (readonly [label: string, value: string])[];
  /** Addressee; the first line is bold. */
  addressee: readonly string[];
  blocks: readonly Block[];
  /** At the foot of each page. */
  footer: string;
}

export interface PdfCompany {
  name: string;
  lines: readonly string[];
  /** PNG without transparent parts, above the name. */
  logo?: { image: Buffer; width: number; height: number } | null;
}

const LOGO = { width: 180, height: 40 };

const A4 = { width: 595.28, height: 841.89 };
const MARGIN = 45;
const FOOT = 60;

/** Renders an A4 document: the company's head, the blocks over as many pages as they need, page numbers. */
export async function renderPdf(document: PdfDocument): Promise<Buffer> {
  const writer = createPdfWriter(await loadFaces(textOf(document)), {
    size: [A4.width, A4.height],
    margin: 0,
    bufferPages: true,
    lang: document.language,
    displayTitle: true,
    info: {
      Title: document.title,
      Author: document.company.name,
      Creator: document.company.name,
      Producer: document.company.name,
      CreationDate: document.issuedAt,
      ModDate: document.issuedAt,
    },
  });
  const chunks: Buffer[] = [];
  writer.doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const sheet: Sheet = {
    writer,
    left: MARGIN,
    right: A4.width - MARGIN,
    y: MARGIN,
    bottom: A4.height - FOOT,
    nextPage,
  };
  drawHead(sheet, document);
  for (const block of document.blocks) drawBlock(sheet, block);
  drawFeet(writer, document.footer);
  writer.doc.end();
  await finished(writer.doc);
  return Buffer.concat(chunks);
}

/** All text of the document, to find the faces it needs. */
const textOf = (document: PdfDocument): string =>
  JSON.stringify({ ...document, company: { ...document.company, logo: null } });

function nextPage(this: Sheet): void {
  this.writer.doc.addPage();
  this.y = MARGIN;
}

/** Company on the left, title and facts on the right, then the addressee. */
function drawHead(sheet: Sheet, { company, heading, facts, addressee }: PdfDocument): void {
  const { writer, left, right } = sheet;
  const half = (right - left) / 2 - 10;
  let y = sheet.y + drawLogo(sheet, company) + 14;
  for (const name of writer.wrap(company.name, { size: 14, bold: true }, half)) {
    writer.line(name, { x: left, y }, { size: 14, bold: true });
    y += 17;
  }
  for (const text of company.lines.flatMap((one) => writer.wrap(one, { size: 8.5 }, half))) {
    writer.line(text, { x: left, y }, { size: 8.5, color: '#444444' });
    y += 12;
  }
  let beside = sheet.y + 14;
  for (const text of writer.wrap(heading, { size: 14, bold: true }, half)) {
    writer.line(text, { x: right, y: beside, right: true }, { size: 14, bold: true });
    beside += 17;
  }
  for (const [label, value] of facts) {
    const valueWidth = writer.widthOf(value, { size: 9 });
    writer.line(value, { x: right, y: beside, right: true }, { size: 9 });
    writer.line(`${label}\u00a0`, { x: right - valueWidth - 4, y: beside, right: true }, { size: 9, color: '#444444' });
    beside += 13;
  }
  sheet.y = Math.max(y, beside) + 8;
  writer.doc.moveTo(left, sheet.y).lineTo(right, sheet.y).lineWidth(0.8).strokeColor('#000000').stroke();
  sheet.y += 18;
  for (const [index, text] of addressee.entries())
    for (const line of writer.wrap(text, { size: 10, bold: index === 0 }, right - left)) {
      writer.line(line, { x: left, y: sheet.y }, { size: 10, bold: index === 0 });
      sheet.y += 14;
    }
  sheet.y += 8;
}

/** Draws the logo and returns its height in points. */
function drawLogo({ writer, left, y }: Sheet, { logo }: PdfCompany): number {
  if (!logo) return 0;
  const scale = Math.min(1, LOGO.width / logo.width, LOGO.height / logo.height);
  const [width, height] = [logo.width * scale, logo.height * scale];
  writer.doc.image(logo.image, left, y, { width, height });
  return height + 8;
}

function drawFeet(writer: PdfWriter, footer: string): void {
  const { count } = writer.doc.bufferedPageRange();
  const y = A4.height - 32;
  for (let page = 0; page < count; page++) {
    writer.doc.switchToPage(page);
    writer.line(footer, { x: MARGIN, y }, { size: 8, color: '#444444' });
    writer.line(`${page + 1} / ${count}`, { x: A4.width - MARGIN, y, right: true }, { size: 8, color: '#444444' });
  }
}
