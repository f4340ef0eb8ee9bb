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

/** Streams rows as CSV: reads rows only as fast as the client receives them, and stops when the client disconnects. */
export async function sendCsv<Row>(reply: FastifyReply, { name, columns, rows }: CsvFile<Row>): Promise<FastifyReply> {
  // An error before the first row gets an ordinary error reply.
  const first = await rows.next();
  const lines = stringify({
    bom: true,
    header: true,
    columns: columns.map(({ heading }) => heading),
    // Spreadsheet programs must not run formulas that a client, an auction house or a feed wrote.
    escape_formulas: true,
    record_delimiter: 'windows',
  });
  // An error in the middle ends the connection, so that the client does not take half a file for the whole.
  pipeline(
    Readable.from(cellsOf(first, rows, columns)),
    lines,
    (error) => error && reply.log.warn({ err: error }, `${name} was not sent completely`),
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
