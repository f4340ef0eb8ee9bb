import { readCsvRecords } from './csv-records.ts';
import type { KnownLines, LineKey } from './known-lines.ts';
import { listsOf } from './lists-of-file.ts';
import { rowMapper } from './map-row.ts';
import type { Mapping } from './mapping.ts';
import { BROKEN_TEXT, judgeRow, type Parsed, parseRow } from './parse-row.ts';
import { readLines } from './read-lines.ts';
import { UnreadableFeed } from './unreadable-feed.ts';

export type ReadRow = { line: number; raw: string; key?: LineKey | null } & Parsed;
/** Turns the bytes of a source into rows; what is no row comes with the reason, what is known may be left out. */
export type RowReader = (input: AsyncIterable<Buffer | string>, known: KnownLines | null) => AsyncIterable<ReadRow>;

/** One JSON object per line. */
export const readJsonRows: RowReader = async function* (input, known) {
  for await (const read of readLines(input, { known })) {
    if ('text' in read) yield { line: read.line, raw: read.text, key: read.key, ...parseRow(read.text) };
    else yield { line: read.line, raw: read.start, refused: read.refused };
  }
};

/** A table with a header line, as its mapping explains it. Its lines say nothing by themselves: the file's time counts. */
export const csvReader = (mapping: Mapping, fileAt: Date): RowReader =>
  async function* (input) {
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
