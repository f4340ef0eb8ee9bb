import { readCsvRecords } from './csv-records.ts';
import type { KnownLines, LineKey, SameLine } from './known-lines.ts';
import { listsOf } from './lists-of-file.ts';
import { rowMapper } from './map-row.ts';
import type { Mapping } from './mapping.ts';
import { BROKEN_TEXT, judgeRow, type Parsed, parseRow } from './parse-row.ts';
import { type PlainLine, readLines } from './read-lines.ts';
import { UnreadableFeed } from './unreadable-feed.ts';

export type ReadRow = { line: number; raw: string; key?: LineKey | null } & Parsed;
/** A row that says of its lot what was said before, only later; read as any other where that is no longer so. */
export interface SameRow {
  line: number;
  same: SameLine;
  bytes: number;
  read: () => ReadRow | null;
}
/** Turns the bytes of a source into rows; what is no row comes with the reason, what is known may be left out. */
export type RowReader = (
  input: AsyncIterable<Buffer | string>,
  known: KnownLines | null,
) => AsyncIterable<ReadRow | SameRow>;

/** One JSON object per line. */
export const readJsonRows: RowReader = async function* (input, known) {
  for await (const read of readLines(input, { known })) {
    if ('same' in read) yield { ...read, read: () => toRow(read.read()) };
    else {
      const row = toRow(read);
      if (row) yield row;
    }
  }
};

function toRow(given: PlainLine | null): ReadRow | null {
  if (!given) return null;
  const { line } = given;
  if ('refused' in given) return { line, raw: given.start, refused: given.refused };
  return { line, raw: given.text, key: given.key, ...parseRow(given.text) };
}

/** A table with a header line, as its mapping explains it. Its lines say nothing by themselves: the file's time counts. */
export const csvReader = (mapping: Mapping, fileAt: Date) =>
  async function* (input: AsyncIterable<Buffer | string>): AsyncGenerator<ReadRow> {
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
      } else if ('refused' in record) {
        lists?.add(line, record);
        yield { line, raw, refused: record.refused };
      } else if (raw.includes('\0')) {
        // Half a character there is none: the bytes were read strictly.
        lists?.add(line, { refused: BROKEN_TEXT });
        yield { line, raw, refused: BROKEN_TEXT };
      } else {
        const mapped = toRow(record.cells);
        const judged = 'refused' in mapped ? mapped : judgeRow(mapped.value);
        lists?.add(line, judged);
        yield { line, raw, ...judged };
      }
    }
    if (lists) yield* lists.rows();
  };
