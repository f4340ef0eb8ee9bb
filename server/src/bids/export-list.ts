import { pipeline, Readable } from 'node:stream';
import { type ExportQuery, exportQuery } from '@seri/contract/bids/list-routes.ts';
import { stringify } from 'csv-stringify';
import type { FastifyInstance } from 'fastify';
import { readSettings } from '../platform/company-settings.ts';
import type { Database, Db } from '../platform/db.ts';
import { ensureAccess } from '../platform/http/access.ts';
import { invalidRequest } from '../platform/http/invalid.ts';
import { japanDay } from '../platform/japan-time.ts';
import { Refused } from '../platform/refusals.ts';
import type { Viewer } from '../platform/viewer.ts';
import { columnsFor } from './export-columns.ts';
import { filterOf } from './list-bids.ts';
import type { BidListFilter } from './list-conditions-queries.ts';
import { findBidIds, findBidRows } from './list-queries.ts';
import { toBidRow } from './list-rows.ts';

const FILE = '/v1/files/bids.csv';
const MOST_ROWS = 50_000;
const ROWS_AT_ONCE = 500;

/** Where this list is as a file; refused like the list itself. */
export function exportAddress(viewer: Viewer, query: ExportQuery): string {
  filterOf(viewer, query.list, query);
  const address = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const item of Array.isArray(value) ? value : [value])
      if (item !== undefined) address.append(name, String(item));
  return `${FILE}?${address}`;
}

/** `GET /v1/files/bids.csv`: the rows of a list as its reader sees them, sent while they are read. */
export function bidFiles(app: FastifyInstance, { db }: Database): void {
  app.get(FILE, { config: { access: 'signed_in' } }, async (request, reply) => {
    const viewer = ensureAccess({ access: 'signed_in' }, request.viewer);
    if (!viewer) throw new Refused('Auth.SignedOut');
    const asked = exportQuery.safeParse(request.query);
    if (!asked.success) throw invalidRequest(asked.error.issues);
    const filter = filterOf(viewer, asked.data.list, asked.data);
    const [ids, settings] = await Promise.all([
      findBidIds(db, filter, asked.data, { limit: MOST_ROWS, offset: 0 }),
      readSettings(db),
    ]);
    const columns = columnsFor(viewer);
    const lines = stringify({
      bom: true,
      header: true,
      columns: columns.map(({ heading }) => heading),
      // What a client or a house wrote must not be run by the program that opens the file.
      escape_formulas: true,
      record_delimiter: 'windows',
    });
    const rows = Readable.from(readRows(db, filter, ids));
    // Half a file ends the connection, so that nobody takes it for the whole.
    pipeline(
      rows.map((row) => columns.map(({ cell }) => cell(toBidRow(row, { viewer, settings })))),
      lines,
      (error) => error && request.log.warn({ err: error }, 'a list was not sent to its end'),
    );
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="bids-${japanDay(new Date())}.csv"`)
      .send(lines);
  });
}

async function* readRows(db: Db, { list }: BidListFilter, ids: readonly number[]) {
  for (let first = 0; first < ids.length; first += ROWS_AT_ONCE)
    yield* await findBidRows(db, ids.slice(first, first + ROWS_AT_ONCE), list);
}
