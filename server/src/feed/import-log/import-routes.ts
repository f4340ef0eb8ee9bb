import * as calls from '@seri/contract/feed/import-routes.ts';
import type { FastifyInstance } from 'fastify';
import { NotFound } from '../../platform/calls/errors.ts';
import type { Database, Db } from '../../platform/db/db.ts';
import { ensureAccess } from '../../platform/http/access.ts';
import { sendCsv } from '../../platform/http/csv-file.ts';
import { invalidRequest } from '../../platform/http/invalid.ts';
import { registerRoute } from '../../platform/http/register-route.ts';
import {
  countImports,
  countRefused,
  findClockFaults,
  findImportPage,
  findRefusedAfter,
  findRefusedPage,
} from './import-queries.ts';

const CSV = '/v1/files/refused-rows.csv';
export const ROW_BATCH_SIZE = 500;

/** Imports and their refused rows, for the screen of managers. */
export function importRoutes(app: FastifyInstance, { db }: Pick<Database, 'db'>): void {
  registerRoute(app, calls.feedImports, async ({ query: { state, page, pageSize } }) => {
    const [rows, counts, faults] = await Promise.all([
      findImportPage(db, state, { page, pageSize }),
      countImports(db, state),
      findClockFaults(db),
    ]);
    return {
      success: true as const,
      items: rows.map(({ startedAt, finishedAt, ...row }) => ({
        ...row,
        startedAt: startedAt.toISOString(),
        finishedAt: finishedAt?.toISOString() ?? null,
      })),
      clockFaults: faults.map(({ source, rows: count, aheadSeconds, lastAt }) => ({
        ...{ source, rows: count, aheadSeconds: Math.round(aheadSeconds), lastAt: lastAt.toISOString() },
      })),
      pageInfo: { page, pageSize, totalSearchResults: counts.found, totalResults: counts.all },
    };
  });

  registerRoute(app, calls.refusedRows, async ({ query: { importId, page, pageSize } }) => {
    const all = await refusedOf(db, importId);
    const items = await findRefusedPage(db, importId, { page, pageSize });
    return {
      success: true as const,
      items,
      pageInfo: { page, pageSize, totalSearchResults: all, totalResults: all },
    };
  });

  registerRoute(app, calls.exportRefused, async ({ query: { importId } }) => {
    await refusedOf(db, importId);
    return `${CSV}?importId=${importId}`;
  });

  app.get(CSV, { config: { access: 'signed_in', budget: 'file', cost: 6 } }, async (request, reply) => {
    ensureAccess(calls.exportRefused, request.currentUser);
    const asked = calls.exportRefused.query.safeParse(request.query);
    if (!asked.success) throw invalidRequest(asked.error.issues);
    const { importId } = asked.data;
    await refusedOf(db, importId);
    return sendCsv(reply, {
      name: `refused-${importId}.csv`,
      columns: [
        { heading: 'Line', cell: ({ line }) => line },
        { heading: 'Reason', cell: ({ reason }) => reason },
        { heading: 'Row', cell: ({ raw }) => raw },
      ],
      rows: readRefused(db, importId),
    });
  });
}

/** Reads in small pages, so that memory stays bounded. */
async function* readRefused(db: Db, importId: number) {
  for (let line: number | undefined = -1; line !== undefined; ) {
    const rows = await findRefusedAfter(db, importId, { line, limit: ROW_BATCH_SIZE });
    yield* rows;
    line = rows.at(-1)?.line;
  }
}

/** Number of rows that an import refused; throws NotFound. */
async function refusedOf(db: Db, importId: number): Promise<number> {
  const rows = await countRefused(db, importId);
  if (rows === undefined) throw new NotFound();
  return rows;
}
