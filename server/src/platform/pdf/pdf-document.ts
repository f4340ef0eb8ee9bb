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
export async function renderPdf(paper: PdfDocument): Promise<Buffer> {
  const pen = createPdfWriter(await loadFaces(textOf(paper)), {
    size: [A4.width, A4.height],
    margin: 0,
    bufferPages: true,
    lang: paper.language,
    displayTitle: true,
    info: {
      Title: paper.title,
      Author: paper.company.name,
      Creator: paper.company.name,
      Producer: paper.company.name,
      CreationDate: paper.issuedAt,
      ModDate: paper.issuedAt,
    },
  });
  const chunks: Buffer[] = [];
  pen.doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const sheet: Sheet = { pen, left: MARGIN, right: A4.width - MARGIN, y: MARGIN, bottom: A4.height - FOOT, nextPage };
  drawHead(sheet, paper);
  for (const block of paper.blocks) drawBlock(sheet, block);
  drawFeet(pen, paper.footer);
  pen.doc.end();
  await finished(pen.doc);
  return Buffer.concat(chunks);
}

/** All text of the document, to find the faces it needs. */
const textOf = (paper: PdfDocument): string => JSON.stringify({ ...paper, company: { ...paper.company, logo: null } });

function nextPage(this: Sheet): void {
  this.pen.doc.addPage();
  this.y = MARGIN;
}

/** Company on the left, title and facts on the right, then the addressee. */
function drawHead(sheet: Sheet, { company, heading, facts, addressee }: PdfDocument): void {
  const { pen, left, right } = sheet;
  const half = (right - left) / 2 - 10;
  let y = sheet.y + drawLogo(sheet, company) + 14;
  for (const name of pen.wrap(company.name, { size: 14, bold: true }, half)) {
    pen.line(name, { x: left, y }, { size: 14, bold: true });
    y += 17;
  }
  for (const text of company.lines.flatMap((one) => pen.wrap(one, { size: 8.5 }, half))) {
    pen.line(text, { x: left, y }, { size: 8.5, color: '#444444' });
    y += 12;
  }
  let beside = sheet.y + 14;
  for (const text of pen.wrap(heading, { size: 14, bold: true }, half)) {
    pen.line(text, { x: right, y: beside, right: true }, { size: 14, bold: true });
    beside += 17;
  }
  for (const [label, value] of facts) {
    const valueWidth = pen.widthOf(value, { size: 9 });
    pen.line(value, { x: right, y: beside, right: true }, { size: 9 });
    pen.line(`${label}\u00a0`, { x: right - valueWidth - 4, y: beside, right: true }, { size: 9, color: '#444444' });
    beside += 13;
  }
  sheet.y = Math.max(y, beside) + 8;
  pen.doc.moveTo(left, sheet.y).lineTo(right, sheet.y).lineWidth(0.8).strokeColor('#000000').stroke();
  sheet.y += 18;
  for (const [index, text] of addressee.entries())
    for (const line of pen.wrap(text, { size: 10, bold: index === 0 }, right - left)) {
      pen.line(line, { x: left, y: sheet.y }, { size: 10, bold: index === 0 });
      sheet.y += 14;
    }
  sheet.y += 8;
}

/** Draws the logo and returns its height in points. */
function drawLogo({ pen, left, y }: Sheet, { logo }: PdfCompany): number {
  if (!logo) return 0;
  const scale = Math.min(1, LOGO.width / logo.width, LOGO.height / logo.height);
  const [width, height] = [logo.width * scale, logo.height * scale];
  pen.doc.image(logo.image, left, y, { width, height });
  return height + 8;
}

function drawFeet(pen: PdfWriter, footer: string): void {
  const { count } = pen.doc.bufferedPageRange();
  const y = A4.height - 32;
  for (let page = 0; page < count; page++) {
    pen.doc.switchToPage(page);
    pen.line(footer, { x: MARGIN, y }, { size: 8, color: '#444444' });
    pen.line(`${page + 1} / ${count}`, { x: A4.width - MARGIN, y, right: true }, { size: 8, color: '#444444' });
  }
}
