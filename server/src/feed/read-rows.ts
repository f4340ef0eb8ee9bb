import { readCsvRecords } from './csv-records.ts';
import type { KnownLines, LineKey, SameLine } from './known-lines.ts';
import { listsOf } from './lists-of-file.ts';
import { rowMapper } from './map-row.ts';
import type { Mapping } from './mapping.ts';
import { BROKEN_TEXT, judgeRow, type Parsed, parseRow } from './parse-row.ts';
import { type Input, type PlainLine, readLines, readSameLine } from './read-lines.ts';
import { UnreadableFeed } from './unreadable-feed.ts';

/** `bytes` are those of `raw`; `json` is the row of a table as a line of JSON would say it. */
export type ReadRow = { line: number; raw: string; bytes?: Uint8Array; json?: string; key?: LineKey | null } & Parsed;
/** A row that says of its lot what was said before, only later; read like every other where that is no longer so. */
export interface SameRow {
  line: number;
  same: SameLine;
  content: Uint8Array;
}
/** How rows stand in an input: one JSON object per line, or a table as its mapping explains it, dated by its file. */
export type RowFormat = 'json' | { mapping: Mapping; fileAt: Date };

export interface ReadingOptions {
  known?: KnownLines | null;
  /** The number of the first line, where the input is part of another. */
  line?: number;
}

/** The rows of an input; what is no row comes with the reason, what is known may be left out. */
export const readRows = (
  input: Input,
  format: RowFormat,
  { known = null, line = 1 }: ReadingOptions = {},
): AsyncGenerator<ReadRow | SameRow> =>
  format === 'json' ? readJsonRows(input, { known, line }) : readTable(input, format.mapping, format.fileAt);

async function* readJsonRows(input: Input, options: Required<ReadingOptions>) {
  for await (const read of readLines(input, options)) {
    const row = 'same' in read ? read : toRow(read);
    if (row) yield row;
  }
}

export const readSameRow = (row: SameRow): ReadRow | null => toRow(readSameLine(row));

function toRow(given: PlainLine | null): ReadRow | null {
  if (!given) return null;
  const { line } = given;
  if ('refused' in given) return { line, raw: given.start, refused: given.refused };
  return { line, raw: given.text, bytes: given.bytes, key: given.key, ...parseRow(given.text) };
}

/** A table has a header line. Its lines say nothing by themselves: the file's time counts. */
async function* readTable(input: Input, mapping: Mapping, fileAt: Date): AsyncGenerator<ReadRow> {
  let toRow: ReturnType<typeof rowMapper> | null = null;
  const lists = mapping.kind === 'lot' && mapping.fullList ? listsOf() : null;
  for await (const record of readCsvRecords(input, mapping)) {
    const { line, raw } = record;
    if (!toRow) {
      if ('refused' in record) throw new UnreadableFeed(`The header line is ${record.refused}`);
      toRow = rowMapper(
        mapping,
        record.cells.map((name) => name.trim()),
        fileAt,
      );
      lists?.begin(fileAt);
    } else if ('refused' in record) {
      lists?.add(line, record);
      yield { line, raw, refused: record.refused };
    } else if (raw.includes('\0')) {
      // Half a character there is none: the bytes were read strictly.
      lists?.add(line, { refused: BROKEN_TEXT });
      yield { line, raw, refused: BROKEN_TEXT };
    } else {
      const mapped = toRow(record.cells);
      const judged = 'refused' in mapped ? { refused: mapped.refused } : judgeRow(mapped.value);
      lists?.add(line, judged, mapped.value);
      yield { line, raw, ...judged, ...('row' in judged ? { json: JSON.stringify(judged.row) } : {}) };
    }
  }
  if (lists) yield* lists.rows();
}
