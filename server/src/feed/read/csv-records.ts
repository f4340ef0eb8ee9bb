import { parse } from 'csv-parse/sync';
import { type Input, type InputLine, readLines } from './read-lines.ts';

export type CsvRecord = { line: number; raw: string } & ({ cells: string[] } | { refused: string });

/** A quoted cell may span lines; an unclosed one costs only its own line. */
const MAX_LINES = 30;

/**
 * Rows of a CSV file with their line numbers; the first row sets the number of cells. Each record is parsed separately:
 * a stream parser takes everything after an unclosed quotation mark for one cell, and has no Japanese encodings.
 */
export async function* readCsvRecords(
  input: Input,
  { encoding, delimiter }: { encoding: string; delimiter: string },
): AsyncGenerator<CsvRecord> {
  let open: { line: number; text: string }[] = [];
  let columns: number | null = null;

  const judge = (cells: string[]): { cells: string[] } | { refused: string } => {
    columns ??= cells.length;
    while (cells.length > columns && cells.at(-1) === '') cells.pop();
    return cells.length === columns ? { cells } : { refused: `${cells.length} cells instead of ${columns}` };
  };
  const recordOf = (lines: { line: number; text: string }[]): CsvRecord => {
    const raw = lines.map(({ text }) => text).join('\n');
    const head = { line: lines[0]?.line ?? 0, raw };
    try {
      return { ...head, ...judge(cellsOf(raw, delimiter)) };
    } catch {
      return { ...head, refused: 'a quotation mark is misplaced' };
    }
  };
  /** Complete records at the start of the open lines. */
  function* finished(isEnd: boolean): Generator<CsvRecord> {
    while (open.length > 0) {
      const last = closingLine(open);
      if (last === null && !isEnd && open.length < MAX_LINES) return;
      const record: CsvRecord | null = last === null ? null : recordOf(open.slice(0, last + 1));
      const isWhole = record !== null && ('cells' in record || last === 0);
      const [first] = open;
      open = open.slice(isWhole ? (last ?? 0) + 1 : 1);
      if (isWhole) yield record;
      else if (first) yield { line: first.line, raw: first.text, refused: 'a quotation mark is not closed' };
    }
  }

  for await (const read of readLines(input, encoding)) {
    if (isText(read)) open.push(read);
    yield* finished(!isText(read));
    if (!isText(read)) yield { line: read.line, raw: read.start, refused: read.refused };
  }
  yield* finished(true);
}

const isText = (read: InputLine): read is Extract<InputLine, { text: string }> => 'text' in read;

/** Index of the line that ends the first record, judged by its quotation marks; null without one. */
function closingLine(lines: readonly { text: string }[]): number | null {
  let quotes = 0;
  for (const [place, { text }] of lines.entries()) {
    for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1)) quotes += 1;
    if (quotes % 2 === 0) return place;
  }
  return null;
}

function cellsOf(raw: string, delimiter: string): string[] {
  // Fast path: nearly all lines contain no quotation mark.
  if (!raw.includes('"')) return raw.split(delimiter);
  const [cells = []] = parse(raw, { delimiter, relax_column_count: true }) as string[][];
  return cells;
}
