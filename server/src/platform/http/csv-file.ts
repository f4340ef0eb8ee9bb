import { pipeline, Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import type { FastifyReply } from 'fastify';

export interface CsvColumn<Row> {
  heading: string;
  cell: (row: Row) => string | number | null;
}

interface CsvFile<Row> {
  name: string;
  columns: readonly CsvColumn<Row>[];
  rows: AsyncGenerator<Row>;
}

/** Sends rows while they are read: no more of them are asked for than the reader takes, and none once he is gone. */
export async function sendCsv<Row>(reply: FastifyReply, { name, columns, rows }: CsvFile<Row>): Promise<FastifyReply> {
  // What fails at once is refused like every other call.
  const first = await rows.next();
  const lines = stringify({
    bom: true,
    header: true,
    columns: columns.map(({ heading }) => heading),
    // What a client, a house or a source wrote must not be run by the program that opens the file.
    escape_formulas: true,
    record_delimiter: 'windows',
  });
  // Half a file ends the connection, so that nobody takes it for the whole.
  pipeline(
    Readable.from(cellsOf(first, rows, columns)),
    lines,
    (error) => error && reply.log.warn({ err: error }, `${name} was not sent to its end`),
  );
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(lines);
}

async function* cellsOf<Row>(
  first: IteratorResult<Row>,
  rows: AsyncGenerator<Row>,
  columns: readonly CsvColumn<Row>[],
) {
  const toCells = (row: Row) => columns.map(({ cell }) => cell(row));
  if (first.done) return;
  yield toCells(first.value);
  for await (const row of rows) yield toCells(row);
}
