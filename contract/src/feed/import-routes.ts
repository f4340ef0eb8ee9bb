import * as z from 'zod/mini';
import { SEES_CLIENTS } from '../auth/manager-access.ts';
import { instant, intParam, pageInfo, pageParams, route } from '../http.ts';
import { importsSearch } from './list-search.ts';

const importId = intParam(1, 999_999_999_999);

const feedImport = z.object({
  importId: z.int(),
  /** A file, an address that is polled, or the token of a program. */
  source: z.string(),
  mapping: z.nullable(z.string()),
  startedAt: instant,
  /** Null while it runs, and for one that was aborted. */
  finishedAt: z.nullable(instant),
  /** The error that aborted it. */
  problem: z.nullable(z.string()),
  read: z.int(),
  /** New lots. */
  lotsAdded: z.int(),
  /** Rows that changed something. */
  written: z.int(),
  unchanged: z.int(),
  refused: z.int(),
  /** Lots that disappeared from the snapshot of their auction house. */
  removed: z.int(),
});
export type FeedImport = z.infer<typeof feedImport>;

/** A source with rows refused in the last day because their timestamps are in the future (business-rules.md#future-stamps). */
const clockFault = z.object({
  source: z.string(),
  /** Rows refused since it was first noticed. */
  rows: z.int(),
  /** Seconds in the future of the worst row in its last import. */
  aheadSeconds: z.int(),
  lastAt: instant,
});
export type ClockFault = z.infer<typeof clockFault>;

export const feedImports = route({
  method: 'GET',
  path: '/v1/feed/imports',
  budget: 'read',
  summary: 'Imports, the newest first, with their numbers of rows read, written, unchanged and refused',
  access: SEES_CLIENTS,
  query: importsSearch,
  reply: z.object({ success: z.literal(true), items: z.array(feedImport), clockFaults: z.array(clockFault), pageInfo }),
});

export const refusedRows = route({
  method: 'GET',
  path: '/v1/feed/refused-rows',
  budget: 'read',
  summary: 'The rows an import refused: line, reason and the beginning of the row',
  access: SEES_CLIENTS,
  query: z.strictObject({ importId, ...pageParams }),
  reply: z.object({
    success: z.literal(true),
    items: z.array(z.object({ line: z.int(), reason: z.string(), raw: z.string() })),
    pageInfo,
  }),
  errors: ['NotFound'],
});

export const exportRefused = route({
  method: 'GET',
  path: '/v1/feed/export-refused',
  budget: 'read',
  summary: 'Address of the rows that an import refused as a CSV file',
  access: SEES_CLIENTS,
  query: z.strictObject({ importId }),
  reply: z.string(),
  errors: ['NotFound'],
});
