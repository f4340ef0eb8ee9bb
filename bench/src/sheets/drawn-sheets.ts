import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SHEET_FORMS } from '@seri/contract/sheets/forms.ts';
import { addScores, type Score, scoreSheet, totalOf } from '@seri/demo/testing/sheet-score.ts';
import { scanOf, TEST_HOUSES, testSheet } from '@seri/demo/testing/sheets.ts';
import { unpackSheetFonts } from '../../../server/src/photos/sheet-fonts.ts';
import { glossaryWords } from '../../../server/src/platform/i18n/glossary.ts';
import { startEngine } from '../../../server/src/sheets/reading/engine.ts';
import { readSheet } from '../../../server/src/sheets/reading/read-sheet.ts';
import { vocabularyOf } from '../../../server/src/sheets/reading/vocabulary.ts';

const SHEETS = 500;
const GOAL = { recall: 0.9, precision: 0.98 };
/** Excluded from tuning, as are all scans of the run: tuning used other names, so other noise. */
const HELD_OUT_FORMS = ['banner', 'split', 'ruled'];
const SOURCES = [
  'server/src/sheets/reading',
  'demo/src/drawings/sheets',
  'contract/src/sheets',
  'demo/src/testing/sheets.ts',
  'server/src/platform/i18n/glossary.csv',
];

interface Result {
  n: number;
  form: string;
  readMs: number;
  scores: Record<string, Score>;
  items: number;
  withoutCrop: number;
  wrong: string[];
}

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Recall and precision of reading rendered, then degraded sheets. A stopped run continues where it was. */
export async function drawnSheets(scale: number): Promise<void> {
  const count = scale <= 1 ? Math.round(SHEETS * scale) : Math.round(scale);
  const folder = join(tmpdir(), 'seri-bench-sheets');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `${fingerprint()}.jsonl`);
  const done = new Map(resultsIn(file).map((result) => [result.n, result]));
  const engine = await startEngine();
  const fonts = await unpackSheetFonts(join(folder, 'fonts'));
  const vocabulary = vocabularyOf(glossaryWords(), TEST_HOUSES);
  for (let n = 0; n < count; n += 1) {
    const form = SHEET_FORMS[n % SHEET_FORMS.length];
    if (!form || done.has(n)) continue;
    const sheet = testSheet(`run-${n}`, form);
    const scan = await scanOf(sheet, `run-${n}`, fonts);
    const startedMs = performance.now();
    const reading = await readSheet(scan, engine, vocabulary);
    const readMs = Math.round(performance.now() - startedMs);
    const { byField, wrong } = scoreSheet(sheet, reading);
    const withoutCrop = reading.items.filter(({ area }) => !(area.width > 0 && area.height > 0)).length;
    const result = {
      n,
      form: form.id,
      readMs,
      scores: Object.fromEntries(byField),
      items: reading.items.length,
      withoutCrop,
      wrong,
    };
    done.set(n, result);
    appendFileSync(file, `${JSON.stringify(result)}\n`);
    if ((n + 1) % 25 === 0) process.stderr.write(`  ${n + 1} of ${count} sheets\n`);
  }
  await engine.close();
  report([...done.values()].filter(({ n }) => n < count));
}

/** Distinguishes results of other readers or other sheets. */
function fingerprint(): string {
  const root = join(import.meta.dirname, '..', '..', '..');
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    const path = join(root, source);
    const files = source.includes('.')
      ? [path]
      : readdirSync(path, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name))
          .toSorted();
    for (const name of files) hash.update(readFileSync(name));
  }
  return hash.digest('hex').slice(0, 12);
}

const resultsIn = (file: string): Result[] =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Result)
    : [];

function report(results: readonly Result[]): void {
  const sums = (of: readonly Result[]) => {
    const scores = new Map<string, Score>();
    for (const result of of) addScores(scores, new Map(Object.entries(result.scores)));
    return scores;
  };
  const all = sums(results);
  say(
    `\nAuction sheets read: ${results.length} scans of ${SHEET_FORMS.length} forms, ${HELD_OUT_FORMS.join(', ')} kept out of tuning\n`,
  );
  say('| field | written | recall | precision |\n| --- | --- | --- | --- |');
  for (const [field, score] of all) say(lineOf(field, score));
  say(lineOf('**all**', totalOf(all)));
  const heldOut = results.filter(({ form }) => HELD_OUT_FORMS.includes(form));
  say(lineOf('forms kept out', totalOf(sums(heldOut))));
  say(lineOf('forms tuned on', totalOf(sums(results.filter(({ form }) => !HELD_OUT_FORMS.includes(form))))));
  const items = results.reduce((sum, result) => sum + result.items, 0);
  const withoutCrop = results.reduce((sum, result) => sum + result.withoutCrop, 0);
  const times = results.map(({ readMs }) => readMs).toSorted((a, b) => a - b);
  say(
    `\nItems without a crop: ${withoutCrop} of ${items}. Reading a sheet: ${times[times.length >> 1]} ms at the median.`,
  );
  const { written, reported, right } = totalOf(all);
  const isMet = right / written >= GOAL.recall && right / reported >= GOAL.precision && withoutCrop === 0;
  say(`Goal: recall ${GOAL.recall}, precision ${GOAL.precision}, no item without a crop: ${isMet ? 'met' : 'missed'}.`);
  if (!isMet) process.exitCode = 1;
}

const lineOf = (name: string, { written, reported, right }: Score) =>
  `| ${name} | ${written} | ${share(right, written)} | ${share(right, reported)} |`;
const share = (part: number, whole: number) => (whole === 0 ? '–' : (part / whole).toFixed(3));
