import { pipeline, Readable } from 'node:stream';
import * as calls from '@seri/contract/feed/import-routes.ts';
import { stringify } from 'csv-stringify';
import type { FastifyInstance } from 'fastify';
import type { Database, Db } from '../platform/db.ts';
import { ensureAccess } from '../platform/http/access.ts';
import { invalidRequest } from '../platform/http/invalid.ts';
import { serve } from '../platform/http/serve.ts';
import { NotFound } from '../platform/refusals.ts';
import { countImports, countRefused, findImportPage, findRefusedAfter, findRefusedPage } from './import-queries.ts';

const CSV = '/v1/files/refused-rows.csv';
export const ROWS_AT_ONCE = 500;

/** What was imported and what was refused of it, for managers on their screen. */
export function importRoutes(app: FastifyInstance, { db }: Pick<Database, 'db'>): void {
  serve(app, calls.feedImports, async ({ query: { state, page, pageSize } }) => {
    const [rows, counts] = await Promise.all([findImportPage(db, state, { page, pageSize }), countImports(db, state)]);
    return {
      success: true as const,
      items: rows.map(({ startedAt, finishedAt, ...row }) => ({
        ...row,
        startedAt: startedAt.toISOString(),
        finishedAt: finishedAt?.toISOString() ?? null,
      })),
      pageInfo: { page, pageSize, totalSearchResults: counts.found, totalResults: counts.all },
    };
  });

  serve(app, calls.refusedRows, async ({ query: { importId, page, pageSize } }) => {
    const all = await refusedOf(db, importId);
    const items = await findRefusedPage(db, importId, { page, pageSize });
    return {
      success: true as const,
      items,
      pageInfo: { page, pageSize, totalSearchResults: all, totalResults: all },
    };
  });

  serve(app, calls.exportRefused, async ({ query: { importId } }) => {
    await refusedOf(db, importId);
    return `${CSV}?importId=${importId}`;
  });

  app.get(CSV, { config: { access: 'signed_in' } }, async (request, reply) => {
    ensureAccess(calls.exportRefused, request.viewer);
    const asked = calls.exportRefused.query.safeParse(request.query);
    if (!asked.success) throw invalidRequest(asked.error.issues);
    const { importId } = asked.data;
    await refusedOf(db, importId);
    const lines = stringify({
      bom: true,
      header: true,
      columns: { line: 'Line', reason: 'Reason', raw: 'Row' },
      // What a source wrote must not be run by the program that opens the file.
      escape_formulas: true,
      record_delimiter: 'windows',
    });
    // Half a file ends the connection, so that nobody takes it for the whole.
    pipeline(
      Readable.from(readRefused(db, importId)),
      lines,
      (error) => error && request.log.warn({ err: error }, 'refused rows were not sent to their end'),
    );
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="refused-${importId}.csv"`)
      .send(lines);
  });
}

/** However many there are, no more than a few are held. */
async function* readRefused(db: Db, importId: number) {
  for (let line: number | undefined = -1; line !== undefined; ) {
    const rows = await findRefusedAfter(db, importId, { line, most: ROWS_AT_ONCE });
    yield* rows;
    line = rows.at(-1)?.line;
  }
}

/** How many rows an import refused; throws NotFound. */
async function refusedOf(db: Db, importId: number): Promise<number> {
  const rows = await countRefused(db, importId);
  if (rows === undefined) throw new NotFound();
  return rows;
}
