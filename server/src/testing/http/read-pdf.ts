import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

interface ReadPdf {
  /** Lines of each page from top to bottom, their parts from left to right; a wide gap is a tab. */
  pages: string[][];
  title: string;
  /** Other metadata of the file: author, creator, producer and more. */
  info: Record<string, unknown>;
}

const SAME_LINE = 2;
const GAP = 1.5;
const WIDE_GAP = 8;

/** Returns the visible content of a PDF as text. */
export async function readPdf(file: Buffer): Promise<ReadPdf> {
  const task = getDocument({ data: new Uint8Array(file), verbosity: 0, useSystemFonts: false });
  const document = await task.promise;
  const { info } = await document.getMetadata();
  const pages: string[][] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent();
    pages.push(linesOf(items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [item] : []))));
  }
  await task.destroy();
  const metadata = info as Record<string, unknown>;
  return { pages, title: String(metadata.Title ?? ''), info: metadata };
}

interface Item {
  str: string;
  width: number;
  transform: number[];
}

function linesOf(items: Item[]): string[] {
  const parts = items
    .map(({ str, width, transform }) => ({ str, x: transform[4] ?? 0, y: transform[5] ?? 0, width }))
    .sort((a, b) => (Math.abs(a.y - b.y) < SAME_LINE ? a.x - b.x : b.y - a.y));
  const lines: (typeof parts)[] = [];
  for (const part of parts) {
    const line = lines.at(-1);
    if (line?.[0] && Math.abs(line[0].y - part.y) < SAME_LINE) line.push(part);
    else lines.push([part]);
  }
  return lines.map((line) => {
    let text = '';
    let end = 0;
    for (const { str, x, width } of line) {
      const gap = text ? x - end : 0;
      text += (gap > WIDE_GAP ? '\t' : gap > GAP ? ' ' : '') + str;
      end = x + width;
    }
    return text.replaceAll('\u00a0', ' ').trimEnd();
  });
}
