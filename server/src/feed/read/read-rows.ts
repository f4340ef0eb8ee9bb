import { readCsvRecords } from './csv-records.ts';
import { listsOf } from './lists-of-file.ts';
import { rowMapper } from './map-row.ts';
import { type Mapping, UnreadableFeed } from './mapping.ts';
import { BROKEN_TEXT, type Parsed, parseRow, validateRow } from './parse-row.ts';
import { type Input, readLines } from './read-lines.ts';

/** A row with its line number, or the reason of its refusal. */
export type ReadRow = { line: number; raw: string } & Parsed;
/** Format of an input: one JSON object per line, or a table with its mapping, dated by its file. */
export type RowFormat = 'json' | { mapping: Mapping; fileAt: Date };

/** The rows of an input, each validated once; invalid ones come with the reason. */
export const readRows = (input: Input, format: RowFormat): AsyncGenerator<ReadRow> =>
  format === 'json' ? readJsonRows(input) : readTable(input, format.mapping, format.fileAt);

async function* readJsonRows(input: Input): AsyncGenerator<ReadRow> {
  for await (const read of readLines(input)) {
    const { line } = read;
    if ('refused' in read) yield { line, raw: read.start, refused: read.refused };
    else yield { line, raw: read.text, ...parseRow(read.text) };
  }
}

/** A table has a header line. Its rows have no timestamps of their own: the file's time counts. */
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
      // Cannot be half a character: the bytes were decoded strictly.
      lists?.add(line, { refused: BROKEN_TEXT });
      yield { line, raw, refused: BROKEN_TEXT };
    } else {
      const mapped = toRow(record.cells);
      const parsed = 'refused' in mapped ? { refused: mapped.refused } : validateRow(mapped.value);
      lists?.add(line, parsed, mapped.value);
      yield { line, raw, ...parsed };
    }
  }
  if (lists) yield* lists.rows();
}
