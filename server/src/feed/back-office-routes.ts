import { Readable } from 'node:stream';
import { postLots } from '@seri/contract/feed/back-office-routes.ts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../platform/db/db.ts';
import { registerRoute } from '../platform/http/register-route.ts';
import type { OnOutcome } from './merge/notify-outcomes.ts';
import { runImport } from './run-import.ts';

/** Registers the calls through which the provider's programs post lots and results; the rows are the same as in feed files. */
export function feedRoutes(app: FastifyInstance, database: Database, { onOutcome }: { onOutcome: OnOutcome }): void {
  registerRoute(app, postLots, async ({ body, service, request }) => {
    const refused: { row: number; reason: string }[] = [];
    const { written, unchanged, unnotified } = await runImport({
      database,
      // JSON contains no line breaks, so the line number is the position of the row.
      input: Readable.from([body.rows.map((row) => JSON.stringify(row)).join('\n')]),
      sourceName: `token ${service.name}`,
      onOutcome,
      onRefused: ({ line, reason }) => void refused.push({ row: line, reason }),
    });
    for (const { lotId, error } of unnotified)
      request.log.error({ err: error, lotId }, 'the result of a lot was not applied to its bids');
    return { success: true as const, written, unchanged, refused };
  });
}
