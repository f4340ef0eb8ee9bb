import PDFDocument from 'pdfkit';
import { lettersOf } from '../font-letters.ts';
import { readNotoFace } from '../noto-fonts.ts';

const SCRIPTS = ['latin', 'cyrillic', 'latin-ext', 'japanese'] as const;
const WEIGHTS = [400, 700] as const;
/** Stands for a letter that none of the bundled faces has. */
const UNKNOWN = '?';

interface Face {
  name: string;
  file: Buffer;
  knows: (codePoint: number) => boolean;
}
type Faces = Record<(typeof WEIGHTS)[number], Face[]>;
interface Run {
  face: Face;
  text: string;
}

let loading: Promise<Faces> | null = null;

/** The letters of papers, read once per process. */
export function loadFaces(): Promise<Faces> {
  loading ??= readFaces().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

async function readFaces(): Promise<Faces> {
  const [regular, bold] = await Promise.all(
    WEIGHTS.map((weight) =>
      Promise.all(
        SCRIPTS.map(async (script) => {
          const file = await readNotoFace(`${script}-${weight}`);
          return { name: `${script}-${weight}`, file, knows: lettersOf(file) };
        }),
      ),
    ),
  );
  return { 400: regular ?? [], 700: bold ?? [] };
}

export interface TextStyle {
  size: number;
  bold?: boolean | undefined;
  color?: string | undefined;
}

export interface Pen {
  doc: PDFKit.PDFDocument;
  widthOf(text: string, style: TextStyle): number;
  /** The text in lines of at most this width; a word that is wider alone is cut. */
  wrap(text: string, style: TextStyle, width: number): string[];
  /** One line with its baseline at `y`; `right`: it ends at `x`. */
  line(text: string, at: { x: number; y: number; right?: boolean }, style: TextStyle): void;
}

/** A document to write on in Latin, Cyrillic and Japanese, each letter from the face that has it. */
export function takePen(faces: Faces, options: PDFKit.PDFDocumentOptions): Pen {
  const doc = new PDFDocument(options);
  const registered = new Set<string>();
  const use = (face: Face, size: number) => {
    if (!registered.has(face.name)) doc.registerFont(face.name, face.file);
    registered.add(face.name);
    return doc.font(face.name).fontSize(size);
  };
  const runs = (text: string, { bold }: TextStyle) => runsOf(text, faces[bold ? 700 : 400]);
  const widthOf = (text: string, style: TextStyle) =>
    runs(text, style).reduce((sum, run) => sum + use(run.face, style.size).widthOfString(run.text), 0);
  return {
    doc,
    widthOf,
    wrap: (text, style, width) => wrapText(text, (part) => widthOf(part, style) <= width),
    line(text, { x, y, right = false }, style) {
      let at = right ? x - widthOf(text, style) : x;
      doc.fillColor(style.color ?? '#000000');
      for (const run of runs(text, style)) {
        use(run.face, style.size).text(run.text, at, y, { lineBreak: false, baseline: 'alphabetic' });
        at += doc.widthOfString(run.text);
      }
    },
  };
}

function runsOf(text: string, faces: readonly Face[]): Run[] {
  const runs: Run[] = [];
  for (const letter of writable(text, faces)) {
    const last = runs.at(-1);
    const stays = last && has(last.face, letter) && !goesBack(last, letter, faces);
    const face = stays ? last.face : (faces.find((one) => has(one, letter)) as Face);
    if (last?.face === face) last.text += letter;
    else runs.push({ face, text: letter });
  }
  return runs;
}

const has = ({ knows }: Face, letter: string) => knows(letter.codePointAt(0) ?? 0);
/** Only spaces follow the face of the word before them; other letters come from the first face that has them. */
const goesBack = (last: Run, letter: string, faces: readonly Face[]) =>
  letter.trim() !== '' && faces.find((one) => has(one, letter)) !== last.face;

/** Without what has no shape or turns the direction of writing; a letter no face has loses its marks, or is a question mark. */
function writable(text: string, faces: readonly Face[]): string[] {
  const plain = text.normalize('NFC').replace(/[\p{Zs}\t\r\n]/gu, (space) => (space === '\u00a0' ? space : ' '));
  return [...plain.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}]/gu, '')].map((letter) => {
    const ways = [letter, letter.normalize('NFKD').charAt(0)];
    return ways.find((way) => way && faces.some((face) => has(face, way))) ?? UNKNOWN;
  });
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
      for (const letter of word)
        if (fits(line + letter)) line += letter;
        else {
          if (line) lines.push(line);
          line = letter;
        }
  }
  return [...lines, line].map((one) => one.trimEnd());
}
