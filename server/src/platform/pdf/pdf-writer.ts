import PDFDocument from 'pdfkit';
import type { Faces } from './faces.ts';
import { drawableText, runsOf } from './text-runs.ts';

export interface TextStyle {
  size: number;
  bold?: boolean | undefined;
  color?: string | undefined;
}

export interface PdfWriter {
  doc: PDFKit.PDFDocument;
  widthOf(text: string, style: TextStyle): number;
  /** Splits the text into lines of at most this width; a word that is wider alone is cut. */
  wrap(text: string, style: TextStyle, width: number): string[];
  /** Draws one line with its baseline at `y`; with `right` it ends at `x`. */
  line(text: string, at: { x: number; y: number; right?: boolean }, style: TextStyle): void;
}

// Without a feature list, pdfkit lays out word by word, which reverses the words of right-to-left scripts.
const WHOLE_RUN: PDFKit.Mixins.OpenTypeFeatures[] = [];
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Creates a PDF writer for all scripts of {@link Faces}; each character uses the first face that has it. */
export function createPdfWriter(faces: Faces, options: PDFKit.PDFDocumentOptions): PdfWriter {
  const doc = new PDFDocument(options);
  const registered = new Set<string>();
  const use = (face: { name: string; file: Buffer }, size: number) => {
    if (!registered.has(face.name)) doc.registerFont(face.name, face.file);
    registered.add(face.name);
    return doc.font(face.name).fontSize(size);
  };
  const runs = (text: string, { bold }: TextStyle) => runsOf(text, faces[bold ? 700 : 400]);
  const widthOfRun = (text: string) => doc.widthOfString(text, { features: WHOLE_RUN });
  const widthOf = (text: string, style: TextStyle) =>
    runs(text, style).reduce((sum, run) => {
      use(run.face, style.size);
      return sum + widthOfRun(run.text);
    }, 0);
  return {
    doc,
    widthOf,
    wrap: (text, style, width) =>
      wrapText(drawableText(text, faces[style.bold ? 700 : 400]), (part) => widthOf(part, style) <= width),
    line(text, { x, y, right = false }, style) {
      let at = right ? x - widthOf(text, style) : x;
      doc.fillColor(style.color ?? '#000000');
      for (const run of runs(text, style)) {
        use(run.face, style.size).text(run.text, at, y, {
          lineBreak: false,
          baseline: 'alphabetic',
          features: WHOLE_RUN,
        });
        at += widthOfRun(run.text);
      }
    },
  };
}

function wrapText(text: string, fits: (part: string) => boolean): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.trim().split(/(?<= )/)) {
    if (fits((line + word).trimEnd())) line += word;
    else if (line && fits(word.trimEnd())) {
      lines.push(line);
      line = word;
    } else
      for (const { segment } of graphemes.segment(word))
        if (fits(line + segment)) line += segment;
        else {
          if (line) lines.push(line);
          line = segment;
        }
  }
  return [...lines, line].map((one) => one.trimEnd());
}
