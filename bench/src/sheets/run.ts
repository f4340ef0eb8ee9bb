import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { glossaryWords } from '../../../server/src/platform/i18n/glossary.ts';
import { readPicture } from '../../../server/src/sheets/labels/read-picture.ts';
import { SheetRefused } from '../../../server/src/sheets/page/check-picture.ts';
import { type Engine, startEngine } from '../../../server/src/sheets/reading/engine.ts';
import type { SheetReading } from '../../../server/src/sheets/reading/read-item.ts';
import { readSheet } from '../../../server/src/sheets/reading/read-sheet.ts';
import { type Vocabulary, vocabularyOf } from '../../../server/src/sheets/reading/vocabulary.ts';
import { drawFilled, type FilledSheet, filledSheet } from './filled-sheet.ts';
import { type BenchFont, fontFiles, missingFonts, PRINTED } from './fonts.ts';
import type { BenchForm } from './forms/form.ts';
import { photograph } from './photograph.ts';
import { type Score, type SheetResult, scoreReading, sumOf } from './score.ts';

/** Sheets of each form and kind. */
const SHEETS_A_FORM = 3;
const GOALS = {
  printed: { recall: 0.85, precision: 0.98 },
  handwritten: { recall: 0.6, precision: 0.97 },
};
/** Handwritten fields that the goal is about. */
const CLOSED = new Set(['overallGrade', 'interiorGrade', 'mileage', 'firstRegistration', 'damageDiagram']);

const say = (line: string) => process.stdout.write(`${line}\n`);

export interface Part {
  name: string;
  /** The goals count on this part. */
  isFinal?: boolean;
  forms: readonly BenchForm[];
  hands: readonly BenchFont[];
}

/** Draws, photographs and reads the sheets of each part, and prints recall and precision by kind and field. */
export async function runSheets(scale: number, parts: readonly Part[]): Promise<void> {
  const missing = missingFonts();
  if (missing.length > 0) {
    say(`These fonts are missing: ${missing.join(', ')}. On Debian: apt-get install ${missing.join(' ')}`);
    process.exitCode = 1;
    return;
  }
  const folder = join(tmpdir(), 'seri-bench-foreign-sheets');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const files = await fontFiles(join(folder, 'fonts'));
  const engine = await startEngine();
  const vocabulary = vocabularyOf(glossaryWords(), []);
  const count = Math.max(1, Math.round(SHEETS_A_FORM * scale));
  for (const part of parts) {
    const [now, before] = await readPart(part, { engine, vocabulary, files, count });
    report(part.name, now, before);
    if (part.isFinal) judge(now);
  }
  await engine.close();
}

interface Tools {
  engine: Engine;
  vocabulary: Vocabulary;
  files: string[];
  count: number;
}

/** The results of today's reader, and of the reader of stored forms alone. */
async function readPart(
  { forms, hands }: Part,
  { engine, vocabulary, files, count }: Tools,
): Promise<[SheetResult[], SheetResult[]]> {
  const now: SheetResult[] = [];
  const before: SheetResult[] = [];
  let n = 0;
  for (const form of forms)
    for (let i = 0; i < count; i += 1)
      for (const isHandwritten of [true, false]) {
        const fonts = isHandwritten ? hands : PRINTED;
        const id = `${form.id}-${i}-${isHandwritten ? 'hand' : 'print'}`;
        const sheet: FilledSheet = filledSheet(id, form, fonts[n % fonts.length] as BenchFont, isHandwritten);
        const photo = await photograph(await drawFilled(sheet, files), id);
        const reading = await orEmpty(readPicture(photo, { engine, vocabulary, words: glossaryWords() }));
        now.push(scoreReading(id, sheet, reading));
        before.push(scoreReading(id, sheet, await orEmpty(readSheet(photo, engine, vocabulary))));
        n += isHandwritten ? 0 : 1;
      }
  return [now, before];
}

const orEmpty = (reading: Promise<SheetReading>): Promise<SheetReading> =>
  reading.catch((error: unknown) => {
    if (error instanceof SheetRefused) return { form: null, items: [], places: [] };
    throw error;
  });

const of = (results: readonly SheetResult[], kind: SheetResult['kind']) =>
  results.filter((result) => result.kind === kind);
const share = (part: number, whole: number) => (whole === 0 ? '–' : (part / whole).toFixed(3));
const cells = ({ written, reported, right }: Score) =>
  `${written} | ${share(right, written)} | ${share(right, reported)}`;

function report(name: string, now: readonly SheetResult[], before: readonly SheetResult[]): void {
  say(`\n## ${name}: ${now.length} photographed sheets\n`);
  say('| kind, field | written | recall | precision | recall of stored forms alone |\n| --- | --- | --- | --- | --- |');
  for (const kind of ['printed', 'handwritten'] as const) {
    const [today, stored] = [of(now, kind), of(before, kind)];
    const fields = [...new Set(today.flatMap(({ byField }) => Object.keys(byField)))];
    const line = (title: string, takes: (field: string) => boolean) => {
      const old = sumOf(stored, takes);
      say(`| ${kind} ${title} | ${cells(sumOf(today, takes))} | ${share(old.right, old.written)} |`);
    };
    for (const field of fields) line(field, (one) => one === field);
    line('**all**', () => true);
    if (kind === 'handwritten') line('**closed vocabularies**', (field) => CLOSED.has(field));
  }
  const wrong = now.flatMap((result) => result.wrong.map((text) => `${result.id}: ${text}`));
  say(
    `\nUnder a wrong label: ${now.reduce((sum, { underWrongLabel }) => sum + underWrongLabel, 0)}. Without a crop: ${now.reduce((sum, { withoutCrop }) => sum + withoutCrop, 0)}.`,
  );
  if (wrong.length > 0) say(`Wrong: ${wrong.join('; ')}`);
}

function judge(results: readonly SheetResult[]): void {
  const [printed, hand] = [
    sumOf(of(results, 'printed')),
    sumOf(of(results, 'handwritten'), (field) => CLOSED.has(field)),
  ];
  const meets = ({ written, reported, right }: Score, goal: { recall: number; precision: number }) =>
    right / written >= goal.recall && right / Math.max(1, reported) >= goal.precision;
  const swapped = results.some(({ underWrongLabel }) => underWrongLabel > 0);
  const isMet = meets(printed, GOALS.printed) && meets(hand, GOALS.handwritten) && !swapped;
  say(
    `\nGoal: printed ${GOALS.printed.recall} at ${GOALS.printed.precision}, handwritten closed vocabularies ${GOALS.handwritten.recall} at ${GOALS.handwritten.precision}, none under a wrong label: ${isMet ? 'met' : 'missed'}.`,
  );
  if (!isMet) process.exitCode = 1;
}
